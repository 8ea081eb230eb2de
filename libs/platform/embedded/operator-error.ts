/**
 * A fault that the operator of Herald can fix. One sentence says what is wrong and what to do; it is printed without a
 * stack. Any other error at start is a bug.
 */
export class OperatorError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'OperatorError';
  }
}

/** Explains a file system error on `path`, or returns the error itself when an operator cannot fix it. */
export function explainFileError(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return new OperatorError(
        `${path} is not writable for this user; change its owner or set HERALD_HOME to another folder.`,
        { cause: error },
      );
    case 'EROFS':
      return new OperatorError(
        `${path} lies on a read-only file system; set HERALD_HOME to a folder that can be written.`,
        { cause: error },
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return noSpace(path, error);
    case 'ENOTDIR':
    case 'EEXIST':
      return new OperatorError(
        `${path} cannot be made because a file stands where a folder is needed; set HERALD_HOME to another folder.`,
        { cause: error },
      );
    default:
      return error;
  }
}

/** The disk that holds `path` is full. */
export function noSpace(path: string, cause?: unknown): OperatorError {
  return new OperatorError(
    `No space is left on the disk that holds ${path}; free some or set HERALD_HOME to a folder on another disk.`,
    { cause },
  );
}

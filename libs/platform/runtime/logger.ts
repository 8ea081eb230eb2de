import { pino, type Logger as PinoLogger } from 'pino';
import { LogStream } from './log-stream.js';

export type Logger = PinoLogger;

const STANDARD_OUTPUT = 1;

/**
 * Creates the logger of a process: one JSON line per entry on standard output. Entries contain ids and counts, never
 * tokens, addresses, message texts or secrets. The paths below redact objects that are logged whole by mistake.
 *
 * @param name   the process (`gateway`, `worker` …)
 * @param level  pino level; `silent` in tests
 * @param fd     an open file descriptor
 */
export function createLogger(name: string, level: string, fd = STANDARD_OUTPUT): Logger {
  const options = {
    name,
    level,
    redact: {
      paths: [
        '*.token',
        '*.password',
        '*.authorization',
        '*.headers',
        '*.config',
        '*.credentials',
        '*.secret',
        '*.email',
        '*.msisdn',
      ],
      censor: '[redacted]',
    },
    serializers: { err: describeError },
  };
  return pino(options, new LogStream(name, fd));
}

/** Only the error itself: errors of libraries contain whole requests with their credentials. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) {
    return { message: String(error) };
  }
  const code = 'code' in error ? error.code : undefined;
  const detail = 'detail' in error ? error.detail : undefined;
  return {
    type: error.name,
    message: error.message,
    code,
    detail,
    stack: error.stack,
    cause: error.cause instanceof Error ? describeError(error.cause) : undefined,
  };
}

import { pino, type Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

/**
 * Creates the logger of a process: one JSON line per entry on standard output. Entries contain ids and counts, never
 * tokens, addresses, message texts or secrets. The paths below redact objects that are logged whole by mistake.
 *
 * @param name   the process (`gateway`, `worker` …)
 * @param level  pino level; `silent` in tests
 */
export function createLogger(name: string, level: string): Logger {
  return pino({
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
  });
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

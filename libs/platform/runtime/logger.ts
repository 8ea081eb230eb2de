import { pino, stdTimeFunctions, type Logger as PinoLogger } from 'pino';
import { LogStream } from './log-stream.js';

export type Logger = PinoLogger;

const STANDARD_OUTPUT = 1;
/** SQLSTATEs of Postgres whose message quotes the value. */
const VALUE_REFUSED = /^22[0-9A-Z]{3}$/;

/**
 * Creates the logger of a process: one JSON line per entry on standard output, with times of ISO 8601 in UTC. Entries contain ids and counts, never
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
    timestamp: stdTimeFunctions.isoTime,
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
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(options, new LogStream(name, fd));
}

/**
 * Only the error itself: errors of libraries contain whole requests with their credentials. An error of Postgres has
 * the refused row in `detail` and `where`, and quotes a value that does not fit its type (SQLSTATE class 22).
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) {
    return { message: String(error) };
  }
  const code = 'code' in error ? error.code : undefined;
  const hide = (text: string | undefined): string | undefined =>
    typeof code === 'string' && VALUE_REFUSED.test(code) ? text?.replace(/"[^"]*"/g, '"…"') : text;
  return {
    type: error.name,
    message: hide(error.message),
    code,
    stack: hide(error.stack),
    cause: error.cause instanceof Error ? describeError(error.cause) : undefined,
  };
}

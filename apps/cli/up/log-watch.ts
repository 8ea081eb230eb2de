import { open, stat } from 'node:fs/promises';
import { readLogError } from './log-errors.js';

const POLL_INTERVAL_MS = 1000;
const MAX_ERRORS_PER_POLL = 3;
const MAX_READ_BYTES = 256 * 1024;

/**
 * Prints errors from the logs of the processes. It polls the log files, so that no process depends on a pipe to the
 * supervisor.
 *
 * @returns a function that stops the watch
 */
export function watchLogs(logs: readonly { name: string; logPath: string }[], say: (line: string) => void): () => void {
  const seen = new Map<string, number>();
  const round = async (): Promise<void> => {
    for (const { name, logPath } of logs) {
      const errors = (await readNewLines(logPath, seen)).flatMap((line) => readLogError(line) ?? []);
      for (const error of errors.slice(0, MAX_ERRORS_PER_POLL)) {
        say(`${name}: ${error}`);
      }
      if (errors.length > MAX_ERRORS_PER_POLL) {
        say(`${name}: and ${errors.length - MAX_ERRORS_PER_POLL} more errors, see ${logPath}`);
      }
    }
  };
  const timer = setInterval(() => void round().catch(() => undefined), POLL_INTERVAL_MS);
  return () => clearInterval(timer);
}

/** Whole lines since the last call; a shorter log is a new one. */
async function readNewLines(path: string, seen: Map<string, number>): Promise<string[]> {
  const size = (await stat(path).catch(() => null))?.size ?? 0;
  const before = seen.get(path) ?? 0;
  const from = Math.max(size < before ? 0 : before, size - MAX_READ_BYTES);
  if (size === from) {
    return [];
  }
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(size - from);
    await file.read(buffer, 0, buffer.length, from);
    const end = buffer.lastIndexOf(0x0a) + 1;
    seen.set(path, from + end);
    return buffer.subarray(0, end).toString('utf8').split('\n');
  } finally {
    await file.close();
  }
}

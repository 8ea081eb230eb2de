import { open, stat } from 'node:fs/promises';
import { complaintOf } from './complaints.js';

const EVERY_MS = 1000;
const MOST_PER_ROUND = 3;
const MOST_BYTES = 256 * 1024;

/**
 * Shows the errors of the processes' logs on the console. The logs are files of the processes' own, read from time to
 * time: no process depends on the supervisor reading a pipe.
 *
 * @returns a function that ends the watch
 */
export function watchLogs(logs: readonly { name: string; logPath: string }[], say: (line: string) => void): () => void {
  const seen = new Map<string, number>();
  const round = async (): Promise<void> => {
    for (const { name, logPath } of logs) {
      const complaints = (await newLines(logPath, seen)).flatMap((line) => complaintOf(line) ?? []);
      for (const complaint of complaints.slice(0, MOST_PER_ROUND)) {
        say(`${name}: ${complaint}`);
      }
      if (complaints.length > MOST_PER_ROUND) {
        say(`${name}: and ${complaints.length - MOST_PER_ROUND} more errors, see ${logPath}`);
      }
    }
  };
  const timer = setInterval(() => void round().catch(() => undefined), EVERY_MS);
  return () => clearInterval(timer);
}

/** Whole lines since the last call; a log that became shorter was begun anew. */
async function newLines(path: string, seen: Map<string, number>): Promise<string[]> {
  const size = (await stat(path).catch(() => null))?.size ?? 0;
  const before = seen.get(path) ?? 0;
  const from = Math.max(size < before ? 0 : before, size - MOST_BYTES);
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

import { appendFileSync, closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { copyFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { shiftLogs } from '#platform/embedded';

const CHECK_MS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Rotates the logs of a folder, as long as the supervisor runs.
 *
 * @returns a function that ends it
 */
export function rotateLogs(folder: string, say: (line: string) => void): () => void {
  let isTold = false;
  const timer = setInterval(() => {
    rotateLargeLogs(folder, MAX_BYTES).then(
      () => (isTold = false),
      (error: unknown) => {
        if (!isTold) {
          say(`a log could not be rotated: ${error instanceof Error ? error.message : String(error)}`);
        }
        isTold = true;
      },
    );
  }, CHECK_MS);
  return () => clearInterval(timer);
}

/** Rotates each log that is larger than the limit: `gateway.log.1` is then the newest of its older files. */
export async function rotateLargeLogs(folder: string, maxBytes: number): Promise<void> {
  for (const name of (await readdir(folder)).filter((entry) => entry.endsWith('.log'))) {
    const path = join(folder, name);
    if ((await stat(path)).size > maxBytes) {
      await shiftLogs(path);
      await copyFile(path, `${path}.1`);
      emptyLog(path, `${path}.1`);
    }
  }
}

/**
 * Copies what was written since the copy, and empties the log. Its process keeps the file open and appends to it, so a new
 * file in its place would stay empty. Without a pause between the two steps hardly a line can come between them.
 */
function emptyLog(path: string, copy: string): void {
  const log = openSync(path, 'r+');
  const copied = openSync(copy, 'r');
  try {
    const from = fstatSync(copied).size;
    const rest = Buffer.alloc(Math.max(0, fstatSync(log).size - from));
    const length = readSync(log, rest, 0, rest.length, from);
    appendFileSync(copy, rest.subarray(0, length));
    ftruncateSync(log);
  } finally {
    closeSync(log);
    closeSync(copied);
  }
}

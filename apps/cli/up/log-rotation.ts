import { appendFileSync, closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { copyFile, readdir, rename, rm, stat } from 'node:fs/promises';
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
  let isReported = false;
  let isRotating = false;
  const rotate = async (): Promise<void> => {
    // On a slow disk a copy may take longer than the pause: two rotations of one file would mix its older ones.
    if (isRotating) {
      return;
    }
    isRotating = true;
    try {
      await rotateLargeLogs(folder, MAX_BYTES);
      isReported = false;
    } catch (error) {
      if (!isReported) {
        say(`a log could not be rotated: ${error instanceof Error ? error.message : String(error)}`);
      }
      isReported = true;
    } finally {
      isRotating = false;
    }
  };
  const timer = setInterval(() => void rotate(), CHECK_MS);
  return () => clearInterval(timer);
}

/** Rotates each log that is larger than the limit: `gateway.log.1` is then the newest of its older files. */
export async function rotateLargeLogs(folder: string, maxBytes: number): Promise<void> {
  for (const name of (await readdir(folder)).filter((entry) => entry.endsWith('.log'))) {
    const path = join(folder, name);
    if ((await stat(path)).size > maxBytes) {
      // Older files move on for a whole copy alone: on a full disk each check would push one out.
      const copy = `${path}.part`;
      try {
        await copyFile(path, copy);
        emptyLog(path, copy);
      } catch (error) {
        await rm(copy, { force: true });
        throw error;
      }
      await shiftLogs(path);
      await rename(copy, `${path}.1`);
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

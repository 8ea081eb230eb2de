import { openSync } from 'node:fs';
import { chmod, mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** For the user who runs Herald alone. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
/** Older files of each log. */
const KEPT_LOGS = 4;

/**
 * Opens `logs/<name>.log` of a home for a child process.
 *
 * @param options.fresh  starts a new file; the logs of earlier runs stay as `<name>.log.1`, `<name>.log.2` …
 * @returns its path and a file descriptor that the caller closes
 */
export async function openLog(
  home: string,
  name: string,
  options: { fresh: boolean },
): Promise<{ path: string; fd: number }> {
  const folder = join(home, 'logs');
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  // Also those of earlier versions, whose files every user of the machine could read.
  await chmod(folder, PRIVATE_FOLDER);
  const path = join(folder, `${name}.log`);
  if (options.fresh) {
    await shiftLogs(path);
    await rename(path, `${path}.1`).catch(() => undefined);
  }
  return { path, fd: openSync(path, 'a', PRIVATE_FILE) };
}

/** Makes space for a new `<name>.log.1`; the oldest file goes. */
export async function shiftLogs(path: string): Promise<void> {
  for (let number = KEPT_LOGS; number > 1; number -= 1) {
    await rename(`${path}.${number - 1}`, `${path}.${number}`).catch(() => undefined);
  }
}

/** The last `bytes` of a file, as lines. */
export async function lastLines(path: string, bytes = 16_384): Promise<string[]> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = Math.min(size, bytes);
    const buffer = Buffer.alloc(length);
    await file.read(buffer, 0, length, size - length);
    return buffer
      .toString('utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
  } finally {
    await file.close();
  }
}

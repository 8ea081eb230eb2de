import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';

/** libfaketime 0.9 of Debian (package `faketime`): the wall clock of one process runs as a file says. */
const LIBRARIES = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`);

/** The path of libfaketime; undefined where it is not installed. */
export const FAKETIME = LIBRARIES.find((path) => existsSync(path));

/**
 * Settings of a process whose wall clock `setClock` sets while it runs. The monotonic clock stays right, as it does on
 * a real machine whose time is set.
 *
 * @param file  from `setClock`
 */
export function wrongClockEnv(file: string): Record<string, string> {
  return {
    LD_PRELOAD: FAKETIME ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    // Reads the file at each question for the time.
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}

/**
 * Sets the wall clock of the processes that follow the file, in seconds ahead of the real time. The file is replaced: a
 * process that read an empty one would end.
 */
export async function setClock(file: string, aheadSeconds: number): Promise<void> {
  await writeFile(`${file}.next`, `${aheadSeconds < 0 ? '' : '+'}${aheadSeconds}\n`);
  await rename(`${file}.next`, file);
}

import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { FAKETIME, setClock, wrongClockEnv } from '../../../test/support/processes/wrong-clock.js';
import { makeVictim } from '../victims.js';
import type { Trouble } from './troubles.js';

const run = promisify(execFile);

/** A small file system in memory for the logs of all processes. */
export interface LogDisk {
  folder: string;
  trouble: Trouble;
  remove(): Promise<void>;
}

const SIZE_MB = 64;

/** @returns why there is none: mounting needs root, and the right to mount */
export async function mountLogDisk(): Promise<LogDisk | string> {
  if (process.getuid?.() !== 0) {
    return 'only root may mount a file system';
  }
  const folder = await mkdtemp(join(tmpdir(), 'herald-logs-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder]);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    return `mount failed: ${String(error)}`;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    trouble: makeVictim(
      'disk',
      () => fill(filler),
      async (luck) => {
        await sleep(1000 + luck * 7000);
        await rm(filler, { force: true });
      },
    ),
    async remove() {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Writes until nothing more fits. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const block of [Buffer.alloc(1024 * 1024), Buffer.alloc(512)]) {
      let hasRoom = true;
      while (hasRoom) {
        // A disk that is full refuses the next block.
        hasRoom = await file.write(block).then(
          ({ bytesWritten }) => bytesWritten === block.length,
          () => false,
        );
      }
    }
  } finally {
    await file.close();
  }
}

/** Clocks of processes that are set. */
export interface Clocks {
  /** Settings of one process: of every start another clock. @param name  the simulators stand for the world, so theirs is right */
  envOf(name: string): Record<string, string>;
  trouble: Trouble;
  remove(): Promise<void>;
}

/** A process refuses to start with a clock that is off by more than 10 s. */
const MAX_OFF_SECONDS = 8;
const CLOCKS = 5;

/**
 * @param aheadSeconds  of every clock; a run around midnight has all of them ahead
 * @param isSkewed      whether single clocks are wrong as well
 * @returns why there are none: libfaketime is not installed
 */
export async function openClocks(aheadSeconds: number, isSkewed: boolean): Promise<Clocks | string> {
  if (!FAKETIME) {
    return 'libfaketime is not installed (Debian: faketime)';
  }
  const folder = await mkdtemp(join(tmpdir(), 'herald-clocks-'));
  const files = Array.from({ length: CLOCKS }, (_, index) => join(folder, String(index)));
  const rightFile = join(folder, 'right');
  for (const file of [...files, rightFile]) {
    await setClock(file, aheadSeconds);
  }
  let starts = 0;
  let wrongFile = files[0] ?? rightFile;
  return {
    envOf(name) {
      const file = isSkewed && name !== 'simulators' && name !== 'postgres' ? files[starts++ % CLOCKS] : rightFile;
      return wrongClockEnv(file ?? rightFile);
    },
    trouble: makeVictim(
      'clock',
      async (luck) => {
        wrongFile = files[Math.floor(luck * CLOCKS)] ?? rightFile;
        const off = Math.round((((luck * CLOCKS) % 1) * 2 - 1) * MAX_OFF_SECONDS * 10) / 10;
        await setClock(wrongFile, aheadSeconds + off);
      },
      async (luck) => {
        await sleep(3000 + luck * 9000);
        await setClock(wrongFile, aheadSeconds);
      },
    ),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { isRolledBack } from '#platform/db';
import { AppError } from '#platform/errors';
import { type Blocker, describeBlockers, type SessionWatch } from './session-watch.repository.js';
import { describeSeconds } from './words.js';

/** Every statement that needs the table waits behind a waiting lock: the first attempts are short. */
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 2000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** Silent attempts: locks are mostly free within a moment. */
const SILENT_ATTEMPTS = 2;
/** After this long someone should look at who holds the lock. */
const PATIENCE_MS = 600_000;

export interface BriefLockOptions {
  /** The step that needs the lock, for the words. */
  step: string;
  watch: SessionWatch;
  say: (line: string) => void;
  /** How long attempts go on, in ms. */
  patienceMs?: number;
}

/**
 * Runs work that takes strong locks, with a limit to each wait, until the locks are free. Between two attempts there is a
 * pause at least twice as long as the wait, so that whoever queued behind it gets on.
 *
 * @param work  gets the longest wait of its locks, in ms; a failed attempt must have changed nothing
 * @throws AppError unavailable, with who holds the lock, when patience ends
 */
export async function runBriefly<R>(
  work: (maxLockWaitMs: number) => Promise<R>,
  { step, watch, say, patienceMs = PATIENCE_MS }: BriefLockOptions,
): Promise<R> {
  const start = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS);
    const began = performance.now();
    let blockers: Blocker[] = [];
    const look = setInterval(() => {
      watch.findBlockers().then(
        (seen) => {
          blockers = seen.length > 0 ? seen : blockers;
        },
        () => undefined,
      );
    }, waitMs / 4);
    try {
      return await work(waitMs);
    } catch (error) {
      if (!isRolledBack(error)) {
        throw error;
      }
      const holder = describeBlockers(blockers) ?? 'another session';
      if (performance.now() - start >= patienceMs) {
        throw new AppError(
          'unavailable',
          `"${step}" got no lock within ${describeSeconds(patienceMs / 1000)}, because of ${holder}. Nothing is lost: end that session or wait for it, and run "herald migrate" again`,
          { cause: error },
        );
      }
      const pauseMs = Math.max(
        Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS),
        2 * (performance.now() - began),
      );
      if (attempt >= SILENT_ATTEMPTS) {
        say(`"${step}" waits for ${holder}; tried again in ${describeSeconds(pauseMs / 1000)}`);
      }
      await sleep(pauseMs);
    } finally {
      clearInterval(look);
    }
  }
}

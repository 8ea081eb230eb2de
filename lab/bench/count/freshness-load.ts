import { OPERATOR } from '#libs/tenancy';
import type { Database } from '#platform/db';
import type { AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { Dice } from '../../../test/support/rooms/dice.js';
import type { Stack } from '../../../test/support/processes/stack.js';
import { ATTRIBUTES } from './audience-data.js';
import { parseTarget } from '../../../test/support/rooms/parse.js';

/** Attributes of the users, and the one that `probeLag` writes. */
export const PROBED_ATTRIBUTES = [...ATTRIBUTES, { code: 'probe', dataType: 'STRING' }];

/** Users of one request. */
const BATCH = 500;
/** Requests that may be under way at once; a gateway that is slower than the rate makes the rate lower. */
const MOST_UNDER_WAY = 8;
const PROBE_MS = 250;
const POLL_MS = 10;

/**
 * Writes users over HTTP at a rate: requests of 500 random users with three attributes each.
 *
 * @param users  how many there are
 * @param rate   users a second
 * @param isOver asked before each request
 * @returns how many were written
 */
export async function writeUsers(stack: Stack, users: number, rate: number, isOver: () => boolean): Promise<number> {
  const dice = new Dice(3);
  const underWay = new Set<Promise<void>>();
  let written = 0;
  for (let at = performance.now(); !isOver(); at += (BATCH * 1000) / rate) {
    await pause(at - performance.now());
    if (underWay.size >= MOST_UNDER_WAY) {
      await Promise.race(underWay);
    }
    const body = Array.from({ length: BATCH }, () => ({
      extId: `user-${1024 + dice.below(users)}`,
      profile: { age: 18 + dice.below(70), spent: dice.below(100_000) / 100, town: `town-${dice.below(83)}` },
    }));
    const request = stack.rest.post('setProfileAttributes', body).then(({ status, body: answer }) => {
      if (status !== 200) {
        throw new Error(`setProfileAttributes answered ${status}: ${JSON.stringify(answer)}`);
      }
      written += BATCH;
      underWay.delete(request);
    });
    underWay.add(request);
  }
  await Promise.all(underWay);
  return written;
}

/**
 * Writes a value that no user has, and counts its users until there is one.
 *
 * @param room  the services of the process that counts
 * @returns waits from the commit to the count, in milliseconds
 */
export async function probeLag(stack: Stack, room: AudienceRoom, isOver: () => boolean): Promise<number[]> {
  const lags: number[] = [];
  for (let n = 0; !isOver(); n++) {
    const profile = { probe: `probe-${process.pid}-${n}` };
    await stack.rest.post('setProfileAttributes', [{ extId: `user-${1024 + n}`, profile }]);
    const committed = performance.now();
    while ((await room.counts.count(stack.appId, parseTarget({ profile }, 'count'), OPERATOR)).counts === 0) {
      await pause(POLL_MS);
    }
    lags.push(performance.now() - committed);
    await pause(PROBE_MS);
  }
  return lags;
}

/** Until the scheduler has built the index. */
export async function serving(db: Database, appId: number): Promise<void> {
  const isServing = () =>
    db.row("SELECT FROM audience.index_generation AS g WHERE g.app_id = $1 AND g.state = 'serving'", [appId]);
  while (!(await isServing())) {
    await pause(500);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}

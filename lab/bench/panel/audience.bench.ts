import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { PAGE_HEADERS } from '../../../test/support/contract/panel-member.js';
import { signInFirst } from '../../../test/support/panel/panel-session.js';
import { treeCpuMs } from '../../../test/support/processes/children.js';
import { childOf, startStack } from '../../../test/support/processes/stack.js';
import { openAudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { audienceName, fillAudience, fillEvents, SEGMENTS } from '../count/audience-data.js';
import { build } from '../count/count-engines.js';
import { PROBED_ATTRIBUTES } from '../count/freshness-load.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { percentile, round2 } from '../support/measurements.js';

/**
 * `npm run bench -- audience --users N`: milliseconds from the last key of a line to its number in the panel's audience,
 * by kind of clause (`--kinds`: some of them), and the CPU of Postgres and the gateway for each: the pause after typing and the
 * quick question over HTTP; of behaviour the whole one. Then overlaps of eight audiences, from the click. No answer is
 * remembered. With BENCH_DATA=DIR the users are kept and found again, those of `count` too.
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '100' },
    kinds: { type: 'string', default: '' },
  },
});
const wanted = values.kinds === '' ? undefined : values.kinds.split(',');
const [users, rounds] = [Number(values.users), Number(values.rounds)];
if (!(users >= 1000 && rounds > 0)) {
  throw new Error('Usage: bench audience [--users 100000] [--rounds 100] [--kinds range,event]');
}
/** The pause of `apps/panel/audience` after the last key. */
const TYPING_MS = 200;
const SETTINGS = { INDEX_LEAST_USERS: '1000', INDEX_ANSWERS: '0', INDEX_MOST_LAG_MS: '60000' };
const PLACE = { latitude: 41.0082, longitude: 28.9784, radius: 2 };
const [gold, vip, member] = [{ profile: { plan: 'gold' } }, { profile: { vip: true } }, { segment: 'gold' }];

const KINDS: Record<string, object> = {
  attribute: { all: [gold] },
  two_attributes: { all: [gold, vip] },
  range: { all: [{ profile: { age: { $gte: 40 } } }] },
  contains: { all: [{ profile: { town: { $contains: ['own-1'] } } }] },
  tag: { all: [{ tag: ['tag-1'] }] },
  segment: { all: [member] },
  device: { all: [{ installation: { platform: ['IOS'] } }] },
  any_of_three: { any: [gold, { tag: ['tag-1'] }, member] },
  place: { all: [{ location: PLACE }] },
  place_of_many: { all: [{ location: { ...PLACE, radius: 50 } }] },
  no_place: { none: [{ location: PLACE }] },
  place_and_attribute: { all: [gold, { location: PLACE }] },
  none_in_any: { all: [{ any: [gold, vip] }, { none: [{ tag: ['tag-1'] }, member] }] },
};
/** These follow in the whole question, with progress and a button to stop it. */
const SLOW: Record<string, object> = {
  event: { all: [{ event: { name: 'ProductViewEvent', within: '7d' } }] },
  product: { all: [{ product: { action: 'bought', within: '30d', price: { atLeast: 50 } } }] },
  no_event: { all: [gold, { event: { name: 'ProductPurchaseEvent', within: '30d', not: true } }] },
};
/** Eight audiences each, which a member compares by a click. */
const OVERLAPS: Record<string, object[]> = {
  overlap_of_8: [
    { all: [gold] },
    { all: [vip] },
    { all: [{ profile: { age: { $gte: 40 } } }] },
    { all: [{ tag: ['tag-1'] }] },
    { all: [{ tag: ['tag-2'] }] },
    { all: [member] },
    { all: [{ installation: { platform: ['IOS'] } }] },
    { any: [gold, { tag: ['tag-3'] }] },
  ],
};
OVERLAPS['overlap_of_8_with_place_and_event'] = [
  ...(OVERLAPS['overlap_of_8'] ?? []).slice(0, 6),
  { all: [{ location: { ...PLACE, radius: 50 } }] },
  { all: [{ event: { name: 'ProductPurchaseEvent', within: '30d' } }] },
];
/** Events of each user. */
const EVENTS = 3;
const SLOW_ROUNDS = 5;
/** Percent of the waits that are shorter. */
const SHARES = [50, 95, 99];

await withBenchDatabase(async ({ url, pid, masterKey }) => {
  const home = await mkdtemp(join(tmpdir(), 'herald-bench-'));
  const stack = await startStack({ databaseUrl: url, masterKey, workers: 0, env: SETTINGS });
  const db = await openDatabase(url, 4, createLogger('bench', 'silent'));
  const room = await openAudienceRoom({ url, db }, SETTINGS);
  try {
    const { appId } = stack;
    const row = await db.row<{ name: string }>('SELECT a.name FROM tenancy.application AS a WHERE a.id = $1', [appId]);
    const app = row?.name ?? '';
    await room.applying.apply({ app, attributes: PROBED_ATTRIBUTES }, { dryRun: false });
    await fillAudience({ db, url }, appId, users);
    await fillEvents(db, appId, EVENTS);
    await room.applying.apply({ app, segments: SEGMENTS }, { dryRun: false });
    await build(room, db, appId, pid);
    const origin = `http://localhost:${childOf(stack, 'gateway').port}`;
    const cookie = await signInFirst(origin, { DATABASE_URL: url, MASTER_KEY: masterKey, HERALD_HOME: home });
    const ask = async (path: string, body: object): Promise<number> => {
      const askedAt = performance.now();
      const answer = await fetch(`${origin}/panel/1.0/apps/${app}/audience/${path}`, {
        method: 'POST',
        headers: { ...PAGE_HEADERS, cookie },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (answer.status !== 200) {
        throw new Error(`${JSON.stringify(body)} was answered by ${answer.status}: ${text}`);
      }
      return performance.now() - askedAt;
    };
    const figures: Record<string, number | string> = { bench: 'audience', users, rounds };
    const measure = async (kind: string, times: number, askOnce: () => Promise<number>): Promise<void> => {
      if (wanted?.includes(kind) === false) {
        return;
      }
      await askOnce();
      const waits: number[] = [];
      const [postgres, gateway] = [treeCpuMs(pid), childOf(stack, 'gateway').cpuMs()];
      for (let round = 0; round < times; round++) {
        waits.push(await askOnce());
      }
      for (const share of SHARES) {
        figures[`${kind}_p${share}_ms`] = Math.round(percentile(waits, share / 100));
      }
      figures[`${kind}_postgres_cpu_ms`] = round2((treeCpuMs(pid) - postgres) / times);
      figures[`${kind}_gateway_cpu_ms`] = round2((childOf(stack, 'gateway').cpuMs() - gateway) / times);
    };
    for (const [kinds, quick, times] of [[KINDS, true, rounds] as const, [SLOW, false, SLOW_ROUNDS] as const]) {
      for (const [kind, target] of Object.entries(kinds)) {
        await measure(kind, times, async () => TYPING_MS + (await ask('preview', { target, quick })));
      }
    }
    for (const [kind, targets] of Object.entries(OVERLAPS)) {
      await measure(kind, rounds, async () => ask('overlap', { targets }));
    }
    console.log(JSON.stringify(figures));
  } finally {
    await room.close();
    await db.close();
    await stack.stop();
    await rm(home, { recursive: true, force: true });
  }
}, audienceName(users));

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Database } from '#platform/db';
import { signInFirst } from '../../../test/support/panel/panel-session.js';
import { childOf, startStack } from '../../../test/support/processes/stack.js';
import { reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { BENCH_MESSAGE } from '../send/bench-message.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { percentile, round2 } from '../support/measurements.js';
import { LiveListener, type Snapshot } from '../../../test/support/panel/live-listener.js';
import { watchSettled } from './settled-watch.js';

/**
 * `npm run bench -- listeners --installations 100000 --listeners 50`: streams of the panel that follow one campaign while
 * it is sent. Each snapshot must add up and never go back; the last one must be what the results say. Prints how old the
 * snapshots were, and the CPU time of the gateway beside that of the same campaign without listeners.
 */
const { values } = parseArgs({
  options: { installations: { type: 'string', default: '100000' }, listeners: { type: 'string', default: '50' } },
});
const [installations = 0, listeners = 0] = [values.installations, values.listeners].map(Number);
if (!(installations > 0) || !(listeners > 0)) {
  throw new Error('Usage: bench listeners [--installations 100000] [--listeners 50]');
}
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const FINISHED_WITHIN_MS = 1_800_000;

await withBenchDatabase(async (database) => {
  const home = await mkdtemp(join(tmpdir(), 'herald-listeners-'));
  const stack = await startStack({ databaseUrl: database.url, masterKey: MASTER_KEY });
  try {
    await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', installations));
    const gateway = childOf(stack, 'gateway');
    const origin = `http://localhost:${gateway.port}`;
    const cookie = await signInFirst(origin, { DATABASE_URL: database.url, MASTER_KEY, HERALD_HOME: home });
    const app = await panelKeyOf(origin, cookie);
    /** One campaign to all, and what the gateway took for it. */
    const send = async (streams: number) => {
      const started = performance.now();
      const key = await stack.rest.sendBulk({ ...BENCH_MESSAGE, platforms: ['IOS'] });
      const settled = watchSettled(stack.db, key);
      const following = await Promise.all(
        Array.from({ length: streams }, () =>
          LiveListener.open(`${origin}/panel/1.0/live?app=${app}&topics=campaign:${key}`, cookie),
        ),
      );
      // Opening a stream is a request as others are; what is asked here is what it costs to stay.
      const [cpu, opened] = [gateway.cpuMs(), performance.now()];
      await stack.rest.finished(key, FINISHED_WITHIN_MS, 250);
      const percentOfCore = ((gateway.cpuMs() - cpu) / (performance.now() - opened)) * 100;
      const seconds = (performance.now() - started) / 1000;
      await Promise.all(following.map((listener) => listener.until(({ state }) => state === 'FINISHED')));
      following.forEach((listener) => listener.close());
      return { key, seconds, percentOfCore, following, settled: await settled.end() };
    };
    await send(1);
    const alone = await send(0);
    const heard = await send(listeners);
    const snapshots = heard.following.flatMap((listener) => listener.snapshots);
    const wrong = heard.following.flatMap((listener) => faultsOf(listener.snapshots));
    const last = heard.following.map((listener) => listener.snapshots.at(-1)?.data.sent);
    const sent = await sentOf(stack.db, heard.key);
    const ages = snapshots.map(({ at, data }) => heard.settled.ageOf(data.sent + data.failed + data.skipped, at));
    console.log(
      JSON.stringify({
        bench: 'listeners',
        installations,
        listeners,
        snapshots: snapshots.length,
        snapshots_that_do_not_add_up_or_go_back: wrong.length,
        listeners_whose_last_snapshot_is_the_ledger: last.filter((value) => value === sent).length,
        age_ms_median: percentile(ages, 0.5),
        age_ms_highest: percentile(ages, 1 - Number.EPSILON),
        send_s: round2(heard.seconds),
        send_s_without: round2(alone.seconds),
        gateway_percent_of_core: round2(heard.percentOfCore),
        gateway_percent_of_core_without: round2(alone.percentOfCore),
        percent_of_core_of_listeners: round2(heard.percentOfCore - alone.percentOfCore),
      }),
    );
    if (wrong.length > 0) {
      throw new Error(wrong.slice(0, 3).join('\n'));
    }
  } finally {
    await stack.stop();
    await rm(home, { recursive: true, force: true });
  }
});

/** The name under which the panel's addresses know the only application. */
async function panelKeyOf(origin: string, cookie: string): Promise<string> {
  const answer = await fetch(`${origin}/panel/1.0/me`, { headers: { cookie } });
  const { apps } = (await answer.json()) as { apps: { key: string }[] };
  return apps[0]?.key ?? '';
}

/** Sums that are not the planned ones, and figures that go back. */
function faultsOf(snapshots: readonly Snapshot[]): string[] {
  return snapshots.flatMap(({ data }, index) => {
    const sum = data.sent + data.failed + data.skipped + data.inDoubt + data.waiting;
    const before = snapshots[index - 1]?.data;
    return sum !== data.planned || (before !== undefined && data.sent < before.sent) ? [JSON.stringify(data)] : [];
  });
}

async function sentOf(db: Database, key: number): Promise<number> {
  const row = await db.row<{ n: number }>(
    `SELECT count(*)::integer AS n FROM delivery.push_result AS r JOIN delivery.dispatch AS d USING (dispatch_id)
      WHERE d.notification_key = $1 AND r.status = 1`,
    [key],
  );
  return row?.n ?? 0;
}

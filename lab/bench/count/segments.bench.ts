import { parseArgs } from 'node:util';
import { IndexMaintenanceService } from '#libs/audience';
import { Database, openDatabase } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { migrate } from '../../../migrations/data-source.js';
import { openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { treeCpuMs } from '../../../test/support/processes/children.js';
import { ATTRIBUTES, fillAudience, fillEvents } from './audience-data.js';

/**
 * `npm run bench -- segments --users N`: a full recalculation of 100 segments of mixed rules, by the bitmap index and by SQL
 * alone, which have to agree. Users are as in `count-sql`, with three events each on average on the last thirty days.
 */
const { values } = parseArgs({ options: { users: { type: 'string', default: '100000' } } });
const users = Number(values.users);
if (!Number.isInteger(users) || users < 1000) {
  throw new Error('Usage: bench segments [--users 100000]');
}

const EVENTS_PER_USER = 3;
const NEVER = '1000000000';
const PLANS = ['gold', 'silver', 'rare'];

/** Segments by tens: attributes, tags, combinations, places, and three of users' events. */
const SEGMENTS = Array.from({ length: 100 }, (_, i) => {
  const n = Math.floor(i / 10);
  const target = [
    { profile: { plan: PLANS[n % 3] } },
    { profile: { age: [20 + n, 40 + n] } },
    { profile: { sex: 'f', vip: n % 2 === 0 } },
    { tag: { $or: [`tag-${n}`, `tag-${n + 10}`] } },
    { tag: { $not: [`tag-${n}`] }, profile: { plan: 'gold' } },
    { profile: { $or: { town: [`town-${n}`], player: [String(n)] } } },
    { location: { latitude: 41, longitude: 29, radius: 1 + n } },
    { event: { name: 'ProductViewEvent', within: `${3 + n}d` } },
    { event: { name: 'ProductViewEvent', atLeast: 2, where: { price: { atLeast: 10 * n } } }, profile: { sex: 'm' } },
    { event: { name: 'ProductPurchaseEvent', not: true, within: '30d' }, profile: { plan: 'gold' } },
  ][i % 10];
  return { name: `segment-${i}`, target };
});

await withBenchDatabase(async ({ url, pid }) => {
  await migrate(url);
  const db = await openDatabase(url, 4, createLogger('bench', 'silent'));
  try {
    const figures: Record<string, number | string> = { bench: 'segments', users, segments: SEGMENTS.length };
    const sql = await openAudienceRoom({ url, db }, { INDEX_LEAST_USERS: NEVER });
    const appId = (await sql.applying.apply({ app: 'bench', attributes: ATTRIBUTES }, { dryRun: false })).app.id;
    await fillAudience({ db, url }, appId, users);
    await fillEvents(db, appId, EVENTS_PER_USER);
    await db.tx((tx) => define(tx, appId));
    const bySql = await recalculate(sql, appId, pid, figures, 'sql');
    await sql.close();

    const indexed = await openAudienceRoom({ url, db }, { INDEX_LEAST_USERS: '1000', INDEX_WAIT_MS: '5000' });
    try {
      const started = performance.now();
      await indexed.get(IndexMaintenanceService).buildIndexes();
      await indexed.get(IndexMaintenanceService).followFeed();
      figures['index_build_seconds'] = seconds(performance.now() - started);
      const byIndex = await recalculate(indexed, appId, pid, figures, 'index');
      const differing = [...bySql].filter(([name, count]) => byIndex.get(name) !== count);
      figures['differing'] = differing.length;
      differing.forEach(([name, count]) => console.log(`${name}: ${count} by SQL, ${byIndex.get(name)} by the index`));
    } finally {
      await indexed.close();
    }
    console.log(JSON.stringify(figures));
  } finally {
    await db.close();
  }
});

/** Members are unknown until the first calculation, so that none is found to be as before. */
async function define(tx: Parameters<Parameters<Database['tx']>[0]>[0], appId: number): Promise<void> {
  await tx.affected(
    `INSERT INTO audience.segment (app_id, name, type, target)
     SELECT $1, s ->> 'name', 'STANDARD', s -> 'target' FROM jsonb_array_elements($2::jsonb) AS s`,
    [appId, JSON.stringify(SEGMENTS)],
  );
}

/** @returns members of each segment */
async function recalculate(
  room: AudienceRoom,
  appId: number,
  pid: number,
  figures: Record<string, number | string>,
  name: string,
): Promise<Map<string, number>> {
  await room.get(IndexMaintenanceService).followFeed();
  await room.audience.countTarget(appId, { type: 'all' });
  const [postgres, ownValue, started] = [treeCpuMs(pid), process.cpuUsage(), performance.now()];
  await room.get(Database).affected('UPDATE audience.segment SET due_at = now() WHERE app_id = $1', [appId]);
  for (let done = 0; done < SEGMENTS.length;) {
    done += await room.calculator.calculateDue(appId);
  }
  const spent = process.cpuUsage(ownValue);
  figures[`${name}_seconds`] = seconds(performance.now() - started);
  figures[`${name}_postgres_cpu_seconds`] = seconds(treeCpuMs(pid) - postgres);
  figures[`${name}_process_cpu_seconds`] = seconds((spent.user + spent.system) / 1000);
  return new Map((await room.segments.list(appId)).map((segment) => [segment.name, segment.userCount]));
}

function seconds(ms: number): number {
  return Math.round(ms / 10) / 100;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bigintArray, openDatabase, type Database } from '#platform/db';
import { BUCKETS, bucketOf } from '#platform/ids';
import { createLogger } from '#platform/runtime';
import { migrate } from '../../../migrations/data-source.js';
import { seeded } from '../../../test/support/rooms/seeded-random.js';
import { openUsersRoom, type UsersRoom } from '../../../test/support/rooms/users-room.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { percentile } from '../support/measurements.js';
import { sumOf, watchPostgresCpu } from '../support/postgres-cpu.js';

/**
 * `npm run bench -- people-search`: entries of the search for people, their bytes and CPU, and the time of searches for
 * frequent, rare and absent words. With `--writes 2000` so many users a second get another address in the meantime, by batches of
 * a hundred, and the feed is read. Divide times by the factor of the machine (`npm run bench -- machine`).
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    searches: { type: 'string', default: '200' },
    writes: { type: 'string', default: '0' },
  },
});
const [users = 0, searches = 0, writes = 0] = [values.users, values.searches, values.writes].map(Number);
if (!(users >= 1000 && searches > 0 && writes >= 0)) {
  throw new Error('Usage: bench people-search [--users 1000000] [--searches 200] [--writes 0]');
}
const INSERTED = 100_000;
const BATCH = 100;
const FIRST = ['Anna', 'Johanna', 'Hannes', 'Mehmet', 'Ayşe', 'Zeynep', 'Jürgen', 'Tomo', 'Marie', 'Luca'];
const LAST = ['Yılmaz', 'Kaya', 'Müller', 'Schmidt', 'Hannover', 'Rossi', 'Nakagawa', 'Strauß', 'Çelik', 'Dubois'];
const random = seeded(44);

await withBenchDatabase(async ({ url, pid }) => {
  await migrate(url);
  const db = await openDatabase(url, 8, createLogger('bench', 'silent'));
  const room = await openUsersRoom({ url, db });
  try {
    const appId = (await room.applying.apply({ app: 'shop' }, { dryRun: false })).app.id;
    await insertUsers(db, appId);
    const stop = watchPostgresCpu(pid);
    const began = { at: performance.now(), cpu: process.cpuUsage() };
    await room.searchBuilder.build();
    const seconds = (performance.now() - began.at) / 1000;
    const { user, system } = process.cpuUsage(began.cpu);
    const buildCpuUs = (sumOf(stop()) * 1000 + user + system) / users;
    await db.affected('VACUUM ANALYZE users.search_entry');
    const bytes = await db.row<{ heap: number; gin: number; key: number }>(
      `SELECT pg_table_size('users.search_entry')::float8 AS heap,
              pg_relation_size('users.search_entry_parts')::float8 AS gin,
              pg_relation_size('users.search_entry_pkey')::float8 AS key`,
    );
    const ended = new AbortController();
    const writing = write(room, appId, ended.signal);
    const times = await search(room, appId);
    ended.abort();
    const written = await writing;
    console.log(
      JSON.stringify({
        bench: 'people-search',
        users,
        build_seconds: Math.round(seconds),
        build_cpu_us_per_user: Math.round(buildCpuUs),
        bytes_per_user: Object.fromEntries(
          Object.entries(bytes ?? {}).map(([name, n]) => [name, Math.round(n / users)]),
        ),
        ...times,
        ...written,
      }),
    );
  } finally {
    await room.close();
    await db.close();
  }
});

/** Users with names as often as in a phone book, one rare name in ten thousand. */
async function insertUsers(db: Database, appId: number): Promise<void> {
  const counts = Array.from({ length: BUCKETS }, () => 0);
  for (let from = 0; from < users; from += INSERTED) {
    const numbers = Array.from({ length: Math.min(users - from, INSERTED) }, (_, at) => from + at);
    const uids = numbers.map((number) => {
      const bucket = bucketOf(appId, `customer-${number}`);
      const place = (counts[bucket] ?? 0) + 1;
      counts[bucket] = place;
      return place * BUCKETS + bucket;
    });
    await db.affected(
      `INSERT INTO users.app_user (vb, app_id, uid, ext_id, email, msisdn, attrs)
       SELECT n.uid % ${BUCKETS}, $1, n.uid, 'customer-' || n.i, lower(n.first) || n.i || '@example.com',
              '+9053' || lpad((n.i * 7919 % 100000000)::text, 8, '0'), jsonb_build_object('1', n.first, '2', n.last)
       FROM (SELECT g.i, g.uid, ($4::text[])[1 + (g.i * 31 % 10)] AS first,
                    CASE WHEN g.i % 10000 = 77 THEN 'Löwenherz' ELSE ($5::text[])[1 + (g.i / 10 % 10)] END
                    || CASE WHEN g.i % 3 = 0 THEN '-' || g.i % 5000 ELSE '' END AS last
             FROM unnest($2::bigint[], $3::bigint[]) AS g (i, uid)) AS n`,
      [appId, bigintArray(numbers), bigintArray(uids), FIRST, LAST],
    );
  }
  await db.affected(
    `INSERT INTO users.uid_block (vb, app_id, series, next_n)
     SELECT v.vb - 1, $1, 1, v.n + 1 FROM unnest($2::bigint[]) WITH ORDINALITY AS v (n, vb)`,
    [appId, bigintArray(counts)],
  );
  await db.affected('VACUUM ANALYZE users.app_user');
}

async function search(room: UsersRoom, appId: number): Promise<object> {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const user = (): number => Math.floor(random() * users);
  const kinds: Record<string, () => string> = {
    frequent: () => pick(['ann', 'hann', 'example', '@exa', 'müll', '+9053', 'customer']),
    rare: () => pick(['löwen', 'LOWENHERZ', 'wenher']),
    single: () => pick([`customer-${user()}`, `anna${user()}@`, String((user() * 7919) % 100_000_000)]),
    absent: () => pick(['zzzqqq', 'annxyz', 'hannoverse kayak']),
    together: () => `${pick(FIRST)} ${pick(LAST).slice(0, 4)}`,
  };
  const times: Record<string, number[]> = {};
  for (let at = 0; at < searches; at += 1) {
    for (const [kind, text] of Object.entries(kinds)) {
      const began = performance.now();
      await room.search.find(appId, text(), true);
      (times[kind] ??= []).push(performance.now() - began);
    }
  }
  const all = Object.values(times).flat();
  return {
    p50_ms: percentile(all, 0.5),
    p99_ms: percentile(all, 0.99),
    p99_ms_by_kind: Object.fromEntries(Object.entries(times).map(([kind, list]) => [kind, percentile(list, 0.99)])),
  };
}

/** Gives users other addresses, evenly over each second, and reads the feed as a scheduler does. */
async function write(room: UsersRoom, appId: number, ended: AbortSignal): Promise<object> {
  if (writes === 0) {
    return {};
  }
  const began = performance.now();
  const reading = readFeed(room, ended);
  let done = 0;
  while (!ended.aborted) {
    await sleep(Math.max(0, (done / writes) * 1000 - (performance.now() - began)));
    const entries = Array.from({ length: BATCH }, () => ({
      extId: `customer-${Math.floor(random() * users)}`,
      profile: { email: `new${Math.floor(random() * 1e9)}@example.org` },
    }));
    await room.registration.setProfileAttributes(appId, entries);
    done += BATCH;
  }
  await reading;
  return { writes_per_second: Math.round((done * 1000) / (performance.now() - began)) };
}

async function readFeed(room: UsersRoom, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await room.readFeed();
    await sleep(1000);
  }
}

import { parseArgs } from 'node:util';
import { openDatabase, type Database } from '#platform/db';
import { bucketOf } from '#platform/ids';
import { createLogger } from '#platform/runtime';
import { migrate } from '../../../migrations/data-source.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { treeCpuMs } from '../../../test/support/processes/children.js';
import { openUsersRoom, type UsersRoom } from '../../../test/support/rooms/users-room.js';

/**
 * `npm run bench -- uids`: what numbers for new users cost. First the allocator alone, as one process shares it and as
 * many processes compete for it; then whole `registerUsers` batches of new users, without and with a device each.
 */
const { values } = parseArgs({
  options: {
    lanes: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '10' },
    batch: { type: 'string', default: '1000' },
  },
});
const [lanes, rounds, batch] = [Number(values.lanes), Number(values.rounds), Number(values.batch)];
if (![lanes, rounds, batch].every((n) => Number.isInteger(n) && n > 0)) {
  throw new Error('Usage: bench uids [--lanes 16] [--rounds 10] [--batch 1000]');
}

interface Cost {
  perS: number;
  nodeMsPer1000: number;
  postgresMsPer1000: number;
  p99Ms: number;
}

await withBenchDatabase(async ({ url, pid }) => {
  await migrate(url);
  const db = await openDatabase(url, lanes + 2, createLogger('bench', 'silent'));
  const processes = await Promise.all(Array.from({ length: lanes }, () => openUsersRoom({ url, db })));
  try {
    const [entry] = processes;
    if (!entry) {
      throw new Error('There is no process');
    }
    const appId = (await entry.applying.apply({ app: 'bench' }, { dryRun: false })).app.id;
    await measure(pid, 2, (lane, round) => take(entry, appId, `warm-${lane}-${round}`));
    const shared = await measure(pid, rounds, (lane, round) => take(entry, appId, `shared-${lane}-${round}`));
    const apart = await measure(pid, rounds, (lane, round) =>
      take(processes[lane] ?? entry, appId, `apart-${lane}-${round}`),
    );
    await measure(pid, 1, (lane, round) => register(entry, appId, `warm-${lane}-${round}`, true));
    const users = await measure(pid, rounds, (lane, round) => register(entry, appId, `users-${lane}-${round}`, false));
    const devices = await measure(pid, rounds, (lane, round) =>
      register(entry, appId, `devices-${lane}-${round}`, true),
    );
    await check(db, appId);
    console.log(
      JSON.stringify({
        bench: 'uids',
        lanes,
        batch,
        ids_per_s: shared.perS,
        ids_node_cpu_ms_per_1000: shared.nodeMsPer1000,
        ids_postgres_cpu_ms_per_1000: shared.postgresMsPer1000,
        ids_p99_ms: shared.p99Ms,
        ids_per_s_as_many_processes: apart.perS,
        ids_postgres_cpu_ms_per_1000_as_many_processes: apart.postgresMsPer1000,
        ids_p99_ms_as_many_processes: apart.p99Ms,
        users_per_s: users.perS,
        users_node_cpu_ms_per_1000: users.nodeMsPer1000,
        users_postgres_cpu_ms_per_1000: users.postgresMsPer1000,
        users_p99_ms: users.p99Ms,
        users_with_device_per_s: devices.perS,
        users_with_device_node_cpu_ms_per_1000: devices.nodeMsPer1000,
        users_with_device_postgres_cpu_ms_per_1000: devices.postgresMsPer1000,
        users_with_device_p99_ms: devices.p99Ms,
      }),
    );
  } finally {
    await Promise.all(processes.map((room) => room.close()));
    await db.close();
  }
});

/** Every lane runs its batches one after the other, all lanes at once. */
async function measure(
  pid: number,
  turns: number,
  work: (lane: number, round: number) => Promise<void>,
): Promise<Cost> {
  const [node, postgres, started] = [process.cpuUsage(), treeCpuMs(pid), performance.now()];
  const waits: number[] = [];
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let round = 0; round < turns; round++) {
        const began = performance.now();
        await work(lane, round);
        waits.push(performance.now() - began);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(node);
  const done = lanes * turns * batch;
  return {
    perS: Math.round(done / seconds),
    nodeMsPer1000: round2((user + system) / done),
    postgresMsPer1000: round2(((treeCpuMs(pid) - postgres) * 1000) / done),
    p99Ms: round2(waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0),
  };
}

async function take(room: UsersRoom, appId: number, name: string): Promise<void> {
  const vbs = Array.from({ length: batch }, (_, i) => bucketOf(appId, `${name}-${i}`));
  await room.uidAllocator.allocate(appId, 'user', vbs);
}

async function register(room: UsersRoom, appId: number, name: string, withDevice: boolean): Promise<void> {
  const entries = Array.from({ length: batch }, (_, i) => ({
    extId: `${name}-${i}`,
    profile: { name: 'Jo', language: 'en' },
    ...(withDevice && { platform: 'ANDROID', deviceToken: `${name}-${i}-${'APA91b'.repeat(20)}` }),
  }));
  await room.registration.registerUsers(appId, entries);
}

/** A fast allocator that loses or doubles a number is none. */
async function check(db: Database, appId: number): Promise<void> {
  const row = await db.row<{ users: number; distinct: number }>(
    'SELECT count(*) AS users, count(DISTINCT u.uid) AS distinct FROM users.app_user AS u WHERE u.app_id = $1',
    [appId],
  );
  const expected = lanes * (2 * rounds + 1) * batch;
  if (row?.users !== expected || row.distinct !== expected) {
    throw new Error(`Expected ${expected} users, found ${row?.users} with ${row?.distinct} numbers`);
  }
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

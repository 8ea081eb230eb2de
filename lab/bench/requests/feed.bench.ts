import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase, type Database } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import { createLogger } from '#platform/runtime';
import { migrate } from '../../../migrations/data-source.js';
import { treeCpuMs } from '../../../test/support/processes/children.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { round2 } from '../support/measurements.js';

/**
 * `npm run bench -- feed`: what a transaction with a row of the change feed costs, alone and with a write of users, and how
 * many go through in a second. With BENCH_SERVER on Citus the CPU time is printed for each server: the feed is a table
 * of the coordinator, so that what the coordinator spends on a transaction says where the writes of an installation
 * end.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '8' },
    users: { type: 'string', default: '20000' },
    batch: { type: 'string', default: '100' },
  },
});
const [seconds = 0, connections = 0, users = 0, batch = 0] = [
  values.seconds,
  values.connections,
  values.users,
  values.batch,
].map(Number);
if (![seconds, connections, users, batch].every((n) => Number.isInteger(n) && n > 0) || users < batch * connections) {
  throw new Error('Usage: bench feed [--seconds 10] [--connections 8] [--users 20000] [--batch 100]');
}

const APP = 1;
const outbox = new OutboxRepository();

await withBenchDatabase(async ({ url, pid }) => {
  await migrate(url);
  const db = await openDatabase(url, connections + 1, createLogger('bench', 'silent'));
  try {
    await db.affected(
      `INSERT INTO users.app_user (vb, app_id, uid, ext_id)
       SELECT (n % 1024)::smallint, $1, n, 'user-' || n FROM generate_series(1, $2::integer) AS n`,
      [APP, users],
    );
    const servers = serversOf(pid);
    const figures: Record<string, number | string> = { bench: 'feed', seconds, connections, users, batch };
    for (const [name, size, isWritten] of [
      ['feed_alone', 1, false],
      ['one_user', 1, true],
      ['batch', batch, true],
    ] as const) {
      await run(db, size, isWritten, 1000);
      const before = servers.map((server) => treeCpuMs(server.pid));
      const started = performance.now();
      const count = await run(db, size, isWritten, seconds * 1000);
      const took = (performance.now() - started) / 1000;
      figures[`${name}_transactions_per_s`] = Math.round(count / took);
      figures[`${name}_users_per_s`] = Math.round((count * size) / took);
      servers.forEach((server, at) => {
        const spent = treeCpuMs(server.pid) - (before[at] ?? 0);
        figures[`${name}_${server.name}_cpu_ms`] = round2(spent / count);
      });
    }
    figures['read_position_ms'] = await positionCost(db);
    console.log(JSON.stringify(figures));
  } finally {
    await db.close();
  }
});

/**
 * Runs transactions on every connection for a time. Each connection has users of its own, so that none waits for a
 * lock.
 */
async function run(db: Database, size: number, isWritten: boolean, ms: number): Promise<number> {
  const end = performance.now() + ms;
  const share = Math.floor(users / connections);
  const counts = await Promise.all(
    Array.from({ length: connections }, async (_, lane) => {
      let count = 0;
      for (; performance.now() < end; count++) {
        const first = lane * share + 1 + ((count * size) % (share - size + 1));
        const uids = Array.from({ length: size }, (__, n) => first + n);
        await db.tx(async (tx) => {
          if (isWritten) {
            await tx.affected(
              `UPDATE users.app_user AS u SET updated_at = now() FROM unnest($2::bigint[]) AS q (uid)
                WHERE u.vb = q.uid % 1024 AND u.app_id = $1 AND u.uid = q.uid`,
              [APP, uids],
            );
          }
          await outbox.add(tx, { appId: APP, kind: 'attribute', uids, keys: [1] });
        });
      }
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Measures a reader's wait for the position after its changes, in ms. */
async function positionCost(db: Database): Promise<number> {
  const started = performance.now();
  const times = 200;
  for (let n = 0; n < times; n++) {
    await db.row('SELECT platform.settled_snapshot()::text AS position');
  }
  return round2((performance.now() - started) / times);
}

/** The servers below a process, by the names of their folders; the process itself where it is one. */
function serversOf(pid: number): { name: string; pid: number }[] {
  const below = readdirSync('/proc').flatMap((name) => {
    const folder = /^\d+$/.test(name) ? dataFolderOf(Number(name), pid) : undefined;
    return folder === undefined ? [] : [{ name: basename(dirname(folder)).replaceAll('-', '_'), pid: Number(name) }];
  });
  return below.length > 0 ? below : [{ name: 'postgres', pid }];
}

function dataFolderOf(pid: number, parent: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const isChild = Number(/\) \S (\d+)/.exec(stat)?.[1]) === parent;
    return isChild && args[1] === '-D' ? args[2] : undefined;
  } catch {
    return undefined;
  }
}

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CHANNELS } from '#libs/channels/definitions';
import { PLATFORMS } from '#libs/content';
import { openDatabase, type Database } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { PAGE_HEADERS } from '../../../test/support/contract/panel-member.js';
import { signInFirst } from '../../../test/support/panel/panel-session.js';
import { childOf, startStack } from '../../../test/support/processes/stack.js';
import { openAudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { ATTRIBUTES, audienceName, fillAudience } from '../count/audience-data.js';
import { DISPATCH_STATES, STATUSES } from '../../../libs/delivery/model/delivery.types.js';
import { withBenchDatabase } from '../support/bench-database.js';

/**
 * `npm run bench -- exports --rows N`: files that members save, of N users with two attributes and of the N recipients of a
 * campaign. Prints rows a second, the memory of the gateway before and at most, and the longest transaction that was
 * seen. With BENCH_DATA=DIR the users are kept and found again, those of `count` too.
 */
const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } });
const rows = Number(values.rows);
if (!Number.isInteger(rows) || rows < 1000) {
  throw new Error('Usage: bench exports [--rows 100000], from 1000');
}
const KEY = 1;
/** The name of the gateway's connections in Postgres. */
const GATEWAY = 'herald-gateway';
const LOOK_MS = 25;
const MEGABYTE = 1024 * 1024;

await withBenchDatabase(async ({ url, masterKey }) => {
  const home = await mkdtemp(join(tmpdir(), 'herald-bench-'));
  const named = `${url}${url.includes('?') ? '&' : '?'}application_name=${GATEWAY}`;
  const stack = await startStack({
    databaseUrl: url,
    masterKey,
    workers: 0,
    envOf: { gateway: { DATABASE_URL: named } },
  });
  const db = await openDatabase(url, 2, createLogger('bench', 'silent'));
  const room = await openAudienceRoom({ url, db });
  try {
    const { appId } = stack;
    const application = await db.row<{ name: string }>('SELECT a.name FROM tenancy.application AS a WHERE a.id = $1', [
      appId,
    ]);
    const app = application?.name ?? '';
    await room.applying.apply({ app, attributes: ATTRIBUTES }, { dryRun: false });
    await fillAudience({ db, url }, appId, rows);
    await fillResults(db, appId);
    const { port, pid } = childOf(stack, 'gateway');
    const origin = `http://localhost:${port}`;
    const cookie = await signInFirst(origin, { DATABASE_URL: url, MASTER_KEY: masterKey, HERALD_HOME: home });
    const save = (path: string, body?: object): Promise<Response> =>
      fetch(`${origin}/panel/1.0/apps/${app}/${path}`, {
        headers: { ...PAGE_HEADERS, cookie },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
    const files = {
      users: () => save('audience/export', { target: { sendToAll: true }, columns: ['town', 'age'] }),
      recipients: () => save(`campaigns/${KEY}/recipients.csv`),
    };
    const figures: Record<string, number | string> = { bench: 'exports', rows };
    for (const [name, ask] of Object.entries(files)) {
      for (const [key, figure] of Object.entries(await measure(db, pid, ask))) {
        figures[`${name}_${key}`] = figure;
      }
    }
    console.log(JSON.stringify(figures));
  } finally {
    await room.close();
    await db.close();
    await stack.stop();
    await rm(home, { recursive: true, force: true });
  }
}, audienceName(rows));

/** Reads a file as a browser does, and watches the gateway and its transactions. */
async function measure(db: Database, gateway: number, ask: () => Promise<Response>): Promise<Record<string, number>> {
  const before = await memoryOf(gateway);
  const watched = { memory: before, transaction: 0 };
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      watched.memory = Math.max(watched.memory, await memoryOf(gateway));
      watched.transaction = Math.max(watched.transaction, await longestTransaction(db));
      await sleep(LOOK_MS);
    }
  })();
  const startedAt = performance.now();
  const answer = await ask();
  if (answer.status !== 200) {
    over.abort();
    await watching;
    throw new Error(`The file was answered by ${answer.status}: ${await answer.text()}`);
  }
  const beganAt = performance.now();
  let lines = 0;
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    lines += Buffer.from(piece).toString('latin1').split('\n').length - 1;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  over.abort();
  await watching;
  return {
    lines: lines - 1,
    megabytes: Math.round(bytes / MEGABYTE),
    seconds_to_first_byte: Math.round((beganAt - startedAt) / 100) / 10,
    seconds: Math.round(seconds * 10) / 10,
    rows_per_s: Math.round((lines - 1) / seconds),
    gateway_mb_before: before,
    gateway_mb_peak: watched.memory,
    longest_transaction_ms: watched.transaction,
  };
}

/** Resident memory of a process in MB. Linux alone has it. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** The age of the oldest open transaction of the gateway, in milliseconds. */
async function longestTransaction(db: Database): Promise<number> {
  const oldest = await db.row<{ ms: number }>(
    `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - a.xact_start)) * 1000, 0)::integer AS ms
     FROM pg_stat_activity AS a
     WHERE a.datname = current_database() AND a.application_name = $1`,
    [GATEWAY],
  );
  return oldest?.ms ?? 0;
}

/** A finished campaign to everyone, as its rows would be: one result for each user, in batches of one time. */
async function fillResults(db: Database, appId: number): Promise<void> {
  await db.tx(async (tx) => {
    await tx.affected('SET LOCAL statement_timeout = 0');
    await tx.affected(
      `INSERT INTO notifications.definition (notification_key, app_id, kind, message)
       VALUES ($1, $2, 'campaign', '{"platforms": ["IOS"], "text": "Hello"}') ON CONFLICT DO NOTHING`,
      [KEY, appId],
    );
    await tx.affected(
      `INSERT INTO delivery.dispatch
         (dispatch_id, app_id, notification_key, lane, message, target, options, state, due_at, vb_next, planned, day,
          created_at, launched_at, finished_at)
       VALUES ($1, $2, $3, 'bulk', '{"platforms": ["IOS"], "text": "Hello"}', '{"type": "all"}', '{}', $4,
               now(), 1024, $5, current_date, now(), now() - interval '1 day', now()) ON CONFLICT DO NOTHING`,
      [KEY, appId, KEY, DISPATCH_STATES.finished, rows],
    );
    await tx.affected(
      `INSERT INTO delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status, ts)
       SELECT u.vb, u.app_id, current_date, $2, $5, u.uid, u.uid, $3, $4,
              now() - (u.uid / 1024) * interval '10 milliseconds'
       FROM users.app_user AS u WHERE u.app_id = $1 ON CONFLICT DO NOTHING`,
      [appId, KEY, PLATFORMS.IOS.number, STATUSES.success, CHANNELS[PLATFORMS.IOS.channel]],
    );
    await tx.affected('ANALYZE delivery.push_result');
  });
}

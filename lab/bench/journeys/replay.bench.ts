import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { STANDARD_EVENTS } from '../../../libs/events/standard-events.js';
import { PLATFORMS } from '#libs/content';
import { ensurePastDays } from '#platform/partitions';
import { expectOk } from '../../../test/support/api-document/rest-client.js';
import { cpuMsOf, treeCpuMs } from '../../../test/support/processes/children.js';
import { startStack, type Stack } from '../../../test/support/processes/stack.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { round2 } from '../support/measurements.js';
import { addJourney, AWAITED, QUIET } from './people.js';

/**
 * `npm run bench -- replay`: what `herald journey replay` takes for people with ten events each in thirty days, a third of them
 * events of entry, and a device each. The last line is one flat JSON object.
 */
const { values } = parseArgs({ options: { people: { type: 'string', default: '10000' } } });
const people = Number(values.people);
if (!(people > 0)) {
  throw new Error('Usage: bench replay [--people 10000]');
}
const DAYS = 30;
const EVENTS_EACH = 10;
const LOOK_MS = 100;
/** A number that no user of another bench has. */
const FIRST_UID = 1_000_000_000;
/** People whose events one statement stores. */
const FILLED = 50_000;
const CLI = join(process.cwd(), 'dist/apps/cli/main.js');

await withBenchDatabase(async (database) => {
  const stack = await startStack({ databaseUrl: database.url, masterKey: database.masterKey });
  try {
    const message = { title: 'Cart', text: 'Your cart waits', platforms: ['IOS'] };
    expectOk(await stack.rest.post('createNotificationDefinition', { name: 'reminder', message }));
    await addJourney(stack, 'reminders', AWAITED, [
      { kind: 'waitFor', id: 'look', event: QUIET, atMostMs: 3_600_000 },
      { kind: 'send', id: 'remind', message: 'reminder' },
    ]);
    await fillPeople(stack, people);
    await fillEvents(stack, people);
    const env = { ...process.env, DATABASE_URL: database.url, MASTER_KEY: database.masterKey };
    const [started, postgres] = [performance.now(), treeCpuMs(database.pid)];
    const { output, megabytes, processMs } = await watch(
      ['journey', 'replay', 'reminders', '--days', String(DAYS), '--json'],
      env,
    );
    const seconds = (performance.now() - started) / 1000;
    const postgresMs = treeCpuMs(database.pid) - postgres;
    const { entered, sent } = JSON.parse(output) as { entered: number; sent: number };
    console.log(
      JSON.stringify({
        bench: 'replay',
        people,
        events: people * EVENTS_EACH,
        seconds: round2(seconds),
        process_cpu_seconds: round2(processMs / 1000),
        postgres_cpu_seconds: round2(postgresMs / 1000),
        megabytes: Math.round(megabytes),
        entered,
        sent,
      }),
    );
  } finally {
    await stack.stop();
  }
});

/** Stores people with a device each. */
async function fillPeople({ db, appId }: Stack, count: number): Promise<void> {
  for (let first = 0; first < count; first += FILLED) {
    const uids = [appId, FIRST_UID + first, FIRST_UID + first + Math.min(FILLED, count - first) - 1];
    await db.affected(
      `INSERT INTO users.app_user (vb, app_id, uid, ext_id)
       SELECT u.uid % 1024, $1, u.uid, 'person-' || u.uid FROM generate_series($2::bigint, $3::bigint) AS u (uid)`,
      uids,
    );
    await db.affected(
      `INSERT INTO users.installation (vb, app_id, uid, inst_id, platform, token)
       SELECT u.uid % 1024, $1, u.uid, u.uid, $4::smallint, 't' FROM generate_series($2::bigint, $3::bigint) AS u (uid)`,
      [...uids, PLATFORMS.IOS.number],
    );
  }
  await db.affected('ANALYZE users.app_user, users.installation');
}

/** Stores events at even times, in their order, so that those of one person lie far from each other. */
async function fillEvents({ db, appId }: Stack, count: number): Promise<void> {
  const today = Date.now();
  const days = Array.from({ length: DAYS + 1 }, (_, n) => new Date(today - n * 86_400_000).toISOString().slice(0, 10));
  await ensurePastDays(db, 'events.event', days);
  const idOf = (code: string) => STANDARD_EVENTS.find((event) => event.code === code)?.eventId ?? 0;
  // In pieces: one statement for all would go past the timeout.
  for (let first = 0; first < count; first += FILLED) {
    await fillPart(db, appId, idOf, { first, count: Math.min(FILLED, count - first) });
  }
  await db.affected('ANALYZE events.event');
}

async function fillPart(
  db: Stack['db'],
  appId: number,
  idOf: (code: string) => number,
  { first, count }: { first: number; count: number },
): Promise<void> {
  await db.affected(
    `INSERT INTO events.event (day, ts, uid, app_id, event_id, vb, attrs)
     SELECT (t.ts AT TIME ZONE 'UTC')::date, t.ts, u.uid, $1, CASE WHEN n.n % 3 = 0 THEN $2::integer ELSE $3 END, u.uid % 1024, '{}'
     FROM generate_series($7::bigint, $7::bigint + $4 - 1) AS u (uid)
     CROSS JOIN generate_series(0, $5::integer - 1) AS n (n)
     CROSS JOIN LATERAL (
       SELECT now() - interval '1 hour' - (n.n * $6::integer + u.uid % 997) * interval '1 minute' AS ts) AS t
     ORDER BY t.ts`,
    [
      appId,
      idOf(AWAITED),
      idOf(QUIET),
      count,
      EVENTS_EACH,
      Math.floor(((DAYS - 2) * 1440) / EVENTS_EACH),
      FIRST_UID + first,
    ],
  );
}

/** Runs a verb. @returns its output, the most memory that it had in MB, and its CPU time as of the last look */
async function watch(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ output: string; megabytes: number; processMs: number }> {
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  let [megabytes, processMs] = [0, 0];
  const ended: (number | null)[] = [];
  child.once('close', (status) => ended.push(status));
  while (ended.length === 0) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    processMs = Math.max(processMs, cpuMsOf(child.pid ?? 0));
    megabytes = Math.max(megabytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    await sleep(LOOK_MS);
  }
  if (ended[0] !== 0) {
    throw new Error(`herald ${args.join(' ')} ended with ${ended[0]}`);
  }
  return { output: Buffer.concat(parts).toString(), megabytes, processMs };
}

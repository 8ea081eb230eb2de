import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { STANDARD_EVENTS } from '../../../libs/events/standard-events.js';
import { ensurePastDays } from '#platform/partitions';
import { expectOk } from '../../../test/support/api-document/rest-client.js';
import { startStack, type Stack } from '../../../test/support/processes/stack.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { round2 } from '../support/measurements.js';
import { addJourney, AWAITED, QUIET } from './people.js';

/**
 * `npm run bench -- replay`: what `herald journey replay` takes for people with ten events each in thirty days, a third of them
 * events of entry. People are no users here, so their messages reach no one. The last line is one flat JSON object.
 */
const { values } = parseArgs({ options: { people: { type: 'string', default: '10000' } } });
const people = Number(values.people);
if (!(people > 0)) {
  throw new Error('Usage: bench replay [--people 10000]');
}
const DAYS = 30;
const EVENTS_EACH = 10;
const LOOK_MS = 100;
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
    await fillEvents(stack, people);
    const env = { ...process.env, DATABASE_URL: database.url, MASTER_KEY: database.masterKey };
    const started = performance.now();
    const { output, megabytes } = await watch(
      ['journey', 'replay', 'reminders', '--days', String(DAYS), '--json'],
      env,
    );
    const seconds = (performance.now() - started) / 1000;
    const { entered, sent } = JSON.parse(output) as { entered: number; sent: number };
    console.log(
      JSON.stringify({
        bench: 'replay',
        people,
        events: people * EVENTS_EACH,
        seconds: round2(seconds),
        megabytes: Math.round(megabytes),
        entered,
        sent,
      }),
    );
  } finally {
    await stack.stop();
  }
});

/** Stores events at even times, one after the other for each person. */
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
     FROM generate_series(1000000000::bigint + $7, 1000000000 + $7 + $4 - 1) AS u (uid)
     CROSS JOIN generate_series(0, $5::integer - 1) AS n (n)
     CROSS JOIN LATERAL (
       SELECT now() - interval '1 hour' - (n.n * $6::integer + u.uid % 997) * interval '1 minute' AS ts) AS t`,
    [appId, idOf(AWAITED), idOf(QUIET), count, EVENTS_EACH, Math.floor(((DAYS - 2) * 1440) / EVENTS_EACH), first],
  );
}

/** Runs a verb. @returns its output, and the most memory that it had, in MB */
async function watch(args: readonly string[], env: NodeJS.ProcessEnv): Promise<{ output: string; megabytes: number }> {
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  let megabytes = 0;
  const ended: (number | null)[] = [];
  child.once('close', (status) => ended.push(status));
  while (ended.length === 0) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    megabytes = Math.max(megabytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    await sleep(LOOK_MS);
  }
  if (ended[0] !== 0) {
    throw new Error(`herald ${args.join(' ')} ended with ${ended[0]}`);
  }
  return { output: Buffer.concat(parts).toString(), megabytes };
}

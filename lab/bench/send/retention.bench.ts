import { isDeepStrictEqual, parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectOk } from '../../../test/support/api-document/rest-client.js';
import { applyFile } from '../../../test/support/contract/application.js';
import { treeCpuMs } from '../../../test/support/processes/children.js';
import { startStack, type Stack } from '../../../test/support/processes/stack.js';
import { SimulatedDays } from '../../../test/support/retention/simulated-days.js';
import { SimulatedUpkeep } from '../../../test/support/retention/simulated-upkeep.js';
import { reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { type BenchDatabase, withBenchDatabase } from '../support/bench-database.js';
import { Meter, wholeCpu } from '../support/cpu-usage.js';
import { ownCpuMs, round2 } from '../support/measurements.js';

/**
 * `npm run bench -- retention --days 30 --sends-per-day N`: whether the database stops growing, what the clean-up costs, and
 * whether the statistics of the first day stay. Results are kept for two days. Some single sends go the real way, and their
 * CPU is measured: a third pushes, a third e-mails of a definition, a third SMS with a message of their own. The sends of
 * the days are copies of their rows. Each day ends with the clean-up and a vacuum, whose CPU is all counted as clean-up. The
 * last line is one flat JSON object.
 */
const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '30' },
    'sends-per-day': { type: 'string', default: '100000' },
    measured: { type: 'string', default: '3000' },
  },
});
const days = Number(values.days);
const sendsPerDay = Number(values['sends-per-day']);
const measured = Number(values.measured);
const RETENTION_DAYS = 2;
const REFERENCE_DAY = 4;
const CLIENTS = 20;
const DAY_MS = 24 * 3_600_000;
const FINISHED_WITHIN_MS = 300_000;
if (!(days > REFERENCE_DAY && sendsPerDay >= 1000 && measured >= 30)) {
  throw new Error('Usage: bench retention [--days 30, above 4] [--sends-per-day N, from 1000] [--measured 3000]');
}

await withBenchDatabase(async (database) => {
  const { appId, sendCpuMs } = await measureSends(database);
  await applyFile(database.url, database.masterKey, {
    app: 'shop',
    settings: { retention: { results: `${RETENTION_DAYS}d` } },
  });
  const upkeep = await SimulatedUpkeep.open(database.url, database.masterKey);
  try {
    console.log(JSON.stringify(await simulate(upkeep, database, appId, sendCpuMs)));
  } finally {
    await upkeep.close();
  }
});

/** Sends the real way. @returns CPU of gateway, worker, scheduler and Postgres for one send, without what they take idle */
async function measureSends(database: BenchDatabase): Promise<{ appId: number; sendCpuMs: number }> {
  const stack = await startStack({ databaseUrl: database.url, masterKey: database.masterKey });
  try {
    const third = Math.ceil(measured / 3);
    for (const reach of ['IOS', 'EMAIL', 'SMS'] as const) {
      await stack.rest.register(await reachableUsers(stack.simulators, reach, third));
    }
    const push = await define(stack, { title: 'Code', text: 'Your code is 123 456', platforms: ['IOS'] });
    const mail = await define(stack, {
      title: 'Receipt',
      text: '<p>Thank you for your order</p>',
      platforms: ['EMAIL'],
    });
    const sendOne = async (n: number): Promise<void> => {
      const user = Math.floor(n / 3);
      const answer =
        n % 3 === 2
          ? await stack.rest.post('sendEmailAndSms', {
              title: 'Code',
              message: 'Your code is 123 456',
              platforms: ['SMS'],
              target: { msisdn: `+4917${String(10_000_000 + user)}` },
            })
          : await stack.rest.post('sendNotification', {
              notificationKey: n % 3 === 0 ? push : mail,
              target: { extId: n % 3 === 0 ? `ios-${user}` : `email-${user}` },
            });
      expectOk(answer);
    };
    // Connections open and the compiler settles.
    await sendAll(stack, sendOne, Math.min(measured, 600));
    const meter = await Meter.open(stack, database.pid);
    const spent = await meter.of(() => sendAll(stack, sendOne, measured));
    return { appId: stack.appId, sendCpuMs: wholeCpu(spent) / measured };
  } finally {
    await stack.stop();
  }
}

async function define(stack: Stack, message: object): Promise<string> {
  const answer = await stack.rest.post<{ notificationKey: number }>('createNotificationDefinition', { message });
  return String(expectOk(answer).notificationKey);
}

async function sendAll(stack: Stack, sendOne: (n: number) => Promise<void>, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n).values();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (const n of numbers) {
        await sendOne(n);
      }
    }),
  );
  const end = performance.now() + FINISHED_WITHIN_MS;
  const isOpen = async (): Promise<boolean> =>
    (await stack.db.row('SELECT FROM delivery.dispatch AS d WHERE d.state < 3 LIMIT 1')) !== undefined;
  while (await isOpen()) {
    if (performance.now() > end) {
      throw new Error('Some sends did not finish');
    }
    await sleep(250);
  }
}

async function simulate(
  upkeep: SimulatedUpkeep,
  { pid }: BenchDatabase,
  appId: number,
  sendCpuMs: number,
): Promise<Record<string, unknown>> {
  const simulated = await SimulatedDays.open(upkeep.db, appId);
  const first = new Date(Math.floor(Date.now() / DAY_MS - days - 1) * DAY_MS);
  const startOf = (day: number): Date => new Date(first.getTime() + day * DAY_MS);
  const sizes: number[] = [];
  let cleanUp = { cpuMs: 0, sends: 0, seconds: 0 };
  let expected: object[] = [];
  let keys: number[] = [];
  const readFirstDay = async (): Promise<object[]> => [
    ...(await upkeep.readStatistics(appId, keys)),
    ...(await upkeep.listStatistics(appId, startOf(0), new Date(startOf(1).getTime() - 1))),
  ];
  for (let day = 0; day < days; day++) {
    await upkeep.prepare(startOf(day));
    const { definitions, own } = await simulated.storeDay(startOf(day), sendsPerDay);
    // The rows of a day are stored at once here: what their own tables need of a vacuum is no part of the clean-up.
    await upkeep.vacuum();
    if (day === 0) {
      keys = [...definitions, ...own];
      expected = await readFirstDay();
    }
    const [ownBefore, postgresBefore, started] = [ownCpuMs(), treeCpuMs(pid), performance.now()];
    let sends = 0;
    for (const share of [0.25, 0.5, 0.75, 1]) {
      sends += await upkeep.expire(new Date(startOf(day).getTime() + share * DAY_MS));
    }
    await upkeep.vacuum();
    const cpuMs = ownCpuMs() - ownBefore + treeCpuMs(pid) - postgresBefore;
    const seconds = (performance.now() - started) / 1000;
    cleanUp = { cpuMs: cleanUp.cpuMs + cpuMs, sends: cleanUp.sends + sends, seconds: cleanUp.seconds + seconds };
    sizes.push(await sizeOf(upkeep));
    console.log(
      `day ${day + 1}: ${round2((sizes.at(-1) ?? 0) / 1e6)} MB, ${sends} sends went in ${round2(seconds)} s, ${Math.round(cpuMs)} ms of CPU`,
    );
  }
  const now = startOf(days);
  const older = await simulated.countOlder(now, 3);
  const cpuPerSend = cleanUp.cpuMs / cleanUp.sends;
  return {
    bench: 'retention',
    days,
    sends_per_day: sendsPerDay,
    day_4_mb: round2((sizes[REFERENCE_DAY - 1] ?? 0) / 1e6),
    last_day_mb: round2((sizes.at(-1) ?? 0) / 1e6),
    growth: round2((sizes.at(-1) ?? 0) / (sizes[REFERENCE_DAY - 1] ?? 1)),
    statistics_of_day_1_unchanged: isDeepStrictEqual(await readFirstDay(), expected),
    statistics_compared: expected.length,
    ...Object.fromEntries(Object.entries(older).map(([table, count]) => [`older_than_3_days_${table}`, count])),
    send_cpu_ms: round2(sendCpuMs),
    clean_up_cpu_ms_per_send: Math.round(cpuPerSend * 10_000) / 10_000,
    clean_up_share: Math.round((cpuPerSend / sendCpuMs) * 10_000) / 10_000,
    clean_up_sends_per_s: Math.round(cleanUp.sends / cleanUp.seconds),
    past_send_mb: round2((await tableSize(upkeep, 'delivery.past_send')) / 1e6),
  };
}

async function sizeOf({ db }: SimulatedUpkeep): Promise<number> {
  const row = await db.row<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes');
  return row?.bytes ?? Number.NaN;
}

async function tableSize({ db }: SimulatedUpkeep, table: string): Promise<number> {
  const row = await db.row<{ bytes: number }>('SELECT pg_total_relation_size($1) AS bytes', [table]);
  return row?.bytes ?? Number.NaN;
}

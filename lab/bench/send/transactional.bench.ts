import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { applyFile } from '../../../test/support/contract/application.js';
import { type BenchDatabase, withBenchDatabase } from '../support/bench-database.js';
import { treeCpuMs } from '../../../test/support/processes/children.js';
import { reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { expectOk } from '../../../test/support/api-document/rest-client.js';
import { type Stack, startStack } from '../../../test/support/processes/stack.js';
import { BENCH_MESSAGE } from './bench-message.js';
import { type BenchQueue, openBenchQueue } from '../support/bench-queue.js';
import { percentile, round2 } from '../support/measurements.js';
import { untilQuiet } from '../support/postgres-state.js';
import { watchStatements } from '../support/statement-costs.js';

/**
 * `npm run bench -- transactional --installations N`: how long it takes from the request for one push until the provider
 * has it, at 200 requests a second: with nothing else to do, while campaigns to all N run as fast as they can, and while
 * they run at half of that, which the account's `ratePerSecond` keeps them to. Campaigns and single sends use the same
 * channel, the same account, the same installations and the same worker. Request and arrival are taken from the same clock,
 * the arrival in whole milliseconds. `--queue redis` has the queue in a Redis of its own. The last line is one flat JSON object.
 */
const { values } = parseArgs({
  options: {
    installations: { type: 'string', default: '500000' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    workers: { type: 'string', default: '1' },
    statements: { type: 'boolean', default: false },
    queue: { type: 'string', default: 'postgres' },
  },
});
const installations = Number(values.installations);
const rate = Number(values.rate);
const seconds = Number(values.seconds);
const requests = rate * seconds;
if (!(installations >= requests && requests > 0)) {
  throw new Error(
    'Usage: bench transactional --installations N [--rate 200] [--seconds 30], N at least rate x seconds',
  );
}
/** Its text distinguishes single pushes from the campaign's, which the same users get. */
const CODE = { title: 'Code', text: 'Your code is 123 456', platforms: ['IOS'] };
const CAMPAIGN = { ...BENCH_MESSAGE, platforms: ['IOS'] };
/** Requests that open connections and let the compiler settle; they are not measured. */
const FIRST_REQUESTS = Math.min(requests, rate * 5);
const ARRIVED_WITHIN_MS = 60_000;
/** Between two looks at what has arrived. */
const LOOK_MS = 250;
/** A change of an account reaches a running worker this much later, at most. */
const ACCOUNT_KNOWN_MS = 3000;

interface Phase {
  waits: number[];
  /** Requests by status where that was not 200. */
  refused: Record<number, number>;
  /** CPU time by process name, 'postgres' and 'redis' among them, in ms. */
  cpu: Record<string, number>;
  /** Recipients of campaigns that were settled in a second during this. */
  campaignPerS: number;
}

/** The processes beside Herald's own: Postgres by its first process, and the queue. */
interface Servers {
  postgres: number;
  queue: BenchQueue;
}

await withBenchDatabase(async (database) => {
  const queue = await openBenchQueue(values.queue);
  const stack = await startStack({
    databaseUrl: database.url,
    masterKey: database.masterKey,
    workers: Number(values.workers),
    env: queue.env,
  });
  try {
    // The simulators are to be as quick as a provider: remembering a campaign, they stop for half a second to collect garbage.
    await stack.simulators.mode({ store: true, containing: CODE.text });
    await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', installations));
    const definition = await stack.rest.post<{ notificationKey: number }>('createNotificationDefinition', {
      message: CODE,
    });
    const key = String(expectOk(definition).notificationKey);
    // Analyzes as autovacuum does within a minute on an older installation.
    await stack.db.affected('ANALYZE');
    await untilQuiet(database.pid);
    await sendSingles(stack, key, FIRST_REQUESTS);
    const phase = async (campaigns: boolean): Promise<Phase> => {
      await untilQuiet(database.pid);
      return measure(stack, { postgres: database.pid, queue }, key, campaigns);
    };
    const statements = values.statements ? await watchStatements(database.adminUrl) : undefined;
    const idle = await phase(false);
    await statements?.print(requests);
    const unpaced = await phase(true);
    const half = Math.max(1, Math.round(unpaced.campaignPerS / 2));
    await paceTo(database, half);
    const paced = await phase(true);
    console.log(
      JSON.stringify({
        bench: 'transactional',
        queue: queue.name,
        installations,
        requests_per_s: rate,
        requests,
        ...figuresOf('idle', idle),
        ...figuresOf('paced', paced),
        ...figuresOf('unpaced', unpaced),
        account_rate_per_s: half,
        paced_p99_to_idle: round2(percentile(paced.waits, 0.99) / percentile(idle.waits, 0.99)),
      }),
    );
  } finally {
    await stack.stop();
    await queue.stop();
  }
});

/** Keeps the account to a rate, as `herald apply` does. */
async function paceTo({ url, masterKey }: BenchDatabase, ratePerSecond: number): Promise<void> {
  await applyFile(url, masterKey, { app: 'shop', channels: { apns: { simulator: true, ratePerSecond } } });
  await sleep(ACCOUNT_KNOWN_MS);
}

/** @param campaigns  one campaign to all after another runs in the meantime, and is stopped afterwards */
async function measure(stack: Stack, servers: Servers, single: string, campaigns: boolean): Promise<Phase> {
  await stack.simulators.clear();
  const background = campaigns ? await beginCampaigns(stack) : undefined;
  const before = await background?.sent();
  const started = performance.now();
  const cpuBefore = cpuOf(stack, servers);
  const { askedAt, refused } = await sendSingles(stack, single, requests);
  const lasted = (performance.now() - started) / 1000;
  const after = await background?.sent();
  const cpuAfter = cpuOf(stack, servers);
  await background?.stop();
  return {
    waits: await waitsOf(stack, askedAt),
    refused,
    cpu: Object.fromEntries(Object.entries(cpuAfter).map(([name, ms]) => [name, ms - (cpuBefore[name] ?? 0)])),
    campaignPerS: ((after ?? 0) - (before ?? 0)) / lasted,
  };
}

/** Keeps a campaign under way; resolves when messages of the first leave. */
async function beginCampaigns(stack: Stack): Promise<{ sent(): Promise<number>; stop(): Promise<void> }> {
  const keys = [await stack.rest.sendBulk(CAMPAIGN)];
  const over = new AbortController();
  const last = (): number => keys.at(-1) ?? 0;
  const sent = async (): Promise<number> => {
    let sum = 0;
    for (const key of keys) {
      sum += await sentOf(stack, key);
    }
    return sum;
  };
  while ((await sent()) === 0) {
    await sleep(20);
  }
  const keepGoing = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await sleep(250);
      // A busy gateway may refuse the question: it is put again.
      const { body } = await stack.rest.get<{ status?: string }>(`getPushStats?notificationKey=${last()}`);
      if (body.status === 'FINISHED') {
        keys.push(await stack.rest.sendBulk(CAMPAIGN));
      }
    }
  };
  const going = keepGoing();
  return {
    sent,
    async stop() {
      over.abort();
      await going;
      // One that has just ended refuses to be stopped.
      await stack.rest.post('stopNotification', [{ messageId: last() }]);
      await stack.rest.finished(last(), ARRIVED_WITHIN_MS);
    },
  };
}

/**
 * One request every 1/rate seconds, whether earlier ones are answered or not.
 *
 * @returns when each began, in epoch ms, by its token; those that were refused are counted apart, by status
 */
async function sendSingles(
  stack: Stack,
  notificationKey: string,
  count: number,
): Promise<{ askedAt: Map<string, number>; refused: Phase['refused'] }> {
  const askedAt = new Map<string, number>();
  const refused: Phase['refused'] = {};
  const answers: Promise<void>[] = [];
  const ask = async (n: number): Promise<void> => {
    const now = performance.timeOrigin + performance.now();
    const { status } = await stack.rest.post('sendNotification', { notificationKey, target: { extId: `ios-${n}` } });
    if (status === 200) {
      askedAt.set(tokenOf(n), now);
    } else {
      refused[status] = (refused[status] ?? 0) + 1;
    }
  };
  const started = performance.now();
  // Far from each other, so that they do not lie on the same few pages.
  const step = Math.floor(installations / count);
  for (let n = 0; n < count; n++) {
    const rest = started + (n * 1000) / rate - performance.now();
    if (rest > 0) {
      await sleep(rest);
    }
    answers.push(ask(n * step));
  }
  await Promise.all(answers);
  return { askedAt, refused };
}

/**
 * How long each single push took, in ms. Read when all is over: whoever reads while messages leave takes a processor that
 * they need.
 *
 * @throws Error when one does not arrive
 */
async function waitsOf({ simulators }: Stack, askedAt: ReadonlyMap<string, number>): Promise<number[]> {
  const at = new Map<string, number>();
  const end = Date.now() + ARRIVED_WITHIN_MS;
  for (let after = 0; at.size < askedAt.size;) {
    const page = await simulators.page('apns', after);
    page.deliveries.forEach(({ token, at: time }) => at.set(token, Date.parse(time)));
    after = page.next;
    if (page.deliveries.length === 0) {
      if (Date.now() > end) {
        throw new Error(`${askedAt.size - at.size} of ${askedAt.size} single pushes did not arrive`);
      }
      await sleep(LOOK_MS);
    }
  }
  return [...askedAt].map(([token, requests]) => Math.max(0, (at.get(token) ?? Number.NaN) - requests));
}

function cpuOf(stack: Stack, { postgres, queue }: Servers): Record<string, number> {
  return {
    ...Object.fromEntries(stack.children.map((child) => [child.name, child.cpuMs()])),
    postgres: treeCpuMs(postgres),
    redis: queue.cpuMs(),
  };
}

async function sentOf(stack: Stack, key: number): Promise<number> {
  return (await stack.rest.stats(key)).stats.reduce((sum, { sent }) => sum + sent, 0);
}

/** The token of user `ios-N`, as `reachableUsers` gives it. */
function tokenOf(n: number): string {
  return n.toString(16).padStart(64, '0');
}

function figuresOf(name: string, { waits, refused, cpu, campaignPerS }: Phase): Record<string, number> {
  const statuses = Object.entries(refused).map(([status, count]) => [`${name}_refused_${status}`, count]);
  const costs = ['gateway', 'worker', 'postgres', 'redis'].map((process) => [
    `${name}_${process}_cpu_ms_per_request`,
    round2((cpu[process] ?? 0) / requests),
  ]);
  return {
    [`${name}_p50_ms`]: round2(percentile(waits, 0.5)),
    [`${name}_p99_ms`]: round2(percentile(waits, 0.99)),
    [`${name}_refused`]: requests - waits.length,
    ...Object.fromEntries([...statuses, ...costs]),
    [`${name}_campaign_per_s`]: Math.round(campaignPerS),
  };
}

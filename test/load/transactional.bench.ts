import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CHANNEL_POLICIES } from '../../libs/delivery/channel-policy.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { treeCpuMs } from '../support/children.js';
import { reachableUsers } from '../support/reachable-users.js';
import { expectOk } from '../support/rest-client.js';
import { type Stack, startStack } from '../support/stack.js';
import { BENCH_MESSAGE } from './bench-message.js';
import { percentile, round2 } from './measured.js';
import { watchStatements } from './statement-costs.js';

/**
 * `npm run bench -- transactional --installations N`: how long it takes from the request for one push until the provider
 * has it, at 200 requests a second: with nothing else to do, while a campaign of N runs as fast as it can, and while one
 * runs at half of that. Campaign and single sends use the same channel, the same account and the same worker. The slow
 * campaign is one whose messages the provider lets wait, as long as halves its rate; single messages it answers at once.
 * Request and arrival are taken from the same clock, the arrival in whole milliseconds.
 */
const { values } = parseArgs({
  options: {
    installations: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '5' },
    workers: { type: 'string', default: '1' },
    statements: { type: 'boolean', default: false },
  },
});
const installations = Number(values.installations);
const rate = Number(values.rate);
const seconds = Number(values.seconds);
if (!(installations > 0 && rate > 0 && seconds > 0)) {
  throw new Error('Usage: bench transactional --installations N [--rate 200] [--seconds 5]');
}
/** Their text tells single pushes from the campaign's, which the same users get. */
const CODE_TEXT = 'Your code is 123 456';
const CAMPAIGN = { ...BENCH_MESSAGE, platforms: ['IOS'] };
/** Devices of the campaign have tokens that begin so; those that get single pushes begin with `c`. */
const CAMPAIGN_TOKENS = '0*';
const SINGLES = rate * seconds;
/** Messages of a campaign that one worker has under way: two chunks (CHUNK_CONCURRENCY), each with a sub-batch. */
const IN_FLIGHT = Number(values.workers) * 2 * CHANNEL_POLICIES.apns.subBatch;
const ARRIVED_WITHIN_MS = 60_000;

interface Phase {
  waits: number[];
  refused: number;
  /** CPU time by process name, 'postgres' among them, in ms. */
  cpu: Record<string, number>;
  /** Recipients of the campaign that were settled in a second meanwhile. */
  campaignPerS: number;
}

await withBenchDatabase(async (database) => {
  const stack = await startStack({ databaseUrl: database.url, workers: Number(values.workers) });
  try {
    await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', installations));
    await stack.rest.register(
      Array.from({ length: SINGLES }, (_, n) => ({
        extId: `single-${n}`,
        platform: 'IOS',
        deviceToken: tokenOf(n),
      })),
    );
    const definition = await stack.rest.post<{ notificationKey: number }>('createNotificationDefinition', {
      message: { title: 'Code', text: CODE_TEXT, platforms: ['IOS'] },
    });
    const single = String(expectOk(definition).notificationKey);
    await phase(stack, database.pid, single);
    const statements = values.statements ? await watchStatements(stack.db) : undefined;
    const idle = await phase(stack, database.pid, single);
    await statements?.print(SINGLES);
    const unpaced = await phase(stack, database.pid, single, await begin(stack));
    // As many sub-batches as were under way must now take twice as long.
    const latencyMs = Math.round((IN_FLIGHT / unpaced.campaignPerS) * 1000);
    await stack.simulators.faults(1, [{ provider: 'apns', token: CAMPAIGN_TOKENS, share: 1, latencyMs }]);
    const paced = await phase(stack, database.pid, single, await begin(stack));
    console.log(
      JSON.stringify({
        bench: 'transactional',
        installations,
        requests_per_s: rate,
        requests: SINGLES,
        ...figuresOf('idle', idle),
        idle_cpu_ms_per_request: Object.fromEntries(
          Object.entries(idle.cpu).map(([name, ms]) => [name, round2(ms / SINGLES)]),
        ),
        ...figuresOf('paced', paced),
        paced_latency_ms: latencyMs,
        ...figuresOf('unpaced', unpaced),
        paced_p99_to_idle: round2(percentile(paced.waits, 0.99) / percentile(idle.waits, 0.99)),
      }),
    );
  } finally {
    await stack.stop();
  }
});

/** Starts a campaign, and waits until its messages leave. */
async function begin(stack: Stack): Promise<number> {
  const key = await stack.rest.sendBulk(CAMPAIGN);
  while ((await sentOf(stack, key)) === 0) {
    await sleep(20);
  }
  return key;
}

/** @param campaign  one that is under way, and is stopped afterwards */
async function phase(stack: Stack, postgres: number, single: string, campaign?: number): Promise<Phase> {
  await stack.simulators.clear();
  const before = campaign === undefined ? 0 : await sentOf(stack, campaign);
  const started = performance.now();
  const cpuBefore = cpuOf(stack, postgres);
  const askedAt = await sendSingles(stack, single);
  const lasted = (performance.now() - started) / 1000;
  const after = campaign === undefined ? 0 : await sentOf(stack, campaign);
  if (campaign !== undefined) {
    if ((await stack.rest.stats(campaign)).status !== 'SENDING') {
      throw new Error('The campaign ended before the single sends did: it needs more installations');
    }
    expectOk(await stack.rest.post('stopNotification', [{ messageId: campaign }]));
    await stack.rest.finished(campaign, ARRIVED_WITHIN_MS);
  }
  const waits = await waitsOf(stack, askedAt);
  const cpu = Object.entries(cpuOf(stack, postgres)).map(([name, ms]): [string, number] => [
    name,
    ms - (cpuBefore[name] ?? 0),
  ]);
  return {
    waits,
    refused: SINGLES - waits.length,
    cpu: Object.fromEntries(cpu),
    campaignPerS: (after - before) / lasted,
  };
}

/**
 * One request every 1/rate seconds, whether earlier ones are answered or not.
 *
 * @returns when each began, in epoch ms, by its token; those that were refused are not in it
 */
async function sendSingles(stack: Stack, notificationKey: string): Promise<Map<string, number>> {
  const askedAt = new Map<string, number>();
  const answers: Promise<unknown>[] = [];
  const started = performance.now();
  for (let n = 0; n < SINGLES; n++) {
    const due = started + (n * 1000) / rate;
    if (performance.now() < due) {
      await sleep(due - performance.now());
    }
    const now = performance.timeOrigin + performance.now();
    const asked = stack.rest.post('sendNotification', { notificationKey, target: { extId: `single-${n}` } });
    answers.push(asked.then(({ status }) => status === 200 && askedAt.set(tokenOf(n), now)));
  }
  await Promise.all(answers);
  return askedAt;
}

/** How long each single push took, in ms. @throws Error when one does not arrive */
async function waitsOf(stack: Stack, askedAt: ReadonlyMap<string, number>): Promise<number[]> {
  const arrivedAt = new Map<string, number>();
  const end = Date.now() + ARRIVED_WITHIN_MS;
  const missing = (): number => [...askedAt.keys()].filter((token) => !arrivedAt.has(token)).length;
  for (let after = 0; missing() > 0;) {
    const page = await stack.simulators.page('apns', after);
    for (const { token, at, payload } of page.deliveries) {
      if (JSON.stringify(payload).includes(CODE_TEXT)) {
        arrivedAt.set(token, Date.parse(at));
      }
    }
    after = page.next;
    if (Date.now() > end) {
      throw new Error(`${missing()} of ${askedAt.size} single pushes did not arrive`);
    }
    if (page.deliveries.length === 0) {
      await sleep(50);
    }
  }
  return [...askedAt].map(([token, asked]) => Math.max(0, (arrivedAt.get(token) ?? Number.NaN) - asked));
}

function cpuOf(stack: Stack, postgres: number): Record<string, number> {
  return {
    ...Object.fromEntries(stack.children.map((child) => [child.name, child.cpuMs()])),
    postgres: treeCpuMs(postgres),
  };
}

async function sentOf(stack: Stack, key: number): Promise<number> {
  return (await stack.rest.stats(key)).stats.reduce((sum, { sent }) => sum + sent, 0);
}

function tokenOf(n: number): string {
  return `c${n.toString(16).padStart(63, '0')}`;
}

function figuresOf(name: string, { waits, refused, campaignPerS }: Phase): Record<string, number> {
  return {
    [`${name}_p50_ms`]: percentile(waits, 0.5),
    [`${name}_p99_ms`]: percentile(waits, 0.99),
    [`${name}_refused`]: refused,
    ...(campaignPerS > 0 && { [`${name}_campaign_per_s`]: Math.round(campaignPerS) }),
  };
}

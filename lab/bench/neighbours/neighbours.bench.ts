import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { expectOk, RestClient } from '../../../test/support/api-document/rest-client.js';
import { applyApplication } from '../../../test/support/contract/application.js';
import type { SimulatedSubscription } from '../../../test/support/processes/simulator-client.js';
import { UNLIMITED } from '../../../test/support/contract/gateway.js';
import { type Stack, startStack } from '../../../test/support/processes/stack.js';
import { reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { percentile, round2 } from '../support/measurements.js';
import { untilQuiet } from '../support/postgres-state.js';
import { HostileTenant, startIdleEndpoint } from './hostile-tenant.js';

/**
 * `npm run bench -- neighbours`: what one tenant's slow devices, floods and hostile bodies do to another tenant of the
 * same installation. The other one's campaign is timed alone, beside 260 browsers that never answer, and beside one
 * phone that never answers and six campaigns. Its transactional pushes are timed beside a tenant that does all of it at
 * once; the quiet time has the same generator, aimed at an endpoint that does nothing. The last line is one JSON object.
 */
const { values } = parseArgs({
  options: {
    browsers: { type: 'string', default: '260' },
    campaigns: { type: 'string', default: '6' },
    recipients: { type: 'string', default: '500' },
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '30' },
    flood: { type: 'string', default: '20' },
    only: { type: 'string', default: 'browsers,phone,transactional' },
  },
});
const campaigns = Number(values.campaigns);
const recipients = Number(values.recipients);
const rate = Number(values.rate);
const requests = rate * Number(values.seconds);
const parts = new Set(values.only.split(','));
const HELLO = { title: 'Hello', text: 'Hello', iconUrl: 'https://example.com/i.png' };
const FINISHED_WITHIN_MS = 300_000;
const ARRIVED_WITHIN_MS = 120_000;
/** Time between the first campaigns of the slow tenant and that of the other one. */
const HEAD_START_MS = 1500;
const QUIET_RUNS = 3;
/** The phone of the slow tenant that never answers. */
const SLOW_PHONE = 'f'.repeat(64);

/** Two tenants: the one that is measured is the application of the stack. */
interface Tenants {
  stack: Stack;
  postgres: number;
  slow: RestClient;
  slowKey: string;
}

await withBenchDatabase(async (database) => {
  const stack = await startStack({ databaseUrl: database.url, masterKey: database.masterKey, env: UNLIMITED });
  try {
    const { keys } = await applyApplication(database.url, database.masterKey, 'slow');
    const tenants: Tenants = {
      stack,
      postgres: database.pid,
      slow: new RestClient(stack.rest.base, keys),
      slowKey: keys.rest,
    };
    await register(tenants);
    const figures = {
      bench: 'neighbours',
      recipients,
      ...(parts.has('browsers') && (await besideBrowsers(tenants))),
      ...(parts.has('phone') && (await besidePhone(tenants))),
      ...(parts.has('transactional') && (await besideEverything(tenants))),
    };
    console.log(JSON.stringify(figures));
  } finally {
    await stack.stop();
  }
});

async function register({ stack, slow }: Tenants): Promise<void> {
  await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', Math.max(recipients, requests)));
  await stack.rest.register(await reachableUsers(stack.simulators, 'CHROME', recipients));
  const hanging = await stack.simulators.subscriptions(Number(values.browsers));
  await slow.register(
    hanging.map((subscription, index) => ({
      extId: `slow-browser-${index}`,
      platform: 'CHROME',
      deviceToken: JSON.stringify(subscription),
    })),
  );
  await slow.register([{ extId: 'slow-phone', platform: 'IOS', deviceToken: SLOW_PHONE }]);
  const rules = [
    { provider: 'apns', token: SLOW_PHONE, share: 1, fault: 'hang' },
    ...hanging.map((subscription) => {
      return { provider: 'webpush', token: tokenOf(subscription), share: 1, fault: 'hang' };
    }),
  ];
  await stack.simulators.faults(1, rules);
}

function tokenOf({ endpoint }: SimulatedSubscription): string {
  return endpoint.split('/').at(-1) ?? '';
}

async function besideBrowsers(tenants: Tenants): Promise<Record<string, number>> {
  const quiet = await timeQuietly(tenants, 'CHROME');
  const beside = await timeBeside(tenants, 'CHROME');
  return { browsers_quiet_s: quiet, browsers_beside_s: beside, browsers_ratio: round2(beside / quiet) };
}

async function besidePhone(tenants: Tenants): Promise<Record<string, number>> {
  const quiet = await timeQuietly(tenants, 'IOS');
  const beside = await timeBeside(tenants, 'IOS');
  return { phone_quiet_s: quiet, phone_beside_s: beside, phone_ratio: round2(beside / quiet) };
}

/** The median of some campaigns of the measured tenant, in seconds; one more before opens connections. */
async function timeQuietly(tenants: Tenants, platform: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run <= QUIET_RUNS; run++) {
    await untilQuiet(tenants.postgres);
    times.push(await timeCampaign(tenants.stack, platform));
  }
  return percentile(times.slice(1), 0.5);
}

async function timeBeside(tenants: Tenants, platform: string): Promise<number> {
  const keys: number[] = [];
  for (let count = 0; count < campaigns; count++) {
    keys.push(await tenants.slow.sendBulk({ ...HELLO, platforms: [platform] }));
  }
  await sleep(HEAD_START_MS);
  const seconds = await timeCampaign(tenants.stack, platform);
  await stopCampaigns(tenants, keys);
  return seconds;
}

async function stopCampaigns({ slow }: Tenants, keys: readonly number[]): Promise<void> {
  for (const key of keys) {
    await slow.post('stopNotification', [{ messageId: key }]);
  }
}

/** Seconds from the request until the campaign is finished. */
async function timeCampaign({ rest }: Stack, platform: string): Promise<number> {
  const started = performance.now();
  const key = await rest.sendBulk({ ...HELLO, platforms: [platform] });
  await rest.finished(key, FINISHED_WITHIN_MS, 50);
  return round2((performance.now() - started) / 1000);
}

async function besideEverything(tenants: Tenants): Promise<Record<string, unknown>> {
  const { stack, slowKey } = tenants;
  const key = await defineCode(stack.rest);
  const flood = {
    floodPerSecond: Number(values.flood),
    notificationKey: await defineCode(tenants.slow),
    extId: 'slow-phone',
  };
  await measure(tenants, key);
  const idle = await startIdleEndpoint();
  const harmless = new HostileTenant(idle.base, slowKey, flood);
  harmless.start();
  const quiet = await measure(tenants, key);
  await harmless.stop();
  await idle.stop();
  const keys: number[] = [];
  for (let count = 0; count < campaigns; count++) {
    keys.push(await tenants.slow.sendBulk({ ...HELLO, platforms: ['IOS'] }));
    keys.push(await tenants.slow.sendBulk({ ...HELLO, platforms: ['CHROME'] }));
  }
  const hostile = new HostileTenant(stack.rest.base, slowKey, flood);
  hostile.start();
  const beside = await measure(tenants, key);
  await hostile.stop();
  await stopCampaigns(tenants, keys);
  return {
    transactional_quiet_answer_p99_ms: percentile(quiet.answer, 0.99),
    transactional_beside_answer_p99_ms: percentile(beside.answer, 0.99),
    transactional_quiet_p50_ms: percentile(quiet.arrival, 0.5),
    transactional_quiet_p99_ms: percentile(quiet.arrival, 0.99),
    transactional_beside_p50_ms: percentile(beside.arrival, 0.5),
    transactional_beside_p99_ms: percentile(beside.arrival, 0.99),
    transactional_ratio: round2(percentile(beside.arrival, 0.99) / percentile(quiet.arrival, 0.99)),
    hostile_answers: hostile.answers,
  };
}

async function defineCode(rest: RestClient): Promise<string> {
  const message = { title: 'Code', text: 'Your code is 123 456', platforms: ['IOS'] };
  const answer = await rest.post<{ notificationKey: number }>('createNotificationDefinition', { message });
  return String(expectOk(answer).notificationKey);
}

interface Waits {
  /** Ms from each request until the provider had the push. */
  arrival: number[];
  /** Ms from each request until its answer. */
  answer: number[];
}

/** Sends one push after the other at the rate. */
async function measure({ stack, postgres }: Tenants, notificationKey: string): Promise<Waits> {
  await untilQuiet(postgres);
  await stack.simulators.clear();
  const askedAt = new Map<string, number>();
  const started = performance.now();
  const answers: Promise<void>[] = [];
  const answered: number[] = [];
  for (let n = 0; n < requests; n++) {
    await sleep(Math.max(0, started + (n * 1000) / rate - performance.now()));
    const asked = performance.now();
    askedAt.set(n.toString(16).padStart(64, '0'), performance.timeOrigin + asked);
    answers.push(
      stack.rest.post('sendNotification', { notificationKey, target: { extId: `ios-${n}` } }).then((answer) => {
        expectOk(answer);
        answered.push(performance.now() - asked);
      }),
    );
  }
  await Promise.all(answers);
  const end = Date.now() + ARRIVED_WITHIN_MS;
  const waits: number[] = [];
  for (let after = 0; waits.length < requests;) {
    const page = await stack.simulators.page('apns', after);
    for (const { token, at } of page.deliveries) {
      const asked = askedAt.get(token);
      if (asked !== undefined) {
        waits.push(Math.max(0, Date.parse(at) - asked));
      }
    }
    after = page.next;
    if (page.deliveries.length === 0) {
      if (Date.now() > end) {
        throw new Error(`${requests - waits.length} of ${requests} pushes did not arrive`);
      }
      await sleep(250);
    }
  }
  return { arrival: waits, answer: answered };
}

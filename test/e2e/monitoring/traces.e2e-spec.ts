import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase, type EmptyDatabase } from '../../support/database/database.js';
import { backends, type Backend } from '../../support/processes/backends.js';
import { childOf, startStack, type Stack } from '../../support/processes/stack.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../../support/traces/trace-collector.js';

const USERS = 600;
const SOON = { timeout: 30_000 };
/** A client that says that its own request is recorded. */
const OF_A_CLIENT = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };

let database: EmptyDatabase;
let collector: TraceCollector;
let stack: Stack;
let backend: Backend | undefined;

beforeAll(async () => {
  collector = await startTraceCollector();
});
afterAll(async () => {
  await collector.close();
});

async function start(env: Record<string, string>): Promise<void> {
  database = await emptyDatabase();
  stack = await startStack({
    databaseUrl: database.url,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '200', ...env },
  });
  await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', USERS));
}

async function stop(): Promise<void> {
  await stack.stop();
  await backend?.close();
  backend = undefined;
  await database.close();
}

async function sendCampaign(): Promise<void> {
  await stack.rest.sendBulk({ title: 'News', text: 'Hello from the campaign', platforms: ['IOS'] });
  await expect.poll(accepted, SOON).toBe(USERS);
}

async function accepted(): Promise<number> {
  return (await stack.simulators.counts())['apns']?.distinct ?? 0;
}

/** The spans of the trace that begins with an operation. */
function traceOf(operation: string): CollectedSpan[] {
  const spans = collector.spans();
  const first = spans.findLast(({ attributes }) => attributes['http.route'] === `/rest/3.0/${operation}`);
  return spans.filter(({ traceId }) => traceId === first?.traceId);
}

function ofWorker(operation: string, name: string): CollectedSpan[] {
  return traceOf(operation).filter((span) => span.service === 'herald-worker' && span.name === name);
}

describe.each(backends())('Traces, queue on $name', (chosen) => {
  beforeAll(async () => {
    backend = chosen;
    await start({ OTEL_TRACES_SAMPLER_ARG: '1', ...(await chosen.env()) });
  });
  afterAll(stop);

  it('The trace of a campaign leads from the request to the provider, with a span for each batch', async () => {
    await sendCampaign();
    await expect.poll(() => ofWorker('sendBulkNotification', 'send apns').length, SOON).toBeGreaterThan(0);
    await expect.poll(() => ofWorker('sendBulkNotification', 'launch dispatch').length, SOON).toBe(1);
    await expect
      .poll(() => sum(ofWorker('sendBulkNotification', 'send apns'), 'messaging.batch.message_count'), SOON)
      .toBe(USERS);
    expect(ofWorker('sendBulkNotification', 'send apns').length).toBeLessThan(USERS / 50);
    const batches = ofWorker('sendBulkNotification', 'send apns');
    const withoutChunk = (): CollectedSpan[] => {
      const chunks = ofWorker('sendBulkNotification', 'send chunk').map(({ spanId }) => spanId);
      return batches.filter(({ parentId }) => !chunks.includes(parentId));
    };
    await expect.poll(withoutChunk, SOON).toEqual([]);
    expect(sum(batches, 'herald.outcomes.sent')).toBe(USERS);
  });

  it('The trace of a transactional send leads from the request to the provider, and shows its statements', async () => {
    const message = { title: 'Code', text: 'Your code', platforms: ['IOS'] };
    const { notificationKey } = (
      await stack.rest.post<{ notificationKey: number }>('createNotificationDefinition', { message })
    ).body;
    const entry = { notificationKey: String(notificationKey), target: { extId: ['ios-7'] } };
    expect((await stack.rest.post('sendNotification', [entry])).status).toBe(200);
    await expect.poll(() => ofWorker('sendNotification', 'send apns').length, SOON).toBe(1);
    await expect.poll(() => ofWorker('sendNotification', 'send transactional').length, SOON).toBe(1);
    const statements = traceOf('sendNotification').filter(({ name }) => name.startsWith('pg.query'));
    expect(statements.filter(({ service }) => service === 'herald-gateway')).not.toHaveLength(0);
    expect(statements.filter(({ service }) => service === 'herald-worker')).not.toHaveLength(0);
  });

  it('Traces contain nothing of persons, keys and messages', async () => {
    await stack.rest.get('getUser?extId=ios-8');
    await expect.poll(() => traceOf('getUser').length, SOON).toBeGreaterThan(0);
    const told = collector.bytes();
    expect(told).toContain('/rest/3.0/getUser');
    for (const secret of ['ios-8', 'ios-7', 'Your code', 'Hello from the campaign', stack.keys.rest]) {
      expect(told, secret).not.toContain(secret);
    }
  });
});

describe('Sampling of requests and an unavailable collector', () => {
  afterEach(stop);

  it('A request that its client records is recorded only by the sampling of Herald', async () => {
    await start({ OTEL_TRACES_SAMPLER_ARG: '0' });
    const known = collector.spans().length;
    const headers = { 'X-svc-api-key': stack.keys.rest, ...OF_A_CLIENT };
    expect((await fetch(`${stack.rest.base}/rest/3.0/getUser?extId=ios-1`, { headers })).status).toBe(200);
    await sendCampaign();
    await childOf(stack, 'gateway').end('SIGTERM');
    expect(collector.spans()).toHaveLength(known);
  });

  it('Requests and their messages do not wait for an unavailable collector', async () => {
    const away = await startTraceCollector();
    await away.close();
    await start({ OTEL_TRACES_SAMPLER_ARG: '1', OTEL_EXPORTER_OTLP_ENDPOINT: away.url });
    await sendCampaign();
    expect(await childOf(stack, 'worker').end('SIGTERM')).toBe(0);
    expect(childOf(stack, 'worker').lastLines()).toMatch(/traces are not sent|the last spans did not reach/);
  });
});

function sum(spans: readonly CollectedSpan[], attribute: string): number {
  return spans.reduce((total, { attributes }) => total + Number(attributes[attribute] ?? 0), 0);
}

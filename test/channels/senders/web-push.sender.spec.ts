import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Account, Outgoing, WebPushPayload } from '#libs/channels';
import type { DomainThrottleStore } from '../../../libs/channels/rate-limits/domain-throttle.repository.js';
import { WebPushSender } from '../../../libs/channels/providers/web-push/web-push.sender.js';
import { NO_THROTTLES, PUSH_SERVICES, useSimulators, withoutWords } from '../simulated-accounts.js';

const simulated = useSimulators();
const LIMITS = { deadlineMs: 15_000, inFlight: 50, connectMs: 10_000 };
/** A service with the certificate of this name, but another port than the simulator's. */
const OTHER_SERVICE = '127.0.0.1:1';
const PAYLOAD: WebPushPayload = { body: { title: 'Hi', url: 'x' }, urgency: 'high' };

function message(address: string, changes: Partial<Outgoing<'webpush'>> = {}): Outgoing<'webpush'> {
  return { messageId: randomUUID(), address, payload: PAYLOAD, collapseId: 'offer-1', ttlSeconds: 3600, ...changes };
}
async function messages(count: number): Promise<Outgoing<'webpush'>[]> {
  return (await simulated.subscriptions(count)).map((address) => message(address));
}
const tokenOf = (item: Outgoing<'webpush'> | undefined): string =>
  JSON.parse(item?.address ?? '{}')
    .endpoint.split('/')
    .at(-1);
/** Moves a subscription to another push service. A simulated account reaches the simulator all the same. */
function movedTo(item: Outgoing<'webpush'>): Outgoing<'webpush'> {
  const subscription = JSON.parse(item.address) as { endpoint: string };
  const endpoint = `https://${OTHER_SERVICE}${new URL(subscription.endpoint).pathname}`;
  return { ...item, address: JSON.stringify({ ...subscription, endpoint }) };
}

/** Names what is left alone, as the store of all workers would hear of it. */
function countingThrottles(): DomainThrottleStore & { throttled: string[] } {
  const throttled: string[] = [];
  return { ...NO_THROTTLES, throttled, throttle: async ({ domain }) => void throttled.push(domain) };
}

/** Makes an account without the origin of the simulator, as for real endpoints. */
function live<A extends Account<'webpush'>>(account: A): A {
  return { ...account, origin: undefined };
}

describe('WebPushSender', () => {
  let sender = new WebPushSender(PUSH_SERVICES, NO_THROTTLES);
  afterEach(async () => {
    await sender.close();
    sender = new WebPushSender(PUSH_SERVICES, NO_THROTTLES);
  });

  it('WebPushSender sends messages that the subscription can decrypt, with TTL, urgency and topic', async () => {
    const [item] = await messages(1);
    const report = await sender.send(simulated.account('webpush'), item ? [item] : []);
    expect(report).toEqual({ outcomes: [{ kind: 'sent' }], hasOwnBreakers: true });
    expect(await simulated.deliveries('webpush')).toMatchObject([
      {
        messageId: item?.messageId,
        payload: {
          headers: { ttl: '3600', urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) },
          body: { title: 'Hi', url: 'x', heraldId: item?.messageId },
        },
      },
    ]);
  });

  it('WebPushSender sends a batch without loss', async () => {
    const report = await sender.send(simulated.account('webpush'), await messages(300));
    expect(report.outcomes.filter((outcome) => outcome.kind !== 'sent')).toEqual([]);
    expect(await simulated.counts('webpush')).toEqual({ accepted: 300, rejected: 0, distinct: 300 });
  });

  it('WebPushSender distinguishes dead subscriptions, limits, outages, resets and silence, in order', async () => {
    sender = new WebPushSender(PUSH_SERVICES, NO_THROTTLES, { ...LIMITS, deadlineMs: 400 });
    const batch = await messages(7);
    const [gone, unknown, limited, down, cut, hung] = batch.map(tokenOf);
    await simulated.faults(
      { provider: 'webpush', token: gone, share: 1, status: 410 },
      { provider: 'webpush', token: unknown, share: 1, status: 404 },
      { provider: 'webpush', token: limited, share: 1, status: 429, retryAfterSeconds: 9 },
      { provider: 'webpush', token: down, share: 1, status: 503 },
      { provider: 'webpush', token: cut, share: 1, fault: 'reset', when: 'after' },
      { provider: 'webpush', token: hung, share: 1, fault: 'hang' },
    );
    const report = await sender.send(simulated.account('webpush'), batch);
    expect(withoutWords(report.outcomes)).toEqual([
      { kind: 'dead', code: '410', reason: 'INVALID_TOKEN', raw: expect.stringMatching(/^410 /) },
      { kind: 'dead', code: '404', reason: 'INVALID_TOKEN', raw: expect.stringMatching(/^404 /) },
      { kind: 'retry', code: '429', reason: 'RATE_LIMITED', afterMs: 9000 },
      { kind: 'retry', code: '503', reason: 'PROVIDER_UNAVAILABLE' },
      { kind: 'unknown', code: expect.any(String), reason: 'OUTCOME_UNKNOWN' },
      { kind: 'unknown', code: 'TIMEOUT', reason: 'OUTCOME_UNKNOWN' },
      { kind: 'sent' },
    ]);
  });

  it('WebPushSender ends a whole batch within about one deadline when the push service hangs', async () => {
    sender = new WebPushSender(PUSH_SERVICES, NO_THROTTLES, { ...LIMITS, deadlineMs: 300, inFlight: 5 });
    await simulated.faults({ provider: 'webpush', share: 1, fault: 'hang' });
    const { outcomes } = await sender.send(simulated.account('webpush'), await messages(100));
    expect(outcomes.filter((outcome) => outcome.kind === 'unknown')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome.kind === 'retry')).toHaveLength(95);
  });

  it('A hanging push service delays no other push service and is then throttled', async () => {
    const store = countingThrottles();
    sender = new WebPushSender(PUSH_SERVICES, store, { ...LIMITS, deadlineMs: 2000, inFlight: 10 });
    const hanging = (await messages(40)).map(movedTo);
    const others = await messages(40);
    await simulated.faults(
      ...hanging.map((item) => ({
        provider: 'webpush' as const,
        token: tokenOf(item),
        share: 1,
        fault: 'hang' as const,
      })),
    );
    const account = simulated.account('webpush');
    const { outcomes, slow } = await sender.send(account, [...hanging, ...others]);
    expect(outcomes.slice(0, 40).filter(({ kind }) => kind === 'unknown')).toHaveLength(10);
    expect(outcomes.slice(40)).toEqual(others.map(() => ({ kind: 'sent' })));
    expect(slow).toBeUndefined();
    expect(store.throttled).toEqual([OTHER_SERVICE]);
    const next = await sender.send(account, [...hanging.slice(0, 3), ...others.slice(0, 3)]);
    expect(next.outcomes).toMatchObject([
      ...hanging.slice(0, 3).map(() => ({ kind: 'retry', code: 'SERVICE_RESTS' })),
      ...others.slice(0, 3).map(() => ({ kind: 'sent' })),
    ]);
    expect((await sender.send(account, hanging.slice(0, 3))).slow).toMatchObject({ code: 'SERVICE_RESTS' });
  });

  it('A push service that refuses the key is throttled while another one accepts the key', async () => {
    const store = countingThrottles();
    sender = new WebPushSender(PUSH_SERVICES, store);
    const refusing = (await messages(12)).map(movedTo);
    const others = await messages(3);
    await simulated.faults(
      ...refusing.map((item) => ({ provider: 'webpush' as const, token: tokenOf(item), share: 1, status: 403 })),
    );
    const { outcomes, pause } = await sender.send(simulated.account('webpush'), [...refusing, ...others]);
    expect(pause).toBeUndefined();
    expect(outcomes.slice(0, 12).every(({ kind }) => kind === 'retry')).toBe(true);
    expect(store.throttled).toEqual([OTHER_SERVICE]);
  });

  it('WebPushSender sends only to push services', async () => {
    const [subscription = '{}'] = await simulated.subscriptions(1);
    const address = JSON.stringify({ ...JSON.parse(subscription), endpoint: 'https://hang.example.com/1' });
    const report = await sender.send(live(simulated.account('webpush')), [message(address)]);
    expect(withoutWords(report.outcomes)).toEqual([
      { kind: 'failed', code: 'PUSH_SERVICE_NOT_ALLOWED', reason: 'REFUSED' },
    ]);
  });

  it('WebPushSender pauses when the push service refuses the key for most of a batch, not for one endpoint', async () => {
    const batch = await messages(20);
    await simulated.faults({ provider: 'webpush', token: tokenOf(batch[0]), share: 1, status: 403 });
    const entry = await sender.send(simulated.account('webpush'), batch);
    expect(entry.pause).toBeUndefined();
    expect(withoutWords(entry.outcomes[0])).toEqual({ kind: 'failed', code: '403', reason: 'AUTH' });
    await simulated.faults({ provider: 'webpush', share: 1, status: 403 });
    const all = await sender.send(simulated.account('webpush'), batch);
    expect(all.pause).toEqual({ code: '403', why: 'AUTH' });
    expect(all.outcomes.every((outcome) => outcome.kind === 'retry')).toBe(true);
  });

  it('WebPushSender pauses when the VAPID keys are malformed', async () => {
    const report = await sender.send(simulated.account('webpush', { privateKey: 'short' }), await messages(2));
    expect(report.pause).toEqual({ code: 'INVALID_VAPID_KEY', why: 'AUTH' });
    expect(report.outcomes.map((outcome) => outcome.kind)).toEqual(['retry', 'retry']);
  });

  it('WebPushSender refuses a text that is too long, without sending it', async () => {
    const [address = ''] = await simulated.subscriptions(1);
    const payload: WebPushPayload = { body: { text: 'ü'.repeat(2000) }, urgency: 'normal' };
    const report = await sender.send(simulated.account('webpush'), [message(address, { payload })]);
    expect(withoutWords(report.outcomes)).toEqual([{ kind: 'failed', code: '413', reason: 'INVALID_PAYLOAD' }]);
  });

  it('WebPushSender reports an invalid subscription, or one with unusable keys, as dead', async () => {
    const keys = { p256dh: 'AAAA', auth: 'AAAA' };
    const report = await sender.send(
      simulated.account('webpush'),
      ['', 'null', '{}', '{"endpoint":"https://push.example.com/1"}', JSON.stringify({ endpoint: 'nowhere', keys })]
        .concat(JSON.stringify({ endpoint: 'https://push.example.com/1', keys }))
        .map((address) => message(address)),
    );
    expect(report.outcomes.map((outcome) => outcome.kind)).toEqual(new Array(6).fill('dead'));
    expect((await simulated.counts('webpush')).accepted).toBe(0);
  });

  it.each([
    'http://push.example.com/1',
    'https://127.0.0.1/1',
    'https://10.0.0.1:8443/1',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/1',
    'https://[::ffff:10.0.0.1]/1',
    'https://0x7f000001/1',
    'https://user:secret@push.example.com/1',
  ])('WebPushSender never connects a live account to %s', async (endpoint) => {
    const [subscription = '{}'] = await simulated.subscriptions(1);
    const address = JSON.stringify({ ...JSON.parse(subscription), endpoint });
    const report = await sender.send(live(simulated.account('webpush')), [message(address)]);
    expect(report.outcomes).toMatchObject([{ kind: 'dead', reason: 'INVALID_TOKEN' }]);
  });

  it('WebPushSender never connects a live account to a name that resolves to a private address', async () => {
    const [subscription = '{}'] = await simulated.subscriptions(1);
    const endpoint = `https://localhost:${simulated.running.endpoints.webpush.port}/wp/1`;
    const address = JSON.stringify({ ...JSON.parse(subscription), endpoint });
    const report = await sender.send(live(simulated.account('webpush')), [message(address)]);
    expect(withoutWords(report.outcomes)).toEqual([{ kind: 'failed', code: 'ADDRESS_REFUSED', reason: 'REFUSED' }]);
    expect(await simulated.counts('webpush')).toEqual({ accepted: 0, rejected: 0, distinct: 0 });
  });

  it('WebPushSender connects a simulated account to its origin, for any endpoint', async () => {
    const [subscription = '{}'] = await simulated.subscriptions(1);
    const moved = JSON.parse(subscription);
    moved.endpoint = moved.endpoint.replace(/:\d+/, ':1');
    const report = await sender.send(simulated.account('webpush'), [message(JSON.stringify(moved))]);
    expect(withoutWords(report.outcomes)).toEqual([{ kind: 'sent' }]);
  });
});

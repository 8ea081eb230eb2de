import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApnsPayload, Outgoing } from '#libs/channels';
import { HTTP2_LIMITS } from '../../../libs/channels/transport/http2-pool.js';
import { ApnsSender } from '../../../libs/channels/providers/apns/apns.sender.js';
import { useSimulators, withoutWords } from '../simulated-accounts.js';

const simulated = useSimulators();
const PAYLOAD: ApnsPayload = {
  body: { aps: { alert: { title: 'Hi', body: 'there' } }, url: 'x' },
  pushType: 'alert',
  priority: 10,
};

function message(changes: Partial<Outgoing<'apns'>> = {}): Outgoing<'apns'> {
  return {
    messageId: randomUUID(),
    address: randomUUID().replaceAll('-', ''),
    payload: PAYLOAD,
    collapseId: 'offer-1',
    ttlSeconds: 3600,
    ...changes,
  };
}
const messages = (count: number): Outgoing<'apns'>[] => Array.from({ length: count }, () => message());

describe('ApnsSender', () => {
  let sender = new ApnsSender();
  const within = (deadlineMs: number): ApnsSender => (sender = new ApnsSender({ ...HTTP2_LIMITS, deadlineMs }));
  afterEach(async () => {
    await sender.close();
    sender = new ApnsSender();
  });

  it('ApnsSender sends with ids, topic, expiration, push type and priority', async () => {
    const item = message();
    const before = Math.floor(Date.now() / 1000);
    const report = await sender.send(simulated.account('apns'), [item]);
    expect(report).toEqual({ outcomes: [{ kind: 'sent' }], pause: undefined });
    const [delivery] = await simulated.deliveries('apns');
    expect(delivery).toMatchObject({ token: item.address, messageId: item.messageId, payload: { body: PAYLOAD.body } });
    expect(delivery?.payload.body).toEqual({ ...PAYLOAD.body, heraldId: item.messageId });
    const headers = delivery?.payload.headers;
    expect(headers).toMatchObject({
      'apns-id': item.messageId,
      'apns-collapse-id': 'offer-1',
      'apns-topic': 'com.example.shop',
      'apns-push-type': 'alert',
      'apns-priority': '10',
    });
    expect(Number(headers?.['apns-expiration']) - before - 3600).toBeGreaterThanOrEqual(0);
  });

  it('ApnsSender hashes a collapse id that is not a valid header value', async () => {
    await sender.send(simulated.account('apns'), [
      message({ collapseId: 'é\n' }),
      message({ collapseId: 'x'.repeat(65) }),
    ]);
    const ids = (await simulated.deliveries('apns')).map((delivery) => delivery.payload.headers?.['apns-collapse-id']);
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it('ApnsSender sends 2,000 messages in one batch without loss', async () => {
    const batch = messages(2000);
    const report = await sender.send(simulated.account('apns'), batch);
    expect(report.outcomes.filter((outcome) => outcome.kind !== 'sent')).toEqual([]);
    expect(await simulated.counts('apns')).toEqual({ accepted: 2000, rejected: 0, distinct: 2000 });
  });

  it('ApnsSender reports dead tokens, refusals and successes in the order of the batch', async () => {
    await simulated.faults({ provider: 'apns', token: 'dead-*', share: 1, status: 410, reason: 'Unregistered' });
    const report = await sender.send(simulated.account('apns'), [message(), message({ address: 'dead-1' }), message()]);
    expect(withoutWords(report.outcomes)).toEqual([
      { kind: 'sent' },
      {
        kind: 'dead',
        code: 'Unregistered',
        reason: 'INVALID_TOKEN',
        raw: expect.stringContaining('410 {"reason":"Unregistered"'),
      },
      { kind: 'sent' },
    ]);
  });

  it('ApnsSender keeps a token that was registered after it was last known to be dead', async () => {
    const timestamp = Date.UTC(2026, 0, 1);
    await simulated.faults({ provider: 'apns', share: 1, status: 410, timestamp });
    const report = await sender.send(simulated.account('apns'), [
      message({ registeredAt: new Date(timestamp + 1000) }),
      message({ registeredAt: new Date(timestamp - 1000) }),
    ]);
    expect(report.outcomes.map((outcome) => outcome.kind)).toEqual(['failed', 'dead']);
  });

  it('ApnsSender retries a 503 and obeys Retry-After of a 429', async () => {
    await simulated.faults(
      { provider: 'apns', token: 'busy', share: 1, status: 503 },
      { provider: 'apns', token: 'often', share: 1, status: 429, retryAfterSeconds: 7 },
    );
    const report = await sender.send(simulated.account('apns'), [
      message({ address: 'busy' }),
      message({ address: 'often' }),
    ]);
    expect(withoutWords(report.outcomes)).toEqual([
      { kind: 'retry', code: 'ServiceUnavailable', reason: 'PROVIDER_UNAVAILABLE' },
      { kind: 'retry', code: 'TooManyRequests', reason: 'RATE_LIMITED', afterMs: 7000 },
    ]);
  });

  it('ApnsSender reports a reset stream as unknown, and sends the others', async () => {
    await simulated.faults({ provider: 'apns', token: 'cut', share: 1, fault: 'reset', when: 'after' });
    const report = await sender.send(simulated.account('apns'), [message(), message({ address: 'cut' }), message()]);
    expect(report.outcomes.map((outcome) => outcome.kind)).toEqual(['sent', 'unknown', 'sent']);
  });

  it('ApnsSender ends every message when the connection is cut, and reports as sent only accepted ones', async () => {
    await simulated.faults({ provider: 'apns', token: 'cut', share: 1, fault: 'reset', scope: 'connection', times: 1 });
    const batch = [...messages(100), message({ address: 'cut' }), ...messages(700)];
    const { outcomes } = await sender.send(simulated.account('apns'), batch);
    const acceptedIds = new Set((await simulated.deliveries('apns')).map((delivery) => delivery.messageId));
    expect(outcomes).toHaveLength(801);
    outcomes.forEach((outcome, index) => {
      const wasTaken = acceptedIds.has(batch[index]?.messageId ?? '');
      expect(outcome.kind === 'sent' || outcome.kind === 'unknown' || !wasTaken).toBe(true);
      expect(outcome.kind !== 'sent' || wasTaken).toBe(true);
    });
    expect(outcomes[100]?.kind).toBe('unknown');
  });

  it('ApnsSender continues over a new connection after GOAWAY, and retries unprocessed messages', async () => {
    await simulated.faults({ provider: 'apns', token: 'leave*', share: 1, fault: 'goaway', times: 1 });
    const batch = [
      ...messages(50),
      message({ address: 'leave1' }),
      ...messages(500),
      message({ address: 'leave2' }),
      ...messages(400),
    ];
    const { outcomes } = await sender.send(simulated.account('apns'), batch);
    const acceptedIds = new Set((await simulated.deliveries('apns')).map((delivery) => delivery.messageId));
    expect(outcomes.filter((outcome) => outcome.kind === 'unknown')).toEqual([]);
    outcomes.forEach((outcome, index) => {
      expect(outcome.kind).toBe(acceptedIds.has(batch[index]?.messageId ?? '') ? 'sent' : 'retry');
    });
    // Each GOAWAY costs what was in flight, and what took the places of the answers before it.
    const retried = 2 * (HTTP2_LIMITS.inFlight + 10);
    expect(outcomes.filter((outcome) => outcome.kind === 'sent').length).toBeGreaterThan(batch.length - retried);
  });

  it('ApnsSender reports a message without an answer as unknown, within its deadline', async () => {
    await simulated.faults({ provider: 'apns', token: 'hang', share: 1, fault: 'hang' });
    const report = await within(200).send(simulated.account('apns'), [message({ address: 'hang' }), message()]);
    expect(withoutWords(report.outcomes)).toEqual([
      { kind: 'unknown', code: 'TIMEOUT', reason: 'OUTCOME_UNKNOWN' },
      { kind: 'sent' },
    ]);
  });

  it('ApnsSender ends a whole batch when Apple hangs: sent messages are unknown, the others are retried', async () => {
    await simulated.faults({ provider: 'apns', share: 1, fault: 'hang' });
    const { outcomes } = await within(300).send(simulated.account('apns'), messages(700));
    const left = outcomes.filter((outcome) => outcome.kind === 'unknown').length;
    expect(left).toBeGreaterThanOrEqual(HTTP2_LIMITS.inFlight);
    expect(outcomes.filter((outcome) => outcome.kind === 'retry')).toHaveLength(700 - left);
  });

  it('ApnsSender uses another connection after one went silent', async () => {
    await simulated.faults({ provider: 'apns', token: 'hang', share: 1, fault: 'hang' });
    const account = simulated.account('apns');
    within(100);
    await sender.send(account, [message({ address: 'hang' })]);
    expect(withoutWords((await sender.send(account, [message()])).outcomes)).toEqual([{ kind: 'sent' }]);
  });

  it('ApnsSender retries when the connection is refused', async () => {
    const account = simulated.account('apns');
    const report = await sender.send(
      { ...account, origin: { host: '127.0.0.1', port: 1, ca: account.origin?.ca ?? '' } },
      messages(3),
    );
    expect(withoutWords(report.outcomes)).toEqual(
      Array.from({ length: 3 }, () => ({
        kind: 'retry',
        code: 'ECONNREFUSED',
        reason: 'PROVIDER_UNAVAILABLE',
        isUntaken: true,
      })),
    );
  });

  it('ApnsSender retries when the certificate is not of the trusted authority', async () => {
    const { origin, ...account } = simulated.account('apns');
    const [host, port] = [origin?.host ?? '', origin?.port ?? 0];
    const report = await sender.send({ ...account, origin: { host, port, ca: '' } }, [message()]);
    expect(report.outcomes).toMatchObject([{ kind: 'retry', reason: 'PROVIDER_UNAVAILABLE' }]);
  });

  it('ApnsSender pauses at wrong credentials and stops sending the batch', async () => {
    await simulated.faults({ provider: 'apns', share: 1, status: 403, reason: 'InvalidProviderToken' });
    const report = await sender.send(simulated.account('apns'), messages(1000));
    expect(report.pause).toEqual({ code: 'InvalidProviderToken', why: 'AUTH' });
    expect(report.outcomes.every((outcome) => outcome.kind === 'retry')).toBe(true);
    expect((await simulated.counts('apns')).rejected).toBeLessThanOrEqual(2 * HTTP2_LIMITS.inFlight);
  });

  it('ApnsSender pauses when the key is invalid', async () => {
    const report = await sender.send(simulated.account('apns', { key: 'nonsense' }), messages(2));
    expect(report.pause).toEqual({ code: 'InvalidKey', why: 'AUTH' });
    expect(report.outcomes.map((outcome) => outcome.kind)).toEqual(['retry', 'retry']);
  });

  it('ApnsSender pauses and keeps the tokens when all are refused, and retires a single bad one', async () => {
    await simulated.faults({ provider: 'apns', token: 'bad-*', share: 1, status: 400, reason: 'BadDeviceToken' });
    const account = simulated.account('apns');
    const bad = Array.from({ length: 20 }, (_, index) => message({ address: `bad-${index}` }));
    const all = await sender.send(account, bad);
    expect(all.pause).toEqual({ code: 'BadDeviceToken', why: 'INVALID_TOKEN' });
    expect(all.outcomes.every((outcome) => outcome.kind === 'retry')).toBe(true);
    const entry = await sender.send(account, [...bad.slice(0, 1), ...messages(19)]);
    expect(entry.pause).toBeUndefined();
    expect(entry.outcomes.map((outcome) => outcome.kind)).toEqual(['dead', ...new Array<string>(19).fill('sent')]);
  });

  it('ApnsSender creates a new provider token once when Apple reports an old one as expired', async () => {
    await simulated.faults({ provider: 'apns', share: 1, status: 403, reason: 'ExpiredProviderToken', times: 1 });
    let now = Date.now() - 30 * 60_000;
    sender = new ApnsSender(HTTP2_LIMITS, () => now);
    const account = simulated.account('apns');
    const first = message();
    expect((await sender.send(account, [first])).pause).toEqual({
      code: 'ExpiredProviderToken',
      why: 'AUTH',
    });
    now = Date.now();
    expect(withoutWords((await sender.send(account, messages(5))).outcomes)).toEqual(
      Array.from({ length: 5 }, () => ({ kind: 'sent' })),
    );
  });

  it('ApnsSender refuses a payload over 4,096 bytes without sending it', async () => {
    const payload: ApnsPayload = { ...PAYLOAD, body: { aps: { alert: 'x'.repeat(4096) } } };
    const report = await sender.send(simulated.account('apns'), [message({ payload }), message()]);
    expect(withoutWords(report.outcomes)).toEqual([
      { kind: 'failed', code: 'PayloadTooLarge', reason: 'INVALID_PAYLOAD' },
      { kind: 'sent' },
    ]);
    expect((await simulated.counts('apns')).rejected).toBe(0);
  });

  it('ApnsSender counts the message id as a part of the payload', async () => {
    const sized = (bytes: number): ApnsPayload => ({ ...PAYLOAD, body: { aps: 'x'.repeat(bytes - 10 - 50) } });
    const report = await sender.send(simulated.account('apns'), [
      message({ payload: sized(4096) }),
      message({ payload: sized(4097) }),
    ]);
    expect(withoutWords(report.outcomes)).toEqual([
      { kind: 'sent' },
      { kind: 'failed', code: 'PayloadTooLarge', reason: 'INVALID_PAYLOAD' },
    ]);
    expect(await simulated.counts('apns')).toEqual({ accepted: 1, rejected: 0, distinct: 1 });
  });

  it('ApnsSender opens new connections when the credentials change', async () => {
    const account = simulated.account('apns', { key: 'nonsense' });
    expect((await sender.send(account, [message()])).pause).toBeDefined();
    const mended = { ...account, version: 2, credentials: simulated.account('apns').credentials };
    expect(withoutWords((await sender.send(mended, [message()])).outcomes)).toEqual([{ kind: 'sent' }]);
  });
});

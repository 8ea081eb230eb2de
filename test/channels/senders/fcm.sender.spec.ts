import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { FcmPayload, Outgoing } from '#libs/channels';
import { HTTP2_LIMITS } from '../../../libs/channels/transport/http2-pool.js';
import { FcmSender } from '../../../libs/channels/providers/fcm/fcm.sender.js';
import { openLine } from '../../support/processes/frozen-connection.js';
import { useSimulators, withoutWords } from '../simulated-accounts.js';

const simulated = useSimulators();
const PAYLOAD: FcmPayload = { message: { notification: { title: 'Hi', body: 'there' }, data: { url: 'x' } } };

function message(changes: Partial<Outgoing<'fcm'>> = {}): Outgoing<'fcm'> {
  return {
    messageId: randomUUID(),
    address: `${randomUUID()}:APA91b${randomUUID()}`,
    payload: PAYLOAD,
    collapseId: 'offer-1',
    ttlSeconds: 3600,
    ...changes,
  };
}
const ALL_SENT = Array.from({ length: 20 }, () => ({ kind: 'sent' }));
const messages = (count: number): Outgoing<'fcm'>[] => Array.from({ length: count }, () => message());

describe('FcmSender', () => {
  let sender = new FcmSender();
  const within = (deadlineMs: number): FcmSender => (sender = new FcmSender({ ...HTTP2_LIMITS, deadlineMs }));
  afterEach(async () => {
    await sender.close();
    sender = new FcmSender();
  });

  it('FcmSender exchanges the service account for a token and sends with id, tag and time to live', async () => {
    const item = message();
    const report = await sender.send(simulated.account('fcm'), [item]);
    expect(report).toEqual({ outcomes: [{ kind: 'sent' }], pause: undefined });
    expect(await simulated.deliveries('fcm')).toMatchObject([
      {
        token: item.address,
        messageId: item.messageId,
        payload: {
          message: {
            token: item.address,
            notification: { title: 'Hi', body: 'there' },
            data: { url: 'x', heraldId: item.messageId },
            android: { ttl: '3600s', notification: { tag: 'offer-1' } },
          },
        },
      },
    ]);
  });

  it('FcmSender sends 2,000 messages in one batch without loss, over connections of 100 streams', async () => {
    const report = await sender.send(simulated.account('fcm'), messages(2000));
    expect(report.outcomes.filter((outcome) => outcome.kind !== 'sent')).toEqual([]);
    expect(await simulated.counts('fcm')).toEqual({ accepted: 2000, rejected: 0, distinct: 2000 });
  });

  it('FcmSender serves concurrent batches with one access token', async () => {
    const account = simulated.account('fcm');
    const reports = await Promise.all([1, 2, 3].map(() => sender.send(account, messages(50))));
    expect(reports.flatMap((outcome) => outcome.outcomes).filter((outcome) => outcome.kind !== 'sent')).toEqual([]);
  });

  it('FcmSender retires dead tokens and keeps tokens whose message caused the error', async () => {
    await simulated.faults(
      { provider: 'fcm', token: 'gone', share: 1, status: 404, reason: 'UNREGISTERED' },
      { provider: 'fcm', token: 'wrong', share: 1, status: 400, reason: 'INVALID_ARGUMENT' },
      { provider: 'fcm', token: 'payload', share: 1, status: 400, reason: 'BAD_REQUEST' },
      { provider: 'fcm', token: 'foreign', share: 1, status: 403, reason: 'SENDER_ID_MISMATCH' },
    );
    const report = await sender.send(
      simulated.account('fcm'),
      ['gone', 'wrong', 'payload', 'foreign'].map((address) => message({ address })),
    );
    expect(withoutWords(report.outcomes)).toEqual([
      { kind: 'dead', code: 'UNREGISTERED', reason: 'INVALID_TOKEN', raw: expect.stringContaining('404 {"error"') },
      {
        kind: 'dead',
        code: 'INVALID_ARGUMENT',
        reason: 'INVALID_TOKEN',
        raw: expect.stringContaining('registration token'),
      },
      { kind: 'failed', code: 'INVALID_ARGUMENT', reason: 'INVALID_PAYLOAD' },
      { kind: 'failed', code: 'SENDER_ID_MISMATCH', reason: 'WRONG_SENDER' },
    ]);
    expect(report.pause).toBeUndefined();
  });

  it('FcmSender pauses and keeps all tokens when all are refused as tokens of another sender', async () => {
    await simulated.faults({ provider: 'fcm', share: 1, status: 403, reason: 'SENDER_ID_MISMATCH' });
    const report = await sender.send(simulated.account('fcm'), messages(30));
    expect(report.pause).toEqual({ code: 'SENDER_ID_MISMATCH', why: 'WRONG_SENDER' });
    expect(report.outcomes.every((outcome) => outcome.kind === 'retry')).toBe(true);
  });

  it('FcmSender waits 10 s after a 503, a minute after a 429, or for the time of Retry-After', async () => {
    await simulated.faults(
      { provider: 'fcm', token: 'busy', share: 1, status: 503 },
      { provider: 'fcm', token: 'often', share: 1, status: 429 },
      { provider: 'fcm', token: 'named', share: 1, status: 429, retryAfterSeconds: 3 },
    );
    const report = await sender.send(
      simulated.account('fcm'),
      ['busy', 'often', 'named'].map((address) => message({ address })),
    );
    expect(withoutWords(report.outcomes)).toEqual([
      { kind: 'retry', code: 'UNAVAILABLE', reason: 'PROVIDER_UNAVAILABLE', afterMs: 10_000 },
      { kind: 'retry', code: 'QUOTA_EXCEEDED', reason: 'RATE_LIMITED', afterMs: 60_000 },
      { kind: 'retry', code: 'QUOTA_EXCEEDED', reason: 'RATE_LIMITED', afterMs: 3000 },
    ]);
  });

  it('FcmSender reports resets and hung messages as unknown, in time', async () => {
    await simulated.faults(
      { provider: 'fcm', token: 'cut', share: 1, fault: 'reset' },
      { provider: 'fcm', token: 'hang', share: 1, fault: 'hang' },
    );
    const report = await within(200).send(simulated.account('fcm'), [
      message({ address: 'cut' }),
      message(),
      message({ address: 'hang' }),
    ]);
    expect(report.outcomes.map((outcome) => outcome.kind)).toEqual(['unknown', 'sent', 'unknown']);
  });

  it('FcmSender ends a large batch when the connection is cut in the middle', async () => {
    await simulated.faults({ provider: 'fcm', share: 0.01, fault: 'reset', scope: 'connection', times: 1 });
    sender = new FcmSender({ ...HTTP2_LIMITS, silenceMs: 500 });
    const batch = messages(1000);
    const { outcomes } = await sender.send(simulated.account('fcm'), batch);
    const acceptedIds = new Set((await simulated.deliveries('fcm')).map((delivery) => delivery.messageId));
    expect(outcomes).toHaveLength(1000);
    expect(outcomes.some((outcome) => outcome.kind === 'unknown')).toBe(true);
    outcomes.forEach((outcome, index) => {
      const wasTaken = acceptedIds.has(batch[index]?.messageId ?? '');
      expect(outcome.kind === 'unknown' || (outcome.kind === 'sent') === wasTaken).toBe(true);
    });
  });

  it('FcmSender continues over a new connection after GOAWAY', async () => {
    await simulated.faults({ provider: 'fcm', token: 'leave*', share: 1, fault: 'goaway', times: 1 });
    const batch = [...messages(50), message({ address: 'leave1' }), ...messages(500)];
    const { outcomes } = await sender.send(simulated.account('fcm'), batch);
    const acceptedIds = new Set((await simulated.deliveries('fcm')).map((delivery) => delivery.messageId));
    outcomes.forEach((outcome, index) => {
      expect(outcome.kind).toBe(acceptedIds.has(batch[index]?.messageId ?? '') ? 'sent' : 'retry');
    });
    expect(outcomes.filter((outcome) => outcome.kind === 'sent').length).toBeGreaterThan(100);
  });

  it('FcmSender fetches another access token once when Google refuses an old one', async () => {
    await simulated.faults({
      provider: 'fcm',
      token: 'again*',
      share: 1,
      status: 401,
      reason: 'UNAUTHENTICATED',
      times: 1,
    });
    let now = Date.now();
    sender = new FcmSender(HTTP2_LIMITS, () => now);
    const account = simulated.account('fcm');
    await sender.send(account, [message()]);
    now += 2 * 60_000;
    const again = [1, 2, 3].map((index) => message({ address: `again${index}` }));
    expect(withoutWords((await sender.send(account, again)).outcomes)).toEqual(
      Array.from({ length: 3 }, () => ({ kind: 'sent' })),
    );
  });

  it('FcmSender retries without a pause when a token is refused and the token endpoint is unreachable', async () => {
    let now = Date.now();
    sender = new FcmSender(HTTP2_LIMITS, () => now);
    const account = simulated.account('fcm');
    const { host, port, ca } = account.origin ?? { host: '', port: 0, ca: '' };
    const line = await openLine(port);
    onTestFinished(() => line.close());
    const overLine = { ...account, origin: { host, port: line.port, ca } };
    expect(withoutWords((await sender.send(overLine, messages(20))).outcomes)).toEqual(ALL_SENT);
    now += 120_000;
    await simulated.faults({ provider: 'fcm', share: 1, status: 401, reason: 'UNAUTHENTICATED', times: 1 });
    line.shut();
    const report = await sender.send(overLine, messages(20));
    expect(report.pause).toBeUndefined();
    expect(withoutWords(report.outcomes)).toEqual(
      Array.from({ length: 20 }, () => ({
        kind: 'retry',
        code: 'ECONNREFUSED',
        reason: 'PROVIDER_UNAVAILABLE',
        isUntaken: true,
      })),
    );
  });

  it('FcmSender pauses when Google refuses a fresh token', async () => {
    await simulated.faults({ provider: 'fcm', share: 1, status: 401, reason: 'UNAUTHENTICATED' });
    const report = await sender.send(simulated.account('fcm'), [message()]);
    expect(report.pause).toEqual({ code: 'UNAUTHENTICATED', why: 'AUTH' });
    expect(withoutWords(report.outcomes)).toEqual([{ kind: 'retry', code: 'UNAUTHENTICATED', reason: 'AUTH' }]);
  });

  it.each([
    [401, 'THIRD_PARTY_AUTH_ERROR'],
    [404, 'NOT_FOUND'],
  ])(
    'FcmSender fails one recipient by a %i %s, and pauses the account when most of a minute get it',
    async (status, reason) => {
      await simulated.faults({ provider: 'fcm', token: 'third-*', share: 1, status, reason });
      const account = simulated.account('fcm');
      const third = (count: number) =>
        Array.from({ length: count }, (_, index) => message({ address: `third-${index}` }));
      const answer = await sender.send(account, [...third(1), ...messages(20)]);
      expect(answer.pause).toBeUndefined();
      expect(answer.outcomes.map(({ kind }) => kind)).toEqual(['failed', ...new Array<string>(20).fill('sent')]);
      const all = await sender.send(account, third(30));
      expect(all.pause).toEqual({ code: reason, why: 'AUTH' });
      expect(new Set(all.outcomes.map(({ kind }) => kind))).toEqual(new Set(['retry']));
    },
  );

  it('FcmSender lets a device wait by its own 429, and the account when several devices get one', async () => {
    const busy = { provider: 'fcm', token: 'busy-*', share: 1, status: 429, reason: 'QUOTA_EXCEEDED' } as const;
    await simulated.faults({ ...busy, retryAfterSeconds: 30 });
    const account = simulated.account('fcm');
    const devices = (count: number) =>
      Array.from({ length: count }, (_, index) => message({ address: `busy-${index}` }));
    const answer = await sender.send(account, [...devices(1), ...messages(20)]);
    expect(answer.slow).toBeUndefined();
    const [busiest] = answer.outcomes;
    expect(busiest).toMatchObject({ kind: 'retry', reason: 'RATE_LIMITED' });
    expect(busiest && 'afterMs' in busiest ? busiest.afterMs : 0).toBeGreaterThan(25_000);
    const several = await sender.send(account, [...devices(8), ...messages(20)]);
    expect(several.slow).toMatchObject({ code: 'QUOTA_EXCEEDED', why: 'RATE_LIMITED' });
  });

  it('FcmSender pauses when the service account is unusable', async () => {
    const { serviceAccount } = simulated.account('fcm').credentials;
    const broken = await sender.send(
      simulated.account('fcm', { serviceAccount: { ...serviceAccount, private_key: 'nonsense' } }),
      messages(2),
    );
    expect(broken.pause).toEqual({ code: 'SERVICE_ACCOUNT', why: 'AUTH' });
    expect(broken.outcomes.map((outcome) => outcome.kind)).toEqual(['retry', 'retry']);
  });

  it('FcmSender retries when the token endpoint cannot be reached', async () => {
    const account = simulated.account('fcm');
    const report = await within(500).send(
      { ...account, origin: { host: '127.0.0.1', port: 1, ca: account.origin?.ca ?? '' } },
      messages(2),
    );
    expect(report.pause).toBeUndefined();
    expect(report.outcomes).toMatchObject(
      Array.from({ length: 2 }, () => ({ kind: 'retry', reason: 'PROVIDER_UNAVAILABLE' })),
    );
  });
});

import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { type Outgoing } from '#libs/channels';
import { TwilioSender } from '../../../libs/channels/providers/twilio/twilio.sender.js';
import { UNLIMITED, useSimulators, withoutWords } from '../simulated-accounts.js';

const simulated = useSimulators();
const LIMITS = { deadlineMs: 15_000, inFlight: 50, connectMs: 10_000, maxWaitMs: 10_000 };
let number = 0;

function message(changes: Partial<Outgoing<'sms'>> = {}): Outgoing<'sms'> {
  number += 1;
  return {
    messageId: randomUUID(),
    address: `+4915${String(number).padStart(8, '0')}`,
    payload: { body: 'Your code is 1234 & more', segments: 1 },
    collapseId: 'offer-1',
    ttlSeconds: 600,
    ...changes,
  };
}
const messages = (count: number): Outgoing<'sms'>[] => Array.from({ length: count }, () => message());
const to = (address: string): Outgoing<'sms'> => message({ address });

describe('TwilioSender', () => {
  let sender = new TwilioSender(UNLIMITED);
  afterEach(async () => {
    await sender.close();
    sender = new TwilioSender(UNLIMITED);
  });

  it("TwilioSender sends from the account's first sender, or the one that the message names", async () => {
    const item = message();
    const named = message({ payload: { body: 'Hi', segments: 1, sender: 'SHOP' } });
    const unknownSender = message({ payload: { body: 'Hi', segments: 1, sender: '+19999999999' } });
    const report = await sender.send(simulated.account('sms'), [item, named, unknownSender]);
    expect(withoutWords(report.outcomes)).toEqual([
      { kind: 'sent', providerId: expect.stringMatching(/^SM[0-9a-f]{32}$/) },
      { kind: 'sent', providerId: expect.any(String) },
      { kind: 'failed', code: 'UNKNOWN_SENDER', reason: 'CONFIGURATION' },
    ]);
    const deliveries = await simulated.deliveries('sms');
    expect(deliveries.find((delivery) => delivery.token === item.address)?.payload).toEqual({
      To: item.address,
      From: '+15005550006',
      Body: 'Your code is 1234 & more',
      ValidityPeriod: '600',
    });
    expect(deliveries.find((delivery) => delivery.token === named.address)?.payload.From).toBe('SHOP');
  });

  it('TwilioSender sends a batch without loss', async () => {
    const report = await sender.send(simulated.account('sms'), messages(300));
    expect(report.outcomes.filter((outcome) => outcome.kind !== 'sent')).toEqual([]);
    expect((await simulated.counts('sms')).accepted).toBe(300);
  });

  it('TwilioSender distinguishes dead numbers, opt-outs, limits, outages, resets and silence, in order', async () => {
    sender = new TwilioSender(UNLIMITED, { ...LIMITS, deadlineMs: 400 });
    const rule = (token: string) => ({ provider: 'sms', token, share: 1 }) as const;
    await simulated.faults(
      { ...rule('+491700000001'), status: 400, reason: '21614' },
      { ...rule('+491700000002'), status: 400, reason: '21610' },
      { ...rule('+491700000003'), status: 429, retryAfterSeconds: 4 },
      { ...rule('+491700000004'), status: 503 },
      { ...rule('+491700000005'), fault: 'reset', when: 'after' },
      { ...rule('+491700000006'), fault: 'hang' },
    );
    const report = await sender.send(
      simulated.account('sms'),
      [1, 2, 3, 4, 5, 6, 7].map((last) => to(`+49170000000${last}`)),
    );
    expect(withoutWords(report.outcomes)).toEqual([
      { kind: 'dead', code: '21614', reason: 'INVALID_ADDRESS', raw: expect.stringContaining('21614') },
      { kind: 'dead', code: '21610', reason: 'OPTED_OUT', raw: expect.stringContaining('21610') },
      { kind: 'retry', code: '20429', reason: 'RATE_LIMITED', afterMs: 4000, isUntaken: true },
      { kind: 'retry', code: '20503', reason: 'PROVIDER_UNAVAILABLE' },
      { kind: 'unknown', code: expect.any(String), reason: 'OUTCOME_UNKNOWN' },
      { kind: 'unknown', code: 'TIMEOUT', reason: 'OUTCOME_UNKNOWN' },
      { kind: 'sent', providerId: expect.any(String) },
    ]);
  });

  it('TwilioSender ends a whole batch within about one deadline when Twilio hangs', async () => {
    sender = new TwilioSender(UNLIMITED, { ...LIMITS, deadlineMs: 300, inFlight: 5 });
    await simulated.faults({ provider: 'sms', share: 1, fault: 'hang' });
    const { outcomes } = await sender.send(simulated.account('sms'), messages(60));
    expect(outcomes.filter((outcome) => outcome.kind === 'unknown')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome.kind === 'retry')).toHaveLength(55);
  });

  it('TwilioSender pauses at wrong credentials, whether Twilio or the client refuses them', async () => {
    await simulated.faults({ provider: 'sms', share: 1, status: 401, reason: '20003' });
    const refused = await sender.send(simulated.account('sms'), messages(3));
    expect(refused.pause).toEqual({ code: '20003', why: 'AUTH' });
    expect(refused.outcomes.every((outcome) => outcome.kind === 'retry')).toBe(true);
    const malformed = await sender.send(simulated.account('sms', { accountSid: 'nonsense' }), messages(1));
    expect(malformed.pause).toEqual({ code: 'INVALID_ACCOUNT_SID', why: 'AUTH' });
  });

  it('TwilioSender finds out whether a message in doubt was accepted', async () => {
    const account = simulated.account('sms');
    const accepted = message();
    const lost = message({ address: accepted.address, payload: { body: 'Another text', segments: 1 } });
    await simulated.faults({
      provider: 'sms',
      token: accepted.address,
      share: 1,
      fault: 'reset',
      when: 'after',
      times: 1,
    });
    const since = new Date();
    expect((await sender.send(account, [accepted])).outcomes).toMatchObject([{ kind: 'unknown' }]);
    expect(await sender.findAccepted(account, accepted, since)).toEqual([
      { providerId: expect.stringMatching(/^SM[0-9a-f]{32}$/) as string, hasSameText: true },
    ]);
    expect(await sender.findAccepted(account, lost, since)).toMatchObject([{ hasSameText: false }]);
    expect(await sender.findAccepted(account, message(), since)).toEqual([]);
    expect(await sender.findAccepted(account, accepted, new Date(Date.now() + 5000))).toEqual([]);
  });

  it('TwilioSender sends the callback URL to Twilio, if there is one', async () => {
    const item = message({ reportUrl: 'https://push.example.com/callbacks/sms/abc' });
    await sender.send(simulated.account('sms'), [item, message()]);
    const payloads = (await simulated.deliveries('sms')).map(({ payload }) => payload.StatusCallback);
    expect(payloads).toEqual(['https://push.example.com/callbacks/sms/abc', undefined]);
  });

  it('TwilioSender retries when the connection is refused', async () => {
    const account = simulated.account('sms');
    const report = await sender.send(
      { ...account, origin: { host: '127.0.0.1', port: 1, ca: account.origin?.ca ?? '' } },
      messages(2),
    );
    expect(withoutWords(report.outcomes)).toEqual(
      Array.from({ length: 2 }, () => ({
        kind: 'retry',
        code: 'ECONNREFUSED',
        reason: 'PROVIDER_UNAVAILABLE',
        isUntaken: true,
      })),
    );
  });
});

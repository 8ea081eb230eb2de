import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RateLimiterService, type Outcome, type Outgoing, type SmsPayload } from '#libs/channels';
import { openDatabase, type Database } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { SmtpSender } from '../../libs/channels/providers/smtp/smtp.sender.js';
import { TwilioSender } from '../../libs/channels/providers/twilio/twilio.sender.js';
import { AccountRateRepository } from '../../libs/channels/rate-limits/account-rate.repository.js';
import { freshDatabase, type FreshDatabase } from '../support/database/database.js';
import { NO_THROTTLES, useSimulators } from './simulated-accounts.js';

const simulated = useSimulators();
const SHORT_OF_PATIENCE = { deadlineMs: 15_000, inFlight: 50, connectMs: 10_000 };

/** Two workers on one database. */
let fresh: FreshDatabase;
let secondDatabase: Database;
let workers: [RateLimiterService, RateLimiterService];
beforeAll(async () => {
  fresh = await freshDatabase();
  secondDatabase = await openDatabase(fresh.url, 10, createLogger('test', 'silent'));
  workers = [
    new RateLimiterService(new AccountRateRepository(fresh.db)),
    new RateLimiterService(new AccountRateRepository(secondDatabase)),
  ];
});
afterAll(async () => {
  await secondDatabase.close();
  await fresh.close();
});

/** Seconds in which everything granted is sent, by sender or domain. */
async function spans(): Promise<Record<string, number>> {
  const rows = await fresh.db.rows<{ lane: string; seconds: number }>(
    'SELECT lane, extract(epoch FROM free_at - ramp_at)::float8 AS seconds FROM channels.pace',
  );
  return Object.fromEntries(rows.map(({ lane, seconds }) => [lane, seconds]));
}

let numbers = 0;
const texts = (count: number, payload: SmsPayload): Outgoing<'sms'>[] =>
  Array.from({ length: count }, () => ({
    messageId: randomUUID(),
    address: `+4915${String((numbers += 1)).padStart(8, '0')}`,
    payload,
    collapseId: 'offer-1',
    ttlSeconds: 600,
  }));

describe('Rate limit of a sender of text messages', () => {
  it('The rate limit of an SMS sender is shared by all workers', async () => {
    const account = simulated.account('sms', { segmentsPerSecond: 20 });
    const senders = workers.map((rateLimiter) => new TwilioSender(rateLimiter));
    const reports = await Promise.all(
      senders.map((sender) => sender.send(account, texts(10, { body: 'Hi', segments: 2 }))),
    );
    expect(reports.flatMap(({ outcomes }) => outcomes).filter(({ kind }) => kind !== 'sent')).toEqual([]);
    // 20 texts of 2 segments at 20 segments a second.
    expect((await spans())['+15005550006']).toBeGreaterThanOrEqual(2);
    await Promise.all(senders.map((sender) => sender.close()));
  });

  it('The rate limit of an SMS sender delays briefly, defers long waits and does not limit other senders', async () => {
    const account = simulated.account('sms', { segmentsPerSecond: 2 });
    const sender = new TwilioSender(workers[0], { ...SHORT_OF_PATIENCE, maxWaitMs: 600 });
    const { outcomes, pause } = await sender.send(account, texts(20, { body: 'Hi', segments: 1 }));
    // One at once and one after half a second, and one more for each half second that the requests take.
    const sent = outcomes.filter(({ kind }) => kind === 'sent').length;
    expect(sent).toBeGreaterThanOrEqual(2);
    expect(sent).toBeLessThan(15);
    const later = outcomes.filter(({ kind }) => kind === 'retry');
    expect(later).toHaveLength(20 - sent);
    expect(later[0]).toEqual({ kind: 'retry', code: 'PACED', reason: 'RATE_LIMITED', afterMs: expect.any(Number) });
    expect(pause).toBeUndefined();
    const second = await sender.send(account, texts(1, { body: 'Hi', segments: 1, sender: 'SHOP' }));
    expect(second.outcomes).toMatchObject([{ kind: 'sent' }]);
    await sender.close();
  });
});

describe('Rate limit of a recipient domain', () => {
  it('The rate limit of a domain delays e-mails to that domain only, and defers those that would wait long', async () => {
    const account = { ...simulated.account('smtp'), pace: { perDomain: 1 } };
    const sender = new SmtpSender(workers[0], NO_THROTTLES);
    const mail = (address: string): Outgoing<'smtp'> => ({
      messageId: randomUUID(),
      address,
      payload: { subject: 'Hello', text: 'Hi' },
      collapseId: 'offer-1',
      ttlSeconds: 600,
    });
    const slow = Array.from({ length: 10 }, (_, n) => mail(`user${n}@Slow.example`));
    const { outcomes } = await sender.send(account, [...slow, mail('ann@fast.example')]);
    expect(outcomes.at(-1)).toEqual({ kind: 'sent' });
    const putOff = outcomes.filter(
      (outcome): outcome is Extract<Outcome, { kind: 'retry' }> => outcome.kind === 'retry',
    );
    expect(putOff.length).toBeGreaterThanOrEqual(5);
    expect(
      putOff.every(({ code, reason, afterMs }) => code === 'PACED' && reason === 'RATE_LIMITED' && (afterMs ?? 0) > 0),
    ).toBe(true);
    expect(outcomes.length).toBe(11);
    expect(outcomes.every(({ kind }) => kind === 'sent' || kind === 'retry')).toBe(true);
    expect((await spans())['@slow.example']).toBeGreaterThanOrEqual(outcomes.length - 1 - putOff.length);
    await sender.close();
  });
});

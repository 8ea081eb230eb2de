import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, type Outcome, type Outgoing } from '#libs/channels';
import { openDatabase, type Database } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { SmtpSender } from '../../libs/channels/providers/smtp/smtp.sender.js';
import { DomainThrottleRepository } from '../../libs/channels/rate-limits/domain-throttle.repository.js';
import { freshDatabase, type FreshDatabase } from '../support/database/database.js';
import { UNLIMITED, useSimulators } from './simulated-accounts.js';

const simulated = useSimulators();
const THROTTLED = { provider: 'smtp', share: 1, status: 450, reason: '4.7.28 An unusual rate of mail' } as const;

/** Two workers on one database. */
let fresh: FreshDatabase;
let secondDatabase: Database;
let workers: [SmtpSender, SmtpSender];
beforeAll(async () => {
  fresh = await freshDatabase();
  secondDatabase = await openDatabase(fresh.url, 10, createLogger('test', 'silent'));
  workers = [
    new SmtpSender(UNLIMITED, new DomainThrottleRepository(fresh.db)),
    new SmtpSender(UNLIMITED, new DomainThrottleRepository(secondDatabase)),
  ];
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await secondDatabase.close();
  await fresh.close();
});

const mails = (domain: string, count: number): Outgoing<'smtp'>[] =>
  Array.from({ length: count }, () => ({
    messageId: randomUUID(),
    address: `${randomUUID()}@${domain}`,
    payload: { subject: 'Hello', text: 'Hi' },
    collapseId: 'offer-1',
    ttlSeconds: 600,
  }));

const kinds = (outcomes: Outcome[]): string[] => [
  ...new Set(outcomes.map((outcome) => ('code' in outcome ? `${outcome.kind} ${outcome.code}` : outcome.kind))),
];

/** Lets the time of every throttle pass. */
async function wakeUp(minutes = 0): Promise<void> {
  await fresh.db.affected(`UPDATE channels.domain_rest SET rest_until = now() - $1 * interval '1 minute'`, [minutes]);
}

async function row(account: Account): Promise<{ domain: string; trips: number; seconds: number } | undefined> {
  return fresh.db.row(
    `SELECT domain, trips, extract(epoch FROM rest_until - now())::float8 AS seconds FROM channels.domain_rest
      WHERE account_id = $1`,
    [account.accountId],
  );
}

describe('Domain throttle', () => {
  it('A throttled domain gets no message from any worker for a while; other domains and accounts continue', async () => {
    const account = simulated.account('smtp');
    await simulated.faults({ ...THROTTLED, token: '*@busy.example' });
    const first = await workers[0].send(account, [...mails('Busy.example', 40), ...mails('calm.example', 20)]);
    expect(kinds(first.outcomes.slice(40))).toEqual(['sent']);
    // Messages in flight at the first answer are refused too. Later ones are not sent.
    expect(kinds(first.outcomes.slice(0, 40))).toEqual(['retry 450 4.7.28', 'retry DOMAIN_RESTS']);
    expect(first.slow).toBeUndefined();
    expect(first.pause).toBeUndefined();
    const { rejected } = await simulated.counts('smtp');
    expect(rejected).toBeLessThanOrEqual(10);

    const second = await workers[1].send(account, [...mails('busy.example', 20), ...mails('calm.example', 20)]);
    expect(kinds(second.outcomes.slice(0, 20))).toEqual(['retry DOMAIN_RESTS']);
    expect(kinds(second.outcomes.slice(20))).toEqual(['sent']);
    expect((await simulated.counts('smtp')).rejected).toBe(rejected);
    for (const outcome of second.outcomes.slice(0, 20)) {
      expect(outcome).toMatchObject({ reason: 'RATE_LIMITED', afterMs: expect.any(Number) });
      expect((outcome as { afterMs: number }).afterMs).toBeGreaterThan(30_000);
    }
    await simulated.faults();
    const otherAccount = await workers[1].send(simulated.account('smtp'), mails('busy.example', 3));
    expect(kinds(otherAccount.outcomes)).toEqual(['sent']);
  });

  it('A domain is throttled twice as long the next time, once for all workers, until a quiet time resets it', async () => {
    const account = simulated.account('smtp');
    await simulated.faults({ ...THROTTLED, token: '*@again.example' });
    const both = () =>
      Promise.all(
        workers.map((_, n) =>
          new SmtpSender(UNLIMITED, new DomainThrottleRepository(n === 0 ? fresh.db : secondDatabase)).send(
            account,
            mails('again.example', 5),
          ),
        ),
      );
    await both();
    expect(await row(account)).toMatchObject({ domain: 'again.example', trips: 1 });
    expect((await row(account))?.seconds).toBeGreaterThan(55);
    expect((await row(account))?.seconds).toBeLessThan(91);
    await wakeUp();
    await both();
    expect(await row(account)).toMatchObject({ trips: 2 });
    expect((await row(account))?.seconds).toBeGreaterThan(115);
    await wakeUp(11);
    await both();
    expect(await row(account)).toMatchObject({ trips: 1 });
  });

  it('A domain gets messages again after its throttle, one at a time', async () => {
    const account = simulated.account('smtp');
    await simulated.faults({ ...THROTTLED, token: '*@back.example' });
    await workers[0].send(account, mails('back.example', 3));
    await wakeUp();
    await simulated.faults({ provider: 'smtp', token: '*@back.example', share: 1, latencyMs: 50 });
    const late = new SmtpSender(UNLIMITED, new DomainThrottleRepository(secondDatabase));
    const startedAt = performance.now();
    const { outcomes } = await late.send(account, mails('back.example', 6));
    expect(kinds(outcomes)).toEqual(['sent']);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(6 * 50);
    await late.close();
  });

  it('A 421 to a recipient also throttles the domain, and a relay that closes slows the whole account', async () => {
    const account = simulated.account('smtp');
    await simulated.faults(
      { provider: 'smtp', token: '*@full.example', share: 1, status: 421, reason: '4.7.0 Too many messages' },
      { provider: 'smtp', token: '*@any.example', share: 1, status: 421, reason: '4.3.2 Service shutting down' },
    );
    const throttled = await workers[0].send(account, mails('full.example', 12));
    expect(throttled.slow).toBeUndefined();
    expect(kinds(throttled.outcomes)).toContain('retry DOMAIN_RESTS');
    const closing = await workers[0].send(account, mails('any.example', 2));
    expect(closing.slow).toEqual({ code: '421 4.3.2', why: 'RATE_LIMITED', ms: 10_000 });
  });
});

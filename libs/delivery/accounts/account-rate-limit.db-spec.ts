import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, AccountRateRepository, RateLimiterService } from '#libs/channels';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { LANES } from '../model/delivery.types.js';
import { AccountRateLimitService } from './account-rate-limit.service.js';

const PER_SECOND = 100;
const ACCOUNT: Account<'apns'> = {
  accountId: 1,
  appId: 1,
  channel: 'apns',
  provider: 'apns',
  version: 1,
  credentials: { teamId: 'T', keyId: 'K', key: 'k', topic: 'com.example', environment: 'production' },
  pace: { perSecond: PER_SECOND },
};
const PACE = { perSecond: PER_SECOND };

let fresh: FreshDatabase;
let rateLimit: AccountRateLimitService;
beforeAll(async () => {
  fresh = await freshDatabase();
  rateLimit = new AccountRateLimitService(new RateLimiterService(new AccountRateRepository(fresh.db)));
});
afterAll(() => fresh.close());

it('A transactional send passes the backlog of campaigns, and its cost reduces theirs', async () => {
  let isOver = false;
  let sent = 0;
  const size = await rateLimit.batchSize(ACCOUNT, 1000);
  const campaign = async (): Promise<void> => {
    while (await rateLimit.acquire(ACCOUNT, PACE, { lane: LANES.bulk, size }, async () => !isOver)) {
      sent += size;
    }
  };
  const startedAt = performance.now();
  const campaigns = [campaign(), campaign(), campaign()];
  await sleep(600);
  const waits: number[] = [];
  for (let single = 0; single < 8; single++) {
    const startedWaitingAt = performance.now();
    await rateLimit.acquire(ACCOUNT, PACE, { lane: LANES.transactional, size: 5 }, async () => true);
    waits.push(performance.now() - startedWaitingAt);
    sent += 5;
    await sleep(170);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  isOver = true;
  const all = sent;
  await Promise.all(campaigns);
  // A busy machine may hold up single ones.
  expect(waits.toSorted((a, b) => a - b)[waits.length / 2]).toBeLessThan(500);
  expect(all).toBeLessThanOrEqual(PER_SECOND * (seconds + 0.6));
  expect(all).toBeGreaterThan(PER_SECOND * seconds * 0.5);
});

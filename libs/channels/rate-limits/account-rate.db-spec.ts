import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { AccountRateRepository, type RateLimitRequest } from './account-rate.repository.js';

let fresh: FreshDatabase;
let secondDb: Database;
let rates: [AccountRateRepository, AccountRateRepository];
let accounts = 0;
beforeAll(async () => {
  fresh = await freshDatabase();
  secondDb = await openDatabase(fresh.url, 5, createLogger('test', 'silent'));
  rates = [new AccountRateRepository(fresh.db), new AccountRateRepository(secondDb)];
});
afterAll(async () => {
  await secondDb.close();
  await fresh.close();
});

function createRequest(more: Partial<RateLimitRequest> = {}): RateLimitRequest {
  return { appId: 1, accountId: (accounts += 1), key: '', cost: 50, perSecond: 100, maxWaitMs: 60_000, ...more };
}

/** Seconds in which everything granted to an account is sent. */
async function span({ accountId }: RateLimitRequest): Promise<number> {
  const row = await fresh.db.row<{ seconds: number }>(
    'SELECT extract(epoch FROM free_at - ramp_at)::float8 AS seconds FROM channels.pace WHERE account_id = $1',
    [accountId],
  );
  return row?.seconds ?? 0;
}

describe('Rate limit of an account', () => {
  it('The rate limit of an account is shared by all processes that ask at the same time', async () => {
    const request = createRequest();
    const waits = await Promise.all(Array.from({ length: 20 }, (_, n) => rates[n % 2 === 0 ? 0 : 1].acquire(request)));
    expect(waits.every((wait) => wait !== undefined)).toBe(true);
    // 20 requests of 50 messages at 100 a second.
    expect(await span(request)).toBeGreaterThanOrEqual(10);
    expect(new Set(waits).size).toBe(20);
  });

  it('The rate limit grants no request that would wait too long, and charges nothing for it', async () => {
    const request = createRequest({ cost: 1000 });
    expect(await rates[0]?.acquire(request)).toBe(0);
    const before = await span(request);
    expect(await rates[1]?.acquire({ ...request, maxWaitMs: 250 })).toBeUndefined();
    expect(await span(request)).toBe(before);
    expect(await rates[1]?.getWaitMs(request)).toBeGreaterThan(250);
  });

  it('The rate limit treats senders and domains separately', async () => {
    const request = createRequest({ cost: 1000 });
    expect(await rates[0]?.acquire({ ...request, key: '+15005550006' })).toBe(0);
    expect(await rates[0]?.acquire({ ...request, key: '@example.com' })).toBe(0);
  });

  it('The rate doubles each minute up to the limit, and starts again after a pause', async () => {
    const request = createRequest({ cost: 1, perSecond: 500, rampFrom: 100 });
    const rateAfter = async (minutes: number, idle = 0): Promise<number | undefined> => {
      await fresh.db.affected(
        `UPDATE channels.pace SET ramp_at = now() - ($2 * 60 + 1) * interval '1 second',
                free_at = now() - $3 * interval '1 minute' WHERE account_id = $1`,
        [request.accountId, minutes, idle],
      );
      return rates[1]?.getRate(request);
    };
    await rates[0]?.acquire(request);
    expect([await rateAfter(0), await rateAfter(1), await rateAfter(2), await rateAfter(3)]).toEqual([
      100, 200, 400, 500,
    ]);
    expect(await rateAfter(100_000)).toBe(500);
    expect(await rateAfter(100_000, 11)).toBe(100);
    expect(await rates[0]?.acquire({ ...request, cost: 100 })).toBe(0);
    expect(await rates[0]?.getRate(request)).toBe(100);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LinkTokenService } from '#libs/delivery/engagement';
import { UserLookupService } from '#libs/users/registry';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { runWithdrawal } from '../../support/tracking/withdrawal-run.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const say = async (tracking: boolean): Promise<void> => {
  const body = [{ extId: 'ada', consent: { tracking } }];
  expect((await gateway.call('/rest/3.0/registerUsers', { body })).status).toBe(200);
};

describe('Withdrawal of the consent to tracking', () => {
  it('No fetch that begins after the answer to a withdrawal is recorded', { timeout: 120_000 }, async () => {
    await say(true);
    const uids = await gateway.app.get(UserLookupService).findUidsByExtIds(gateway.appId, ['ada']);
    const figures = await runWithdrawal({
      base: gateway.base,
      db: gateway.fresh.db,
      appId: gateway.appId,
      uid: uids.get('ada') ?? Number.NaN,
      tokens: gateway.app.get(LinkTokenService, { strict: false }),
      count: 2000,
      clients: 24,
      withdraw: () => say(false),
    });
    const { before, during, after } = figures;
    expect(before.fetches + during.fetches + after.fetches).toBe(2000);
    expect(after.fetches).toBeGreaterThan(300);
    expect(after.rows).toBe(0);
    expect(before.fetches).toBeGreaterThan(300);
    // Fetches under way when it was asked for may see it.
    expect(before.rows).toBeGreaterThanOrEqual(before.fetches - 24);
  });
});

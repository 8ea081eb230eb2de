import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account, BatchReport, Outcome } from '#libs/channels';
import { createLogger } from '#platform/runtime';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { AccountErrorRepository } from './account-error.repository.js';
import { AccountErrorService } from './account-error.service.js';

const account = (accountId: number, version = 1): Account<'smtp'> => ({
  accountId,
  appId: 1,
  channel: 'smtp',
  provider: 'smtp',
  version,
  credentials: { host: 'smtp.invalid', port: 587, secure: false, from: 'a@example.com' },
});
const FAULT = { code: 'ENOTFOUND', why: 'PROVIDER_UNAVAILABLE', words: 'getaddrinfo ENOTFOUND smtp.invalid' };
const down: Outcome = { kind: 'retry', code: 'ENOTFOUND', reason: 'PROVIDER_UNAVAILABLE' };
const failed = (times: number): BatchReport => ({ outcomes: Array.from({ length: times }, () => down), fault: FAULT });
const SENT: BatchReport = { outcomes: [{ kind: 'sent' }] };

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());

/** A process of its own. */
function startProcess() {
  const service = new AccountErrorService(new AccountErrorRepository(fresh.db), createLogger('test', 'silent'));
  return {
    service,
    find: async (of: Account) => (await service.list([of])).get(of.accountId),
    stop: () => service.onApplicationShutdown(),
  };
}

describe('Last fault of an account', () => {
  it('The last fault is stored with the first message, and repeats are counted in few statements', async () => {
    const { service, find, stop } = startProcess();
    service.record(account(1), failed(2));
    await expect.poll(() => find(account(1))).toMatchObject({ ...FAULT, times: 2, endedAt: null });
    for (let batch = 0; batch < 100; batch++) {
      service.record(account(1), failed(1));
    }
    expect((await find(account(1)))?.times).toBe(2);
    await stop();
    expect((await find(account(1)))?.times).toBe(102);
  });

  it('The last fault is ended by the next success of any process, and begins again afterwards', async () => {
    const [first, second] = [startProcess(), startProcess()];
    first.service.record(account(2), failed(3));
    await expect.poll(() => first.find(account(2))).toMatchObject({ times: 3 });
    second.service.noteStored(account(2));
    second.service.record(account(2), SENT);
    await expect.poll(async () => (await second.find(account(2)))?.endedAt).toBeInstanceOf(Date);
    const third = startProcess();
    third.service.record(account(2), failed(1));
    await expect.poll(() => third.find(account(2))).toMatchObject({ times: 1, endedAt: null });
    await Promise.all([first.stop(), second.stop(), third.stop()]);
  });

  it('The last fault does not apply to other credentials, and a healthy account stores none', async () => {
    const { service, find, stop } = startProcess();
    service.record(account(3, 1), failed(1));
    await expect.poll(() => find(account(3, 1))).toMatchObject({ times: 1 });
    expect(await find(account(3, 2))).toBeUndefined();
    service.record(account(4), SENT);
    await stop();
    expect(await find(account(4))).toBeUndefined();
  });

  it('A batch with mostly accepted messages stores no last fault', async () => {
    const { service, find, stop } = startProcess();
    service.record(account(5), { outcomes: [{ kind: 'sent' }, { kind: 'sent' }, down], fault: FAULT });
    await stop();
    expect(await find(account(5))).toBeUndefined();
  });
});

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AuditService } from '#libs/audit';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

let sending: Sending;
let operator: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  operator = await signIn(sending.gateway, [{ role: 'operator', appId: sending.gateway.appId }]);
  await sending.post('registerUsers', [{ extId: 'u1', platform: 'ANDROID', deviceToken: 'phone-1' }]);
});
afterAll(() => sending.close());

interface Accounts {
  accounts: { channel: string; stop?: object }[];
}

const path = (rest = '') => `/apps/shop/accounts${rest}`;
const actions = async () =>
  (await sending.gateway.app.get(AuditService).listEntries(sending.gateway.appId, { limit: 100 })).map(
    ({ action, by, subject }) => `${by.kind} ${action} ${subject}`,
  );

describe('Provider accounts in the panel', () => {
  it('The panel lists accounts without credentials and marks simulated ones', async () => {
    const { status, json, text } = await operator.get(path());
    expect(status).toBe(200);
    expect(json).toMatchObject({
      accounts: expect.arrayContaining([{ channel: 'fcm', account: 'fcm', provider: 'fcm', simulator: true }]),
    });
    expect(text).not.toMatch(/private|BEGIN|secret|password/i);
  });

  it('An account test runs on demand, sends nothing and leaves no audit entry', async () => {
    const before = await actions();
    const { status, json } = await operator.post(path('/fcm/test'), {});
    expect([status, json]).toEqual([
      200,
      { channel: 'fcm', account: 'fcm', simulator: true, works: true, paused: false, steps: expect.any(Array) },
    ]);
    expect(await actions()).toEqual(before);
    expect((await operator.post(path('/pigeon/test'), {})).status).toBe(404);
  });

  it('A paused account shows its error and continues after a member resumes it', async () => {
    await sending.simulators.faults(7, [{ provider: 'fcm', share: 1, status: 401, reason: 'UNAUTHENTICATED' }]);
    const key = await sending.bulk({
      message: { title: 'Sale', text: 'Now', platforms: ['ANDROID'] },
      target: { sendToAll: true },
    });
    await sending.launchDue();
    await sending.drain();
    const findFcm = async () =>
      ((await operator.get(path())).json as Accounts).accounts.find(({ channel }) => channel === 'fcm');
    // A fault of an account is noted beside the work, so that it holds nothing up.
    await vi.waitFor(
      async () =>
        expect(await findFcm()).toMatchObject({
          stop: { state: 'paused', why: 'AUTH' },
          lastError: { words: expect.any(String), advice: expect.any(String), endedAt: null },
        }),
      { timeout: 60_000, interval: 100 },
    );
    await sending.simulators.faults(7, []);
    const resumed = (await operator.post(path('/fcm/resume'), {})).json as Accounts;
    expect(resumed.accounts.find(({ channel }) => channel === 'fcm')?.stop).toBeUndefined();
    expect(await actions()).toContainEqual(expect.stringMatching(/^member account\.resume .*fcm/));
    expect(key).toBeGreaterThan(0);
  });
});

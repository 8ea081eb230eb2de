import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { SuppressionService } from '#libs/users/consent';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';

let gateway: TestGateway;
let support: PanelMember;
let uid: string;

const correct = (set: object, member = support) =>
  member.post(`/apps/shop/users/${uid}/changes`, { set, trial: false });
const reasonsOf = async (address: string): Promise<string[]> =>
  (await gateway.app.get(SuppressionService).findByAddress(gateway.appId, 'email', address)).list
    .map(({ reason }) => reason)
    .toSorted();

beforeAll(async () => {
  gateway = await startGateway();
  support = await signIn(gateway, [{ role: 'support', appId: gateway.appId }]);
  const body = [
    { extId: 'ada', platform: 'ANDROID', deviceToken: 'phone-of-ada', profile: { email: 'ada@exmaple.com' } },
  ];
  expect((await gateway.call('/rest/3.0/registerUsers', { body })).status).toBe(200);
  expect((await gateway.call('/rest/3.0/disableMail', { body: { extIds: ['ada'] } })).status).toBe(200);
  const found = (await support.post('/apps/shop/users/search', { text: 'ada' })).json as { items: { uid: string }[] };
  uid = found.items[0]?.uid ?? '';
  const { app, appId } = gateway;
  for (const reason of ['UNSUBSCRIBED', 'HARD_BOUNCE'] as const) {
    await app.get(SuppressionService).suppress(appId, 'email', ['ada@exmaple.com'], reason);
  }
});
afterAll(() => gateway.close());

describe('A corrected address', () => {
  it('Refusals of the person hold for the corrected address, bounces of the former one do not', async () => {
    const answer = await correct({ email: 'ada@example.com' });
    expect(answer.status, answer.text).toBe(200);
    expect(await reasonsOf('ada@example.com')).toEqual(['UNSUBSCRIBED']);
    expect(await reasonsOf('ada@exmaple.com')).toEqual(['HARD_BOUNCE', 'UNSUBSCRIBED']);
    const { consents } = (await support.get(`/apps/shop/users/${uid}`)).json as { consents: object[] };
    expect(consents).toContainEqual(expect.objectContaining({ subject: 'EMAIL', value: false }));
  });

  it('The audit log names the member and the attribute, and no address', async () => {
    const { app, appId } = gateway;
    const [entry] = await app.get(AuditService).listEntries(appId, { action: 'user.change', limit: 1 });
    expect(entry).toMatchObject({
      subject: `user ${uid}`,
      by: { kind: 'member', id: String(support.memberId) },
      differences: [{ change: 'change', subject: 'attribute email' }],
    });
    expect(JSON.stringify(entry)).not.toContain('example');
  });

  it.each([['no-address'], ['']])(
    'A wrong address is refused with its field, and nothing changes: %j',
    async (email) => {
      const before = await gateway.fresh.db.rows('SELECT u.email FROM users.app_user AS u WHERE u.uid = $1', [uid]);
      expect((await correct({ email })).status).toBe(400);
      expect(await gateway.fresh.db.rows('SELECT u.email FROM users.app_user AS u WHERE u.uid = $1', [uid])).toEqual(
        before,
      );
    },
  );

  it('A member who may not see private values corrects none', async () => {
    const importer = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
    expect((await correct({ email: 'mine@example.com' }, importer)).status).toBe(403);
  });
});

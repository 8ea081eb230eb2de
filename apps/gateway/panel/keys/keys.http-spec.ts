import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

interface Key {
  id: string;
  name: string;
  endsAt: string | null;
}

let gateway: TestGateway;
let operator: PanelMember;
beforeAll(async () => {
  gateway = await startGateway();
  operator = await signIn(gateway, [{ role: 'operator', appId: gateway.appId }]);
});
afterAll(() => gateway.close());

const PLACE = '/apps/shop/keys';
const list = async (): Promise<Key[]> => ((await operator.get(PLACE)).json as { items: Key[] }).items;
const use = (secret: string) => gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'ada' }], key: secret });
const actions = async (): Promise<string[]> =>
  (await gateway.app.get(AuditService).listEntries(gateway.appId, { limit: 20, action: 'key.' })).map(
    ({ action }) => action,
  );

describe('API keys in the panel', () => {
  it('A key works at once after its creation and its rotation, and ends at once when it is revoked', async () => {
    const answer = await operator.post(PLACE, { kind: 'rest', name: 'backend', scopes: ['users'] });
    expect(answer.status, answer.text).toBe(200);
    const { key, secret } = answer.json as { key: Key; secret: string };
    expect((await use(secret)).status).toBe(200);
    expect(JSON.stringify(await list())).not.toContain(secret);
    const rotated = await operator.post(`${PLACE}/${key.id}/rotate`, { overlapHours: 1 });
    const second = rotated.json as { key: Key; secret: string };
    expect([(await use(secret)).status, (await use(second.secret)).status]).toEqual([200, 200]);
    expect((await operator.post(`${PLACE}/${second.key.id}/revoke`)).status).toBe(204);
    expect([(await use(secret)).status, (await use(second.secret)).status]).toEqual([200, 401]);
    expect((await list()).find(({ id }) => id === second.key.id)?.endsAt).not.toBeNull();
    expect(await actions()).toEqual(expect.arrayContaining(['key.create', 'key.rotate', 'key.revoke']));
    const [stored] = await gateway.fresh.db.rows<{ text: string }>(
      `SELECT coalesce(string_agg(convert_from(i.answer, 'UTF8'), ''), '') AS text FROM platform.idempotency AS i`,
    );
    expect(stored?.text).not.toContain(secret);
  });

  it.each([
    ['a kind that is none', { kind: 'master' }],
    ['a scope that is none', { scopes: ['everything'] }],
    ['an address that is none', { addresses: ['somewhere'] }],
    ['an end that has passed', { expires: '2001-01-01' }],
    ['no name', { name: '' }],
  ])('A key with %s is rejected and not created', async (_, change) => {
    const before = await list();
    const answer = await operator.post(PLACE, { kind: 'rest', name: 'another', ...change });
    expect(answer.status, answer.text).toBe(400);
    expect(await list()).toEqual(before);
  });

  it('A key that the application does not have cannot be revoked or rotated', async () => {
    expect((await operator.post(`${PLACE}/999999/revoke`)).status).toBe(400);
    expect((await operator.post(`${PLACE}/999999/rotate`, { overlapHours: 1 })).status).toBe(400);
  });
});

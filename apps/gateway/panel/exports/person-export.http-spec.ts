import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

const MAIL = 'marked.person@example.com';

let gateway: TestGateway;
let owner: PanelMember;
let uid: string;
beforeAll(async () => {
  gateway = await startGateway();
  await gateway.app.get(ApplyService).apply({ app: 'other' }, { dryRun: false });
  const body = [{ extId: 'ada', email: MAIL, profile: { email: MAIL }, tags: ['vip'] }];
  expect((await gateway.call('/rest/3.0/registerUsers', { body })).status).toBe(200);
  owner = await signIn(gateway, [{ role: 'owner', appId: null }]);
  const answer = await owner.get('/apps/shop/users/find?by=extId&value=ada');
  uid = (answer.json as { items: { uid: string }[] }).items[0]?.uid ?? '';
});
afterAll(() => gateway.close());

const save = (who = owner, app = 'shop', id = uid) => who.post(`/apps/${app}/users/${id}/export`);
const entries = async () =>
  (await gateway.app.get(AuditService).listEntries(gateway.appId, { limit: 100 })).filter(
    ({ action }) => action === 'users.export',
  );

describe('Person export', () => {
  it('The person export equals the response of exportPerson, and its audit entry does not name the person', async () => {
    const before = (await entries()).length;
    const file = await save();
    expect(file.status, file.text).toBe(200);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="person.json"');
    const { json: rest } = await gateway.call('/rest/3.0/exportPerson?extId=ada', { method: 'GET' });
    const { exportedAt: now, ...person } = file.json as Record<string, unknown>;
    const { exportedAt: then, ...same } = rest as Record<string, unknown>;
    expect(person).toEqual(same);
    expect([typeof now, typeof then]).toEqual(['string', 'string']);
    expect(file.text).toContain(MAIL);
    const added = await entries();
    expect(added).toHaveLength(before + 2);
    const [, entry] = added;
    expect(entry).toMatchObject({ by: { kind: 'member' }, subject: expect.stringMatching(/^person [0-9a-f]+$/) });
    expect(JSON.stringify(added)).not.toMatch(/\bada\b|marked/);
  });

  it('The person export is not stored for repeats, where an erasure would not find it', async () => {
    const key = { 'idempotency-key': randomUUID() };
    for (let n = 0; n < 2; n += 1) {
      const { status, headers } = await owner.post(`/apps/shop/users/${uid}/export`, {}, key);
      expect([status, headers.get('idempotency-replayed')]).toEqual([200, null]);
    }
    expect(await gateway.fresh.db.rows(`SELECT FROM platform.idempotency WHERE scope LIKE '%/export'`)).toEqual([]);
  });

  it('The person export needs the permission to export and a person of the own application', async () => {
    const before = (await entries()).length;
    const support = await signIn(gateway, [{ role: 'support', appId: gateway.appId }]);
    expect((await save(support)).status).toBe(403);
    expect((await save(owner, 'other')).status).toBe(404);
    expect((await save(owner, 'shop', '987654321')).status).toBe(404);
    expect((await save(owner, 'shop', "1' OR '1'='1".replaceAll(' ', '%20'))).status).toBe(404);
    expect((await entries()).length).toBe(before);
  });
});

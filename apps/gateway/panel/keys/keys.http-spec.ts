import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { PERMISSIONS_OF_SCOPE, permissionsOf, ROLE_NAMES, type RoleName } from '#libs/members';
import { SCOPES, type Scope } from '#libs/tenancy';
import { startGateway, type Answer, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

interface Key {
  id: string;
  name: string;
  endsAt: string | null;
}

let gateway: TestGateway;
let owner: PanelMember;
let operator: PanelMember;
beforeAll(async () => {
  gateway = await startGateway();
  owner = await signIn(gateway);
  operator = await signIn(gateway, [{ role: 'operator', appId: gateway.appId }]);
});
afterAll(() => gateway.close());

const PLACE = '/apps/shop/keys';
const list = async (): Promise<Key[]> => ((await owner.get(PLACE)).json as { items: Key[] }).items;
const use = (secret: string) => gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'ada' }], key: secret });
const actions = async (): Promise<string[]> =>
  (await gateway.app.get(AuditService).listEntries(gateway.appId, { limit: 20, action: 'key.' })).map(
    ({ action }) => action,
  );

describe('API keys in the panel', () => {
  it('A key works at once after its creation and its rotation, and ends at once when it is revoked', async () => {
    const answer = await owner.post(PLACE, { kind: 'rest', name: 'backend', scopes: ['users'] });
    expect(answer.status, answer.text).toBe(200);
    const { key, secret } = answer.json as { key: Key; secret: string };
    expect((await use(secret)).status).toBe(200);
    expect(JSON.stringify(await list())).not.toContain(secret);
    const rotated = await owner.post(`${PLACE}/${key.id}/rotate`, { overlapHours: 1 });
    const second = rotated.json as { key: Key; secret: string };
    expect([(await use(secret)).status, (await use(second.secret)).status]).toEqual([200, 200]);
    expect((await owner.post(`${PLACE}/${second.key.id}/revoke`)).status).toBe(204);
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
    const answer = await owner.post(PLACE, { kind: 'rest', name: 'another', ...change });
    expect(answer.status, answer.text).toBe(400);
    expect(await list()).toEqual(before);
  });

  it('A key that the application does not have cannot be revoked or rotated', async () => {
    expect((await owner.post(`${PLACE}/999999/revoke`)).status).toBe(400);
    expect((await owner.post(`${PLACE}/999999/rotate`, { overlapHours: 1 })).status).toBe(400);
  });
});

/** Roles of one application. */
const signInAs = (...roles: RoleName[]) =>
  signIn(
    gateway,
    roles.map((role) => ({ role, appId: gateway.appId })),
  );
let count = 0;
const make = (member: PanelMember, key: object) =>
  member.post(PLACE, { kind: 'rest', name: `key ${(count += 1)}`, ...key });
const problemOf = ({ json }: Answer): { code: string; path: string; text: string } | undefined =>
  (json as { problems?: { code: string; path: string; text: string }[] }).problems?.[0];

describe('API keys and their makers', () => {
  const EXPORT: Scope[] = ['users', 'private', 'audience', 'inbox', 'events', 'reports'];

  it('A member cannot make a key that exports people or sends to everyone, where it may do neither', async () => {
    const refused: [key: object, scope: string, permission: string][] = [
      [{ scopes: EXPORT }, 'users', 'users.read'],
      [{ scopes: ['audit', 'private'] }, 'private', 'users.private'],
      [{ scopes: ['setup'] }, 'setup', 'audience.write'],
      [{ scopes: ['notifications'] }, 'notifications', 'campaigns.write'],
      [{ scopes: ['approve'] }, 'approve', 'campaigns.approve'],
      [{ scopes: ['erasure'] }, 'erasure', 'users.erase'],
      [{ scopes: ['device-tokens'] }, 'device-tokens', 'users.private'],
      [{}, 'users', 'users.read'],
    ];
    const before = await list();
    for (const [key, scope, permission] of refused) {
      const answer = await make(operator, key);
      expect([answer.status, problemOf(answer)?.code], answer.text).toEqual([403, 'permission_missing']);
      expect(problemOf(answer)?.text).toContain(`the scope ${scope} `);
      expect(problemOf(answer)?.text).toContain(`the permission ${permission}`);
    }
    expect(await list()).toEqual(before);
    expect((await make(operator, { scopes: ['audit', 'geofences'] })).status).toBe(200);
  });

  it.each(ROLE_NAMES)('The role %s gives with operator exactly the scopes that its permissions cover', async (role) => {
    const member = await signInAs(role, 'operator');
    const permissions = permissionsOf(
      [role, 'operator'].map((name) => ({ role: name as RoleName, appId: null })),
      null,
    );
    const covered = SCOPES.filter((scope) => PERMISSIONS_OF_SCOPE[scope].every((name) => permissions.has(name)));
    for (const scope of SCOPES) {
      expect([scope, (await make(member, { scopes: [scope] })).status]).toEqual([
        scope,
        covered.includes(scope) ? 200 : 403,
      ]);
    }
    expect((await make(member, {})).status).toBe(covered.length === SCOPES.length ? 200 : 403);
    expect((await make(member, { kind: 'mobile' })).status).toBe(200);
    const { scopes } = (await member.get(PLACE)).json as { scopes: string[] };
    expect(scopes).toEqual(covered);
  });

  it('A member learns no new secret of a key that may do more, in the list of keys or in the section of the file', async () => {
    const { key } = (await make(owner, {})).json as { key: Key };
    const before = await list();
    const answer = await operator.post(`${PLACE}/${key.id}/rotate`, { overlapHours: 1 });
    expect([answer.status, problemOf(answer)?.path], answer.text).toEqual([403, 'scopes']);
    const { items } = (await operator.get(PLACE)).json as { items: (Key & { rotatable: boolean })[] };
    expect(items.find(({ id }) => id === key.id)?.rotatable).toBe(false);
    const { text, base } = (await operator.get('/apps/shop/setup/keys')).json as { text: string; base: string };
    const edits = [
      `${text}  - { kind: rest, name: another }\n`,
      `${text}  - { kind: rest, name: another, scopes: [private] }\n`,
      text.replace(`name: ${key.name}\n`, `name: ${key.name}\n    secret: ${'s'.repeat(40)}\n`),
      text.replace('scopes:\n      - audit\n', 'scopes:\n      - audit\n      - users\n'),
    ];
    for (const edit of edits) {
      expect(edit).not.toBe(text);
      const saved = await operator.post('/apps/shop/setup/keys/apply', { text: edit, base });
      expect([saved.status, problemOf(saved)?.code], `${edit}: ${saved.text}`).toEqual([403, 'permission_missing']);
    }
    expect(await list()).toEqual(before);
    expect((await operator.post(`${PLACE}/${key.id}/revoke`)).status).toBe(204);
  });

  it('A member without the rights of a user cannot add a key that proves who a user is', async () => {
    const text = `identityKeys:\n  - { id: own, algorithm: HS256, key: ${'k'.repeat(40)} }\n`;
    const { base } = (await operator.get('/apps/shop/setup/identityKeys')).json as { base: string };
    const edit = { text, base };
    expect((await operator.post('/apps/shop/setup/identityKeys/apply', edit)).status).toBe(403);
    const both = await signInAs('operator', 'support');
    expect((await both.post('/apps/shop/setup/identityKeys/apply', edit)).status).toBe(200);
  });
});

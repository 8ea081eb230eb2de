import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemberService } from '#libs/members';
import { ApiKeyService, ApplyService } from '#libs/tenancy';
import { signIn } from '../../support/contract/panel-member.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

/** An attacker repeats the request of a member with more rights, to get the stored answer. */
let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const attributes = [{ code: 'income', dataType: 'INT', privateInfo: true }];
  await gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
  await sending.post('registerUsers', [
    { extId: 'ada', platform: 'IOS', deviceToken: 'a'.repeat(64), profile: { income: 50_000 } },
  ]);
  await gateway.makeKey('trusted', { scopes: ['audience', 'notifications', 'private', 'setup', 'users'] });
  await gateway.makeKey('partner', { scopes: ['audience', 'notifications', 'setup', 'users'] });
});
afterAll(() => sending.close());

const PROFILE = { income: 50_000 };
const MESSAGE = { title: 'Sale @{income}', text: 'Now @{income}', platforms: ['IOS'] };

describe('Stored answers', () => {
  it.each([
    ['targeting/count', { target: { profile: PROFILE } }, 422, 422],
    ['targeting/explain', { extId: 'ada', target: { profile: PROFILE } }, 403, 200],
    ['sendBulkNotification/dryRun', { message: MESSAGE, target: { sendToAll: true } }, 200, 200],
    ['sendBulkNotification', { message: MESSAGE, target: { profile: PROFILE } }, 422, 422],
    ['tagUsers', { tag: 'found', extIds: ['ada'] }, 422, 422],
  ])('The answer of %s to one key is not repeated to a key with other rights', async (operation, body, ...statuses) => {
    const headers = { 'idempotency-key': randomUUID() };
    const ask = (key: string) => sending.gateway.call(`/rest/3.0/${operation}`, { key, body, headers });
    const first = await ask('trusted');
    expect(first.status, first.text).toBe(200);
    const others = [await ask('partner'), await ask('rest')];
    expect(others.map(({ status }) => status)).toEqual(statuses);
    expect(others.map((other) => other.headers.get('idempotency-replayed'))).toEqual([null, null]);
    expect(others[0]?.text).not.toContain('50000');
  });

  it('A write is not done again for a key with other rights, which gets a refusal', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const ask = (key: string) =>
      sending.gateway.call('/rest/3.0/sendBulkNotification', {
        key,
        headers,
        body: { message: { ...MESSAGE, title: 'Once', text: 'Once' }, target: { sendToAll: true } },
      });
    const campaigns = () =>
      sending.gateway.fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM notifications.definition');
    expect((await ask('trusted')).status).toBe(200);
    const before = await campaigns();
    const other = await ask('partner');
    expect([other.status, (other.json as { code: number }).code]).toEqual([422, 2030]);
    expect(other.text).toContain('another body or rights');
    expect(await campaigns()).toEqual(before);
  });

  it('The answer to a key is repeated to the second secret that a rotation gives it', async () => {
    const { app, appId } = sending.gateway;
    const keys = app.get(ApiKeyService);
    const { key, secret } = await keys.createKey(appId, {
      kind: 'rest',
      name: 'turning',
      scopes: ['users', 'audience'],
    });
    const call = {
      body: { tag: 'turned', extIds: ['ada'] },
      headers: { 'idempotency-key': randomUUID() },
    };
    expect((await sending.gateway.call('/rest/3.0/tagUsers', { key: secret, ...call })).status).toBe(200);
    const next = await keys.rotateKey(appId, key.id, { overlapMs: 60_000 });
    const again = await sending.gateway.call('/rest/3.0/tagUsers', { key: next.secret, ...call });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  });

  it('The answer to a member is not repeated after a permission was taken from it', async () => {
    const { gateway } = sending;
    await signIn(gateway, [{ role: 'owner', appId: null }]);
    const member = await signIn(gateway, [
      { role: 'analyst', appId: gateway.appId },
      { role: 'support', appId: gateway.appId },
    ]);
    const headers = { 'idempotency-key': randomUUID() };
    const ask = () => member.post('/apps/shop/audience/preview', { target: { profile: PROFILE } }, headers);
    const first = await ask();
    expect([first.status, (first.json as { users: number }).users]).toEqual([200, 1]);
    expect((await ask()).headers.get('idempotency-replayed')).toBe('true');
    const actor = {
      by: { kind: 'system', id: 'test', name: 'test' },
      grants: [{ role: 'owner', appId: null }],
    } as const;
    await gateway.app
      .get(MemberService)
      .changeGrants(actor, member.memberId, [{ role: 'analyst', appId: gateway.appId }]);
    const after = await ask();
    expect([after.status, after.headers.get('idempotency-replayed')]).toEqual([422, null]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeyService, ApplyService, KeyUseService } from '#libs/tenancy';
import { startGateway, type Answer, type TestGateway } from '../support/contract/gateway.js';
import { openTenancyRoom, type TenancyRoom } from '../support/rooms/tenancy-room.js';
import { KeyLifetime0071 } from '../../migrations/0071-key-lifetime.js';

let gateway: TestGateway;
let keys: ApiKeyService;
/** Works as `herald key …` does: another process on the same database. */
let operator: TenancyRoom;
beforeAll(async () => {
  gateway = await startGateway();
  keys = gateway.app.get(ApiKeyService);
  operator = await openTenancyRoom({ url: gateway.fresh.url, db: gateway.fresh.db });
});
afterAll(async () => {
  await operator.close();
  await gateway.close();
});

const countUsers = (key: string): Promise<Answer> => gateway.call('/rest/3.0/count-user', { method: 'GET', key });
const findKey = async (name: string) => (await keys.listKeys(gateway.appId)).findLast((key) => key.name === name);

/** Waits for a gateway that hears of a change by a notice, and else asks again after 5 s. */
async function expectRefusedSoon(key: string): Promise<void> {
  await expect.poll(async () => (await countUsers(key)).status, { timeout: 20_000 }).toBe(401);
}

describe('Stolen API key', () => {
  it('A stolen key is refused soon after another process revoked it', async () => {
    await gateway.makeKey('stolen');
    expect((await countUsers('stolen')).status).toBe(200);
    await operator.keys.revokeKey(gateway.appId, (await findKey('stolen'))?.id ?? 0);
    await expectRefusedSoon('stolen');
  });

  it('A rotated key works beside its successor for the overlap that the operator chose, and no longer', async () => {
    await gateway.makeKey('leaked');
    expect((await countUsers('leaked')).status).toBe(200);
    const { id = 0 } = (await findKey('leaked')) ?? {};
    const next = await operator.keys.rotateKey(gateway.appId, id, { overlapMs: 3_600_000 });
    expect((await countUsers('leaked')).status).toBe(200);
    expect((await countUsers(next.secret)).status).toBe(200);
    const last = await operator.keys.rotateKey(gateway.appId, next.key.id, { overlapMs: 0 });
    await expectRefusedSoon(next.secret);
    expect((await countUsers('leaked')).status).toBe(200);
    await operator.keys.revokeKey(gateway.appId, id);
    await expectRefusedSoon('leaked');
    expect((await countUsers(last.secret)).status).toBe(200);
  });

  it('A key with an expiry date is refused after that date without any action of the operator', async () => {
    await gateway.makeKey('temporary', { expires: new Date(Date.now() + 3_600_000) });
    await gateway.makeKey('past', { expires: new Date(Date.now() - 1000) });
    expect((await countUsers('temporary')).status).toBe(200);
    expect((await countUsers('past')).status).toBe(401);
    const soon = new Date(Date.now() + 1500);
    await gateway.makeKey('soon', { expires: soon });
    await expectRefusedSoon('soon');
    expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime() - 1000);
    const { id = 0 } = (await findKey('past')) ?? {};
    await expect(keys.rotateKey(gateway.appId, id, { overlapMs: 0 })).rejects.toThrow('has expired');
  });

  it('A key shows its last use, which is written after the request and does not delay it', async () => {
    await gateway.makeKey('watched');
    expect((await findKey('watched'))?.lastUsedAt).toBeNull();
    const before = Date.now();
    await countUsers('watched');
    expect((await findKey('watched'))?.lastUsedAt).toBeNull();
    await gateway.app.get(KeyUseService).write();
    expect((await findKey('watched'))?.lastUsedAt?.getTime()).toBeGreaterThan(before - 5000);
  });

  it('A stolen server key without the scope device-tokens lists no device tokens', async () => {
    await gateway.makeKey('users only', { scopes: ['users'] });
    await gateway.makeKey('tokens too', { scopes: ['device-tokens'] });
    const list = (key: string) => gateway.call('/rest/3.0/getDeviceTokens', { method: 'GET', key });
    expect(await list('users only')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect((await list('tokens too')).status).toBe(200);
    expect((await list('rest')).status).toBe(200);
  });
});

describe('Guessable API key', () => {
  const withSecret = (secret: string) => ({ app: 'shop', keys: [{ kind: 'rest', name: 'chosen', secret }] });
  const apply = (secret: string) => gateway.app.get(ApplyService).apply(withSecret(secret), { dryRun: false });

  it('A secret that is too short is refused, while an older one keeps working with a warning', async () => {
    await expect(apply('sixteen-letters!')).rejects.toThrow(/^keys\[0\]\.secret should have 32/);
    await apply('a secret of more than 32 letters'.replaceAll(' ', '-'));
    const { db } = gateway.fresh;
    await db.affected("UPDATE tenancy.api_key SET hash = sha256('sixteen-letters!'::bytea) WHERE name = 'chosen'");
    const { differences, warnings } = await apply('sixteen-letters!');
    expect(differences).toEqual([]);
    expect(warnings).toEqual(['keys: rest chosen: its secret is shorter than new ones may be; rotate it']);
    expect((await countUsers('sixteen-letters!')).status).toBe(200);
    await expect(apply('seventeen-letters')).rejects.toThrow(/^keys\[0\]\.secret should have 32/);
    expect((await countUsers('sixteen-letters!')).status).toBe(200);
  });
});

it('The migration gives the new scopes only to keys that could already do these things', async () => {
  const { db } = gateway.fresh;
  const scopesOf = async (scopes: string[] | null) => {
    const name = `migrated ${String(scopes)}`;
    await gateway.makeKey(name);
    await db.affected('UPDATE tenancy.api_key SET scopes = $2 WHERE name = $1', [name, scopes]);
    return name;
  };
  const names = [
    await scopesOf(null),
    await scopesOf(['users']),
    await scopesOf(['notifications', 'audience']),
    await scopesOf(['reports', 'erasure']),
  ];
  const migration = new KeyLifetime0071();
  await db.tx(async (tx) => {
    const runner = { query: (sql: string) => tx.affected(sql) } as unknown as Parameters<typeof migration.up>[0];
    await migration.down(runner);
    await migration.up(runner);
  });
  const all = await keys.listKeys(gateway.appId);
  expect(names.map((name) => all.find((key) => key.name === name)?.scopes)).toEqual([
    null,
    ['users', 'device-tokens', 'private'],
    ['notifications', 'audience', 'approve', 'private', 'segment-users'],
    ['reports', 'erasure'],
  ]);
});

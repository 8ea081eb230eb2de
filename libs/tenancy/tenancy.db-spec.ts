import { createPrivateKey } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toJsonObject } from '#platform/collections';
import { ClockService } from '#platform/runtime';
import { freshDatabase, type FreshDatabase } from '../../test/support/database/database.js';
import { openTenancyRoom, type TenancyRoom } from '../../test/support/rooms/tenancy-room.js';
import { KeyRevocationService } from './api-keys/key-revocation.service.js';

const MASTER = 'a master key of at least thirty-two characters';

class MovableClock extends ClockService {
  aheadMs = 0;
  override now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }
}

let fresh: FreshDatabase;
const open: TenancyRoom[] = [];

/** The services of one process. */
async function aProcess(masterKey = MASTER): Promise<TenancyRoom & { clock: MovableClock }> {
  const clock = new MovableClock();
  const room = await openTenancyRoom(fresh, { env: { MASTER_KEY: masterKey }, clock });
  open.push(room);
  return { ...room, clock };
}

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await Promise.all(open.map((room) => room.close()));
  await fresh.close();
});

let names = 0;
let localProcess: Awaited<ReturnType<typeof aProcess>>;
let appId: number;
let app: string;
beforeEach(async () => {
  localProcess = await aProcess();
  app = `shop-${(names += 1)}`;
  appId = (await localProcess.applying.apply({ app }, { dryRun: false })).app.id;
});

const SIMULATED = Object.fromEntries(
  ['apns', 'fcm', 'webpush', 'smtp', 'sms'].map((name) => [name, { simulator: true }]),
);

describe('API keys', () => {
  it('The secret of an API key is returned once and stored as a hash', async () => {
    const { key, secret } = await localProcess.keys.createKey(appId, { kind: 'rest', name: 'backend' });
    expect(await localProcess.authenticator.authenticate(secret)).toEqual({
      appId,
      keyId: key.id,
      kind: 'rest',
      scopes: null,
      seesPrivate: true,
      behind: [],
      addresses: null,
      origins: null,
      rateLimit: null,
      by: { kind: 'key', id: String(key.id), name: 'backend' },
      approval: { isRequired: false, steps: [{ from: null, approvers: 1 }], self: false, keys: false },
      iconUrl: null,
      templates: 'plain',
      definitionVersion: 0,
    });
    const stored = await fresh.db.row<{ row: string }>(
      'SELECT to_jsonb(k)::text AS row FROM tenancy.api_key AS k WHERE id = $1',
      [key.id],
    );
    expect(stored?.row).not.toContain(secret);
    expect(stored?.row).not.toContain(Buffer.from(secret).toString('hex'));
    expect(secret.startsWith(key.prefix)).toBe(true);
  });

  it.each(['', 'x', 'hr_rest_unknown-unknown-unknown', 'y'.repeat(10_000)])(
    'An unknown secret authenticates no key',
    async (secret) => {
      expect(await localProcess.authenticator.authenticate(secret)).toBeNull();
    },
  );

  it('A revoked key stops at once in the process that revokes it, despite its cache', async () => {
    const { key, secret } = await localProcess.keys.createKey(appId, { kind: 'rest', name: 'backend' });
    expect(await localProcess.authenticator.authenticate(secret)).not.toBeNull();
    await localProcess.keys.revokeKey(appId, key.id);
    expect(await localProcess.authenticator.authenticate(secret)).toBeNull();
  });

  it('A revoked key stops in another process by a notification of Postgres', async () => {
    const there = await aProcess();
    const { key, secret } = await localProcess.keys.createKey(appId, { kind: 'rest', name: 'backend' });
    expect(await there.authenticator.authenticate(secret)).not.toBeNull();
    await expect.poll(() => listeners()).toBeGreaterThan(0);
    expect(await there.authenticator.authenticate(secret)).not.toBeNull();
    await localProcess.keys.revokeKey(appId, key.id);
    await expect.poll(() => there.authenticator.authenticate(secret), { timeout: 4000 }).toBeNull();
  });

  it('A revoked key stops in another process within seconds even when it receives no notification', async () => {
    const there = await aProcess();
    const { key, secret } = await localProcess.keys.createKey(appId, { kind: 'rest', name: 'backend' });
    await there.get(KeyRevocationService).onModuleDestroy();
    expect(await there.authenticator.authenticate(secret)).not.toBeNull();
    await localProcess.keys.revokeKey(appId, key.id);
    await expect
      .poll(async () => there.authenticator.authenticate(secret), { timeout: 20_000, interval: 250 })
      .toBeNull();
  });

  describe('Unknown API keys', () => {
    const secret = () => `a-secret-that-is-chosen-before-its-key-${(names += 1)}`;
    /** Applies a file, which names the secrets of its keys. */
    const create = (value: string) =>
      localProcess.keys.createKey(appId, { kind: 'rest', name: `key ${(names += 1)}`, secret: value });

    it('Repeated requests with an unknown secret cause no statement', async () => {
      const unknown = secret();
      /** Tests if an answer needs the table. Afterwards the table is as before. */
      const needsTable = async () => {
        await localProcess.authenticator.authenticate(unknown);
        await fresh.db.affected('ALTER TABLE tenancy.api_key RENAME TO away');
        try {
          return (await localProcess.authenticator.authenticate(unknown).catch(() => 'failed')) !== null;
        } finally {
          await fresh.db.affected('ALTER TABLE tenancy.away RENAME TO api_key');
        }
      };
      await expect.poll(needsTable, { timeout: 20_000 }).toBe(false);
    });

    it('An unknown secret works at once in the process that creates its key, and by a notification in another', async () => {
      const there = await aProcess();
      for (const value of [secret(), secret(), secret()]) {
        expect(await localProcess.authenticator.authenticate(value)).toBeNull();
        expect(await there.authenticator.authenticate(value)).toBeNull();
        await create(value);
        expect(await localProcess.authenticator.authenticate(value)).toMatchObject({ appId });
        await expect
          .poll(() => there.authenticator.authenticate(value), { timeout: 20_000, interval: 20 })
          .toMatchObject({ appId });
      }
    });

    it('An unknown secret works a few seconds after the creation of its key in a process without notifications', async () => {
      const there = await aProcess();
      const value = secret();
      expect(await there.authenticator.authenticate(value)).toBeNull();
      await there.get(KeyRevocationService).onModuleDestroy();
      await create(value);
      await expect.poll(() => there.authenticator.authenticate(value), { timeout: 20_000 }).toMatchObject({ appId });
    });
  });

  it('Both secrets of a rotated key work until the overlap is over', async () => {
    const old = await localProcess.keys.createKey(appId, { kind: 'rest', name: 'backend', scopes: ['users'] });
    const next = await localProcess.keys.rotateKey(appId, old.key.id, { overlapMs: 60_000 });
    expect(await localProcess.authenticator.authenticate(old.secret)).toMatchObject({ keyId: old.key.id });
    expect(await localProcess.authenticator.authenticate(next.secret)).toMatchObject({
      keyId: next.key.id,
      scopes: ['users'],
    });
    localProcess.clock.aheadMs = 61_000;
    expect(await localProcess.authenticator.authenticate(old.secret)).toBeNull();
    expect(await localProcess.authenticator.authenticate(next.secret)).not.toBeNull();
  });

  it('The key of one application cannot be revoked, rotated or listed by another', async () => {
    const { key, secret } = await localProcess.keys.createKey(appId, { kind: 'rest', name: 'backend' });
    const otherAppId = (await localProcess.applying.apply({ app: `${app}-other` }, { dryRun: false })).app.id;
    await expect(localProcess.keys.revokeKey(otherAppId, key.id)).rejects.toMatchObject({ refusal: 'malformed' });
    await expect(localProcess.keys.rotateKey(otherAppId, key.id, { overlapMs: 0 })).rejects.toMatchObject({
      refusal: 'malformed',
    });
    expect(await localProcess.keys.listKeys(otherAppId)).toEqual([]);
    expect(await localProcess.authenticator.authenticate(secret)).toMatchObject({ appId });
  });

  it.each([
    [{ secret: 'x'.repeat(31) }, /^key\.secret should have 32/],
    [{ secret: 'with a line\nbreak in it, and long enough' }, /^key\.secret should have 32/],
    [{ addresses: ['10.0.0.0/99'] }, /^key\.addresses: '10/],
  ])('A key with %j is refused', async (wrong, message) => {
    await expect(localProcess.keys.createKey(appId, { kind: 'rest', name: 'backend', ...wrong })).rejects.toThrow(
      message,
    );
    expect(await localProcess.keys.listKeys(appId)).toEqual([]);
  });

  it('A key with a name in use is refused, and so is a secret that any application has used', async () => {
    const secret = `given-secret-of-thirty-two-characters-${app}`;
    await localProcess.keys.createKey(appId, { kind: 'rest', name: 'backend', secret });
    await expect(localProcess.keys.createKey(appId, { kind: 'rest', name: 'backend' })).rejects.toThrow(
      "There is a rest key named 'backend' already",
    );
    const otherAppId = (await localProcess.applying.apply({ app: `${app}-other` }, { dryRun: false })).app.id;
    await expect(localProcess.keys.createKey(otherAppId, { kind: 'rest', name: 'x', secret })).rejects.toThrow(
      'key.secret is or was in use already',
    );
  });
});

/** A text of stored credentials, by its path. */
function textOf(account: { credentials: object } | null, ...path: string[]): string {
  return path.reduce<unknown>((value, name) => toJsonObject(value)[name], account?.credentials) as string;
}

describe('Provider accounts', () => {
  it('Simulated accounts get credentials of the right form, which are stored encrypted', async () => {
    await localProcess.applying.apply({ app, channels: SIMULATED }, { dryRun: false });
    const apns = await localProcess.accounts.findAccount(appId, 'apns');
    expect(createPrivateKey(textOf(apns, 'key')).asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    const fcm = await localProcess.accounts.findAccount(appId, 'fcm');
    expect(createPrivateKey(textOf(fcm, 'serviceAccount', 'private_key')).asymmetricKeyType).toBe('rsa');
    const webpush = await localProcess.accounts.findAccount(appId, 'webpush');
    expect(Buffer.from(textOf(webpush, 'publicKey'), 'base64url')).toHaveLength(65);
    expect(Buffer.from(textOf(webpush, 'privateKey'), 'base64url')).toHaveLength(32);
    const sms = await localProcess.accounts.findAccount(appId, 'sms');
    expect(sms).toMatchObject({ version: 1, simulator: true, paused: null });
    const rows = await fresh.db.rows<{ sealed: Buffer }>('SELECT sealed FROM tenancy.provider_account');
    expect(rows.some((row) => row.sealed.includes(textOf(sms, 'authToken')))).toBe(false);
    expect(rows.some((row) => row.sealed.includes('PRIVATE KEY'))).toBe(false);
  });

  it('Credentials cannot be read when copied to another application, nor under another master key', async () => {
    await localProcess.applying.apply({ app, channels: SIMULATED }, { dryRun: false });
    const otherAppId = (
      await localProcess.applying.apply({ app: `${app}-other`, channels: SIMULATED }, { dryRun: false })
    ).app.id;
    await fresh.db.affected(
      `UPDATE tenancy.provider_account AS t SET sealed = s.sealed FROM tenancy.provider_account AS s
        WHERE t.app_id = $1 AND s.app_id = $2 AND t.channel = 'smtp' AND s.channel = 'smtp'`,
      [otherAppId, appId],
    );
    await expect(localProcess.accounts.findAccount(otherAppId, 'smtp')).rejects.toThrow();
    const there = await aProcess('another master key of thirty-two characters');
    await expect(there.accounts.findAccount(appId, 'smtp')).rejects.toThrow(/Sealed under key/);
    const mended = await there.applying.apply({ app, channels: { smtp: { simulator: true } } }, { dryRun: false });
    expect(mended.differences).toHaveLength(1);
    expect(await there.accounts.findAccount(appId, 'smtp')).toMatchObject({ version: 2 });
  });

  it('A pause affects only the version of the account that failed, and ends by hand or with new credentials', async () => {
    const smtp = (host: string) => ({ app, channels: { smtp: { host, from: 'a@example.com' } } });
    await localProcess.applying.apply(smtp('one.example.com'), { dryRun: false });
    const first = await localProcess.accounts.findAccount(appId, 'smtp');
    if (!first) {
      throw new Error('no account');
    }
    expect(await localProcess.accounts.pauseAccount(first, { code: '535', why: 'log-in refused' })).toBe(true);
    expect(await localProcess.accounts.pauseAccount(first, { code: '535', why: 'again' })).toBe(false);
    expect((await localProcess.accounts.findAccount(appId, 'smtp'))?.paused).toMatchObject({
      code: '535',
      why: 'log-in refused',
    });
    expect(await localProcess.accounts.resumeAccount(appId, 'smtp')).toBe(true);
    await localProcess.accounts.pauseAccount(first, { code: '535', why: 'log-in refused' });
    await localProcess.applying.apply(smtp('two.example.com'), { dryRun: false });
    expect(await localProcess.accounts.findAccount(appId, 'smtp')).toMatchObject({ version: 2, paused: null });
    expect(await localProcess.accounts.pauseAccount(first, { code: '535', why: 'late' })).toBe(false);
  });

  it('A provider account is accessible to its own application only', async () => {
    await localProcess.applying.apply({ app, channels: SIMULATED }, { dryRun: false });
    const otherAppId = (await localProcess.applying.apply({ app: `${app}-other` }, { dryRun: false })).app.id;
    expect(await localProcess.accounts.findAccount(otherAppId, 'sms')).toBeNull();
    expect(await localProcess.accounts.resumeAccount(otherAppId, 'sms')).toBe(false);
    const account = await localProcess.accounts.findAccount(appId, 'sms');
    expect(
      await localProcess.accounts.pauseAccount(
        { accountId: account?.accountId ?? 0, version: 1, appId: otherAppId },
        { code: 'x', why: 'x' },
      ),
    ).toBe(false);
  });
});

async function listeners(): Promise<number> {
  const row = await fresh.db.row<{ count: number }>(
    `SELECT count(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'herald-listen' AND query LIKE 'LISTEN%' AND state = 'idle'`,
  );
  return row?.count ?? 0;
}

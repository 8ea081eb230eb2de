import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '#platform/clock';
import { loadConfig } from '#platform/config';
import { MasterKey } from '#platform/crypto';
import { createLogger } from '#platform/log';
import { freshDatabase, type FreshDatabase } from '../../test/support/database.js';
import { AccountService } from './account.service.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeyService } from './api-key.service.js';
import { ApplicationRepository } from './application.repository.js';
import { ApplicationService } from './application.service.js';
import { ApplySections } from './apply-sections.js';
import { ApplyService } from './apply.service.js';
import { AuthenticatorService } from './authenticator.service.js';
import { KeyChangesRepository } from './key-changes.repository.js';
import { ProviderAccountRepository } from './provider-account.repository.js';

const MASTER = 'a master key of at least thirty-two characters';
const ED25519 = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });

class MovableClock extends Clock {
  aheadMs = 0;
  override now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }
}

let fresh: FreshDatabase;
const open: KeyChangesRepository[] = [];

/** The services of one process. */
function aProcess(masterKey = MASTER) {
  const { db, url } = fresh;
  const clock = new MovableClock();
  const elsewhere = new KeyChangesRepository(
    loadConfig({ DATABASE_URL: url, MASTER_KEY: MASTER }),
    createLogger('test', 'silent'),
  );
  open.push(elsewhere);
  const keyRows = new ApiKeyRepository(db);
  const authenticator = new AuthenticatorService(keyRows, elsewhere, clock);
  const keys = new ApiKeyService(db, keyRows, authenticator, clock);
  const accounts = new AccountService(new ProviderAccountRepository(db), new MasterKey(masterKey), clock);
  const appRows = new ApplicationRepository(db);
  const applications = new ApplicationService(appRows);
  const sections = new ApplySections();
  [applications, keys, accounts].forEach((taker) => sections.register(taker));
  return { clock, authenticator, keys, accounts, applications, applying: new ApplyService(db, appRows, sections) };
}

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await Promise.all(open.map((listener) => listener.onModuleDestroy()));
  await fresh.close();
});

let names = 0;
let here: ReturnType<typeof aProcess>;
let appId: number;
let app: string;
beforeEach(async () => {
  here = aProcess();
  app = `shop-${(names += 1)}`;
  appId = (await here.applying.apply({ app }, { dryRun: false })).app.id;
});

const SIMULATED = Object.fromEntries(
  ['apns', 'fcm', 'webpush', 'smtp', 'sms'].map((name) => [name, { simulator: true }]),
);

describe('API keys', () => {
  it('are shown once and stored as a hash', async () => {
    const { key, secret } = await here.keys.create(appId, { kind: 'rest', name: 'backend' });
    expect(await here.authenticator.authenticate(secret)).toEqual({
      appId,
      keyId: key.id,
      kind: 'rest',
      scopes: null,
      addresses: null,
      rateLimit: null,
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
    'says nobody for an unknown secret',
    async (secret) => {
      expect(await here.authenticator.authenticate(secret)).toBeNull();
    },
  );

  it('end at once in the process that revokes them, although their answer was kept', async () => {
    const { key, secret } = await here.keys.create(appId, { kind: 'rest', name: 'backend' });
    expect(await here.authenticator.authenticate(secret)).not.toBeNull();
    await here.keys.revoke(appId, key.id);
    expect(await here.authenticator.authenticate(secret)).toBeNull();
  });

  it('end in another process when Postgres tells it', async () => {
    const there = aProcess();
    const { key, secret } = await here.keys.create(appId, { kind: 'rest', name: 'backend' });
    expect(await there.authenticator.authenticate(secret)).not.toBeNull();
    await expect.poll(() => listeners()).toBeGreaterThan(0);
    expect(await there.authenticator.authenticate(secret)).not.toBeNull();
    await here.keys.revoke(appId, key.id);
    await expect.poll(() => there.authenticator.authenticate(secret), { timeout: 4000 }).toBeNull();
  });

  it('end in another process within 5 s even when it hears nothing', async () => {
    const there = aProcess();
    const { key, secret } = await here.keys.create(appId, { kind: 'rest', name: 'backend' });
    await open.at(-1)?.onModuleDestroy();
    expect(await there.authenticator.authenticate(secret)).not.toBeNull();
    await here.keys.revoke(appId, key.id);
    there.clock.aheadMs = 5001;
    expect(await there.authenticator.authenticate(secret)).toBeNull();
  });

  it('rotate with both secrets live until the overlap is over', async () => {
    const old = await here.keys.create(appId, { kind: 'rest', name: 'backend', scopes: ['users'] });
    const next = await here.keys.rotate(appId, old.key.id, 60_000);
    expect(await here.authenticator.authenticate(old.secret)).toMatchObject({ keyId: old.key.id });
    expect(await here.authenticator.authenticate(next.secret)).toMatchObject({ keyId: next.key.id, scopes: ['users'] });
    here.clock.aheadMs = 61_000;
    expect(await here.authenticator.authenticate(old.secret)).toBeNull();
    expect(await here.authenticator.authenticate(next.secret)).not.toBeNull();
  });

  it('of one application cannot be ended, rotated or listed by another', async () => {
    const { key, secret } = await here.keys.create(appId, { kind: 'rest', name: 'backend' });
    const other = (await here.applying.apply({ app: `${app}-other` }, { dryRun: false })).app.id;
    await expect(here.keys.revoke(other, key.id)).rejects.toMatchObject({ refusal: 'malformed' });
    await expect(here.keys.rotate(other, key.id, 0)).rejects.toMatchObject({ refusal: 'malformed' });
    expect(await here.keys.list(other)).toEqual([]);
    expect(await here.authenticator.authenticate(secret)).toMatchObject({ appId });
  });

  it.each([
    [{ secret: 'short' }, /^key\.secret should have 16/],
    [{ secret: 'with a line\nbreak in it' }, /^key\.secret should have 16/],
    [{ addresses: ['10.0.0.0/99'] }, /^key\.addresses: '10/],
  ])('refuse %j', async (wrong, message) => {
    await expect(here.keys.create(appId, { kind: 'rest', name: 'backend', ...wrong })).rejects.toThrow(message);
    expect(await here.keys.list(appId)).toEqual([]);
  });

  it('refuse a name in use, and a secret that any application has used', async () => {
    const secret = `given-secret-of-${app}`;
    await here.keys.create(appId, { kind: 'rest', name: 'backend', secret });
    await expect(here.keys.create(appId, { kind: 'rest', name: 'backend' })).rejects.toThrow(
      "There is a rest key named 'backend' already",
    );
    const other = (await here.applying.apply({ app: `${app}-other` }, { dryRun: false })).app.id;
    await expect(here.keys.create(other, { kind: 'rest', name: 'x', secret })).rejects.toThrow(
      'key.secret is or was in use already',
    );
  });
});

describe('provider accounts', () => {
  it('get credentials of the right form from the simulator, sealed at rest', async () => {
    await here.applying.apply({ app, channels: SIMULATED }, { dryRun: false });
    const apns = await here.accounts.account(appId, 'apns');
    expect(createPrivateKey(apns?.credentials.key ?? '').asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    const fcm = await here.accounts.account(appId, 'fcm');
    expect(createPrivateKey(fcm?.credentials.serviceAccount.private_key ?? '').asymmetricKeyType).toBe('rsa');
    const webpush = await here.accounts.account(appId, 'webpush');
    expect(Buffer.from(webpush?.credentials.publicKey ?? '', 'base64url')).toHaveLength(65);
    expect(Buffer.from(webpush?.credentials.privateKey ?? '', 'base64url')).toHaveLength(32);
    const sms = await here.accounts.account(appId, 'sms');
    expect(sms).toMatchObject({ version: 1, simulator: true, paused: null });
    const rows = await fresh.db.rows<{ sealed: Buffer }>('SELECT sealed FROM tenancy.provider_account');
    expect(rows.some((row) => row.sealed.includes(sms?.credentials.authToken ?? ''))).toBe(false);
    expect(rows.some((row) => row.sealed.includes('PRIVATE KEY'))).toBe(false);
  });

  it('do not open when copied to another application, nor under another master key', async () => {
    await here.applying.apply({ app, channels: SIMULATED }, { dryRun: false });
    const other = (await here.applying.apply({ app: `${app}-other`, channels: SIMULATED }, { dryRun: false })).app.id;
    await fresh.db.affected(
      `UPDATE tenancy.provider_account AS t SET sealed = s.sealed FROM tenancy.provider_account AS s
        WHERE t.app_id = $1 AND s.app_id = $2 AND t.channel = 'smtp' AND s.channel = 'smtp'`,
      [other, appId],
    );
    await expect(here.accounts.account(other, 'smtp')).rejects.toThrow();
    const there = aProcess('another master key of thirty-two characters');
    await expect(there.accounts.account(appId, 'smtp')).rejects.toThrow(/Sealed under key/);
    const mended = await there.applying.apply({ app, channels: { smtp: { simulator: true } } }, { dryRun: false });
    expect(mended.differences).toHaveLength(1);
    expect(await there.accounts.account(appId, 'smtp')).toMatchObject({ version: 2 });
  });

  it('pause for the version that failed only, and resume by hand or with new credentials', async () => {
    const smtp = (host: string) => ({ app, channels: { smtp: { host, from: 'a@example.com' } } });
    await here.applying.apply(smtp('one.example.com'), { dryRun: false });
    const first = await here.accounts.account(appId, 'smtp');
    if (!first) {
      throw new Error('no account');
    }
    expect(await here.accounts.pause(first, { code: '535', why: 'log-in refused' })).toBe(true);
    expect(await here.accounts.pause(first, { code: '535', why: 'again' })).toBe(false);
    expect((await here.accounts.account(appId, 'smtp'))?.paused).toMatchObject({ code: '535', why: 'log-in refused' });
    expect(await here.accounts.resume(appId, 'smtp')).toBe(true);
    await here.accounts.pause(first, { code: '535', why: 'log-in refused' });
    await here.applying.apply(smtp('two.example.com'), { dryRun: false });
    expect(await here.accounts.account(appId, 'smtp')).toMatchObject({ version: 2, paused: null });
    expect(await here.accounts.pause(first, { code: '535', why: 'late' })).toBe(false);
  });

  it('belong to their application alone', async () => {
    await here.applying.apply({ app, channels: SIMULATED }, { dryRun: false });
    const other = (await here.applying.apply({ app: `${app}-other` }, { dryRun: false })).app.id;
    expect(await here.accounts.account(other, 'sms')).toBeNull();
    expect(await here.accounts.resume(other, 'sms')).toBe(false);
    const mine = await here.accounts.account(appId, 'sms');
    expect(
      await here.accounts.pause({ accountId: mine?.accountId ?? 0, version: 1, appId: other }, { code: 'x', why: 'x' }),
    ).toBe(false);
  });
});

describe('applying a file', () => {
  const wholeFile = () => ({
    app,
    settings: {
      approval: true,
      defaultLanguage: 'tr',
      timeZone: 'Europe/Istanbul',
      lateSends: { policy: 'skip' },
      tracking: { clicks: false },
      retention: { results: '30d' },
      rateLimit: { perSecond: 50, burst: 100 },
    },
    keys: [
      { kind: 'rest', name: 'backend', secret: `secret-of-the-backend-${app}` },
      { kind: 'mobile', name: 'app', scopes: ['users'], addresses: ['10.0.0.0/8'] },
    ],
    channels: { ...SIMULATED, webpush: { subject: 'mailto:push@example.com' } },
  });

  it('sets everything, and the second time finds no difference', async () => {
    const first = await here.applying.apply(wholeFile(), { dryRun: false });
    expect(first.differences.map(({ change, what }) => `${change} ${what}`)).toEqual([
      'change settings: approval',
      'change settings: defaultLanguage',
      'change settings: timeZone',
      'change settings: tracking.clicks',
      'change settings: retention.results',
      'change settings: lateSends',
      'change settings: rateLimit',
      'add keys: rest backend',
      'add keys: mobile app',
      'add channels: apns',
      'add channels: fcm',
      'add channels: webpush',
      'add channels: smtp',
      'add channels: sms',
    ]);
    expect(first.app.settings).toEqual({
      approval: true,
      defineOnFirstUse: false,
      permanentDeletion: false,
      defaultLanguage: 'tr',
      timeZone: 'Europe/Istanbul',
      lateSends: { policy: 'skip', afterMinutes: 180 },
      tracking: { opens: true, clicks: false },
      retention: { results: 30, events: 180, inbox: 90 },
      rateLimit: { perSecond: 50, burst: 100 },
    });
    expect(first.secrets).toEqual([
      { kind: 'mobile', name: 'app', secret: expect.stringMatching(/^hr_mobile_/) as string },
    ]);
    expect(await here.authenticator.authenticate(first.secrets[0]?.secret ?? '')).toMatchObject({ kind: 'mobile' });
    const second = await here.applying.apply(wholeFile(), { dryRun: false });
    expect(second).toMatchObject({ differences: [], secrets: [] });
    expect(await here.accounts.account(appId, 'fcm')).toMatchObject({ version: 1 });
  });

  it('gives the callers of its keys their limit, and takes it away', async () => {
    const limitOf = async (rateLimit: unknown) => {
      await here.applying.apply({ app, settings: { rateLimit } }, { dryRun: false });
      here.authenticator.forget();
      return (await here.authenticator.authenticate(secret))?.rateLimit;
    };
    const { secret } = await here.keys.create(appId, { kind: 'rest', name: 'limited' });
    expect(await limitOf(undefined)).toBeNull();
    expect(await limitOf({ perSecond: 7 })).toEqual({ perSecond: 7, burst: 7 });
    expect(await limitOf({ perSecond: 7, burst: 9 })).toEqual({ perSecond: 7, burst: 9 });
    expect(await limitOf({ perSecond: 0 })).toEqual({ perSecond: 0, burst: 0 });
  });

  it('changes nothing in a dry run, which tells the same differences and no secret', async () => {
    const dump = () =>
      fresh.db
        .rows(`SELECT to_jsonb(a)::text AS row FROM tenancy.application AS a UNION ALL SELECT to_jsonb(k)::text FROM tenancy.api_key AS k
                     UNION ALL SELECT to_jsonb(p)::text FROM tenancy.provider_account AS p ORDER BY 1`);
    const before = await dump();
    const dry = await here.applying.apply({ ...wholeFile(), app: `${app}-dry` }, { dryRun: true });
    expect(await dump()).toEqual(before);
    expect(dry.secrets).toEqual([]);
    const real = await here.applying.apply({ ...wholeFile(), app: `${app}-dry` }, { dryRun: false });
    expect(real.differences).toEqual(dry.differences);
  });

  it('replaces a secret that the file changes, and never takes a retired one back', async () => {
    const withSecret = (secret: string) => ({ app, keys: [{ kind: 'rest', name: 'backend', secret }] });
    const [one, two] = [`first-secret-of-${app}`, `second-secret-of-${app}`];
    await here.applying.apply(withSecret(one), { dryRun: false });
    const changed = await here.applying.apply(withSecret(two), { dryRun: false });
    expect(changed.differences).toEqual([{ change: 'change', what: 'keys: rest backend, another secret' }]);
    expect(await here.authenticator.authenticate(one)).toBeNull();
    expect(await here.authenticator.authenticate(two)).not.toBeNull();
    await expect(here.applying.apply(withSecret(one), { dryRun: false })).rejects.toThrow(
      'keys[0].secret is or was in use already',
    );
    expect(await here.authenticator.authenticate(two)).not.toBeNull();
  });

  it('removes what a section leaves out only with prune', async () => {
    await here.applying.apply(wholeFile(), { dryRun: false });
    const less = { app, keys: [wholeFile().keys[0]], channels: { smtp: { simulator: true } } };
    expect((await here.applying.apply(less, { dryRun: false })).differences).toEqual([]);
    const pruned = await here.applying.apply({ ...less, prune: true }, { dryRun: false });
    expect(pruned.differences.map(({ change, what }) => `${change} ${what}`)).toEqual([
      'remove keys: mobile app',
      'remove channels: apns',
      'remove channels: fcm',
      'remove channels: webpush',
      'remove channels: sms',
    ]);
    expect(await here.accounts.account(appId, 'apns')).toBeNull();
    expect(await here.accounts.account(appId, 'smtp')).not.toBeNull();
  });

  it('applies all or nothing', async () => {
    const wrong = { ...wholeFile(), channels: { sms: { accountSid: 'AC1', authToken: 'x', senders: ['x'] } } };
    await expect(here.applying.apply(wrong, { dryRun: false })).rejects.toThrow('channels.sms.accountSid should be AC');
    expect(await here.keys.list(appId)).toEqual([]);
    expect((await here.applications.get(appId)).settings.approval).toBe(false);
  });

  it('lets two applies of one new application take turns', async () => {
    const name = `${app}-twice`;
    const both = await Promise.all(
      [0, 1].map(() =>
        here.applying.apply({ ...wholeFile(), app: name, keys: [{ kind: 'rest', name: 'k' }] }, { dryRun: false }),
      ),
    );
    expect(both.map((result) => result.secrets.length).sort()).toEqual([0, 1]);
    expect(both[0]?.app.id).toBe(both[1]?.app.id);
  });

  it.each([
    [{ colour: 'red' }, 'colour: unknown name; the file knows app, prune'],
    [{ segments: [] }, 'segments: this version of Herald cannot apply this section yet'],
    [{ settings: { retention: { results: '2y' } } }, 'settings.retention.results should be days'],
    [{ settings: { approval: 'yes' } }, 'settings.approval should be true or false'],
    [{ settings: { rateLimit: 50 } }, 'settings.rateLimit should be a map'],
    [{ settings: { rateLimit: { burst: 5 } } }, 'settings.rateLimit.perSecond is required'],
    [
      { settings: { rateLimit: { perSecond: 5, burst: 4 } } },
      'settings.rateLimit.burst should be a whole number from 5',
    ],
    [{ keys: [{ kind: 'root', name: 'x' }] }, 'keys[0].kind should be one of rest, mobile, js'],
    [
      {
        keys: [
          { kind: 'rest', name: 'x' },
          { kind: 'rest', name: 'x' },
        ],
      },
      "keys[1]: a rest key named 'x' stands in the list already",
    ],
    [{ keys: [{ kind: 'rest', name: 'x', scopes: ['all'] }] }, "keys[0].scopes: 'all' is none of users"],
    [{ channels: { apns: { simulator: true, topic: 'x' } } }, 'channels.apns (with simulator: true)'],
    [{ channels: { apns: { key: 'nonsense' } } }, 'channels.apns.key should be a private key in PEM form'],
    [{ channels: { fcm: { serviceAccount: '{' } } }, 'channels.fcm.serviceAccount should be JSON'],
    [{ channels: { webpush: { subject: 'me' } } }, 'channels.webpush.subject should be a mailto:'],
    [{ channels: { smtp: { host: 'x', from: 'y', ca: 'z' } } }, 'channels.smtp.ca should be a certificate in PEM form'],
    [{ channels: { smtp: { host: 'x', from: 'y', dkim: {} } } }, 'channels.smtp.dkim.domain is required'],
    [
      { channels: { smtp: { simulator: true, dkim: 'x' } } },
      'channels.smtp (with simulator: true).dkim should be a map',
    ],
    [
      { channels: { smtp: { host: 'x', from: 'y', dkim: { domain: 'nowhere', selector: 's', key: 'k' } } } },
      'channels.smtp.dkim.domain should be a domain name',
    ],
    [
      { channels: { smtp: { host: 'x', from: 'y', dkim: { domain: 'a.org', selector: 's', key: ED25519 } } } },
      'channels.smtp.dkim.key should be an RSA key',
    ],
    [{ channels: { pigeon: {} } }, 'channels.pigeon: unknown name'],
  ])('refuses %j with a path', async (part, message) => {
    await expect(here.applying.apply({ app, ...part }, { dryRun: false })).rejects.toThrow(message);
  });
});

async function listeners(): Promise<number> {
  const row = await fresh.db.row<{ count: number }>(
    `SELECT count(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'herald-keys' AND query LIKE 'LISTEN%' AND state = 'idle'`,
  );
  return row?.count ?? 0;
}

import { createECDH, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { openTenancyRoom, type TenancyRoom } from '../../../test/support/rooms/tenancy-room.js';
import { SectionEditService } from './section-edit.service.js';

const ED25519 = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });

let fresh: FreshDatabase;
let room: TenancyRoom;
let names = 0;
let appId: number;
let app: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  room = await openTenancyRoom(fresh);
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});
beforeEach(async () => {
  app = `shop-${(names += 1)}`;
  appId = (await room.applying.apply({ app }, { dryRun: false })).app.id;
});

function vapidKeys(): { subject: string; publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return {
    subject: 'mailto:push@example.com',
    publicKey: pair.getPublicKey('base64url'),
    privateKey: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
  };
}

const SIMULATED = Object.fromEntries(
  ['apns', 'fcm', 'webpush', 'smtp', 'sms'].map((name) => [name, { simulator: true }]),
);

describe('ApplyService', () => {
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
      { kind: 'rest', name: 'backend', secret: `secret-of-the-backend-long-enough-${app}` },
      { kind: 'mobile', name: 'app', scopes: ['users'], addresses: ['10.0.0.0/8'] },
    ],
    channels: { ...SIMULATED, webpush: { subject: 'mailto:push@example.com' } },
  });

  it('An application file adds a pair of keys for web push', async () => {
    const channels = { webpush: vapidKeys() };
    const { differences } = await room.applying.apply({ app, channels }, { dryRun: false });
    expect(differences).toContainEqual(expect.objectContaining({ change: 'add', subject: 'channels: webpush' }));
  });

  it('A warning is returned while an application has mobile or js keys but no identity keys', async () => {
    const warnings = async (more: object) =>
      (await room.applying.apply({ app, ...more }, { dryRun: false })).warnings.map((text) => text.slice(0, 29));
    const warning = 'settings.identity is required';
    expect(await warnings({ keys: [{ kind: 'rest', name: 'backend' }] })).toEqual([]);
    expect(await warnings({ keys: [{ kind: 'js', name: 'page' }] })).toEqual([warning]);
    expect(await warnings({ settings: { identity: 'optional' } })).toEqual([]);
    const identityKeys = [{ id: 'backend', algorithm: 'HS256', key: 'k'.repeat(64) }];
    expect(await warnings({ settings: { identity: 'required' } })).toEqual([warning]);
    expect(await warnings({ identityKeys })).toEqual([]);
  });

  it('A whole application file is applied, and applying it again finds no difference', async () => {
    const first = await room.applying.apply(wholeFile(), { dryRun: false });
    expect(first.differences.map(({ change, subject }) => `${change} ${subject}`)).toEqual([
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
      approval: { isRequired: true, steps: [{ from: null, approvers: 1 }], self: false, keys: false },
      defineOnFirstUse: false,
      identity: 'required',
      maxInstallations: 20,
      panelMayEdit: null,
      permanentDeletion: false,
      defaultLanguage: 'tr',
      templates: 'plain',
      timeZone: 'Europe/Istanbul',
      iconUrl: null,
      brand: {},
      utm: null,
      defaultCountry: null,
      lateSends: { policy: 'skip', afterMinutes: 180 },
      addressRules: [],
      emailFrequency: [],
      tracking: { opens: true, clicks: false, without: 'anonymous', machines: 'apart' },
      retention: { results: 30, statistics: 400, events: 180, inbox: 90, audit: 730 },
      rateLimit: { perSecond: 50, burst: 100 },
    });
    expect(first.secrets).toEqual([
      { kind: 'mobile', name: 'app', secret: expect.stringMatching(/^hr_mobile_/) as string },
    ]);
    expect(await room.authenticator.authenticate(first.secrets[0]?.secret ?? '')).toMatchObject({ kind: 'mobile' });
    const second = await room.applying.apply(wholeFile(), { dryRun: false });
    expect(second).toMatchObject({ differences: [], secrets: [] });
    expect(await room.accounts.findAccount(appId, 'fcm')).toMatchObject({ version: 1 });
  });

  it('An application file sets and removes the rate limit of the API keys', async () => {
    const limitOf = async (rateLimit: unknown) => {
      await room.applying.apply({ app, settings: { rateLimit } }, { dryRun: false });
      room.authenticator.clearCache();
      return (await room.authenticator.authenticate(secret))?.rateLimit;
    };
    const { secret } = await room.keys.createKey(appId, { kind: 'rest', name: 'limited' });
    expect(await limitOf(undefined)).toBeNull();
    expect(await limitOf({ perSecond: 7 })).toEqual({ perSecond: 7, burst: 7 });
    expect(await limitOf({ perSecond: 7, burst: 9 })).toEqual({ perSecond: 7, burst: 9 });
    expect(await limitOf({ perSecond: 0 })).toEqual({ perSecond: 0, burst: 0 });
  });

  it('A simulated SMS account gets the senders of the file, and its generated ones back without them', async () => {
    const senders = async (sms: object) => {
      const { differences } = await room.applying.apply({ app, channels: { sms } }, { dryRun: false });
      const { credentials, version } = (await room.accounts.findAccount(appId, 'sms')) ?? {};
      const { senders: own, authToken: token } = credentials as { senders: string[]; authToken: string };
      return { senders: own, token, version, changes: differences.length };
    };
    const generated = await senders({ simulator: true });
    expect(generated).toMatchObject({ senders: ['+15005550006', 'HERALD'], version: 1 });
    const own = { senders: ['SHOP', '+905321234567'], token: generated.token, version: 2 };
    expect(await senders({ simulator: true, senders: ['SHOP', '+905321234567'] })).toEqual({ ...own, changes: 1 });
    expect(await senders({ simulator: true, senders: ['SHOP', '+905321234567'] })).toEqual({ ...own, changes: 0 });
    expect(await senders({ simulator: true })).toEqual({ ...generated, version: 3 });
    await expect(senders({ simulator: true, senders: [] })).rejects.toThrow(
      'channels.sms (with simulator: true).senders is required',
    );
    await expect(senders({ simulator: true, authToken: 'x' })).rejects.toThrow('authToken');
  });

  it('A new application starts with sums of unsaid tracking, and a file that is silent about it changes nothing', async () => {
    const applyTracking = async (tracking: object = {}) => {
      const result = await room.applying.apply({ app, settings: { tracking } }, { dryRun: false });
      const { value } = await room.applications.read(fresh.db, result.app);
      const file = await room.applying.apply({ app, settings: value }, { dryRun: true });
      expect(file.differences).toEqual([]);
      return { ...result.app.settings.tracking, changed: result.differences.map(({ subject }) => subject) };
    };
    expect(await applyTracking()).toMatchObject({ without: 'anonymous', changed: [] });
    const changed = ['settings: tracking.without'];
    expect(await applyTracking({ without: 'granted' })).toMatchObject({ without: 'granted', changed });
    expect(await applyTracking({ opens: true })).toMatchObject({ without: 'granted', changed: [] });
    expect(await applyTracking({ without: 'denied' })).toMatchObject({ without: 'denied', changed });
    for (const without of ['maybe', '', true, {}]) {
      await expect(applyTracking({ without })).rejects.toThrow(/settings\.tracking\.without/);
    }
    expect(await applyTracking()).toMatchObject({ without: 'denied', changed: [] });
  });

  it('A new application counts machines apart, and a file that is silent about it changes nothing', async () => {
    const applyTracking = async (tracking: object = {}) =>
      (await room.applying.apply({ app: 'machines', settings: { tracking } }, { dryRun: false })).app.settings.tracking;
    expect(await applyTracking()).toMatchObject({ machines: 'apart' });
    expect(await applyTracking({ machines: 'count' })).toMatchObject({ machines: 'count' });
    expect(await applyTracking({ opens: false })).toMatchObject({ machines: 'count', opens: false });
    for (const machines of ['both', '', true, {}]) {
      await expect(applyTracking({ machines })).rejects.toThrow(/settings\.tracking\.machines/);
    }
    expect(await applyTracking()).toMatchObject({ machines: 'count' });
  });

  it('Further accounts of a channel are applied with their rules, and written back as they stand in the file', async () => {
    const named = { app: 'several' };
    const apply = (channels: object, prune = false) =>
      room.applying.apply({ ...named, prune, channels }, { dryRun: false });
    const channels = {
      sms: { simulator: true, share: 70 },
      'sms:second': { provider: 'vonage', simulator: true, share: 30, order: 2 },
      'sms:tr': { provider: 'http', simulator: true, countries: ['TR'] },
      'smtp:other': { simulator: true, order: 1 },
      smtp: { simulator: true },
    };
    const { app: several, differences } = await apply(channels);
    expect(differences.shift()?.subject).toBe('app: several');
    expect(differences.map(({ subject }) => subject).toSorted()).toEqual(
      Object.keys(channels)
        .map((key) => `channels: ${key}`)
        .toSorted(),
    );
    expect((await apply(channels)).differences).toEqual([]);
    const text = await room.get(SectionEditService).writeFile(several);
    expect(text).toContain('sms:second:');
    expect((await room.accounts.findAccounts(several.id, 'sms')).map(({ key, rules }) => [key, rules])).toEqual([
      ['sms', { share: 70 }],
      ['sms:second', { share: 30, order: 2 }],
      ['sms:tr', { countries: ['TR'] }],
    ]);
    expect((await apply({ sms: { simulator: true, share: 60 } })).differences).toMatchObject([
      { change: 'change', subject: 'channels: sms: rules', from: '{"share":70}', to: '{"share":60}' },
    ]);
    expect((await apply({ sms: { simulator: true }, smtp: { simulator: true } }, true)).differences).toHaveLength(4);
    expect((await room.accounts.listAccounts(several.id)).map(({ key }) => key)).toEqual(['smtp', 'sms']);
  });

  it.each([
    [{ 'sms:second': { simulator: true } }, 'channels.sms:second needs channels.sms'],
    [{ 'apns:second': { simulator: true } }, 'channels.apns:second: unknown name'],
    [{ apns: { simulator: true }, email: {} }, /knows apns, .*, chat$/],
    [{ 'sms:Second': { simulator: true } }, 'channels.sms:Second: unknown name'],
    [{ sms: { simulator: true, countries: ['Turkey'] } }, 'channels.sms.countries[0] should be the code of a country'],
    [{ sms: { simulator: true, countries: [] } }, 'channels.sms.countries should name a country'],
    [
      { sms: { simulator: true }, 'sms:b': { simulator: true, share: 0 } },
      'channels.sms:b.share should be a whole number',
    ],
    [{ sms: { simulator: true }, 'sms:b': { senders: ['A'] } }, 'channels.sms:b.accountSid is required'],
    [{ apns: { simulator: true, share: 5 } }, 'channels.apns.share: unknown name'],
    [
      { sms: {}, ...Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`sms:n${n}`, {}])) },
      'channels.sms.accountSid is required',
    ],
  ])('The channels %j are refused', async (channels, words) => {
    await expect(room.applying.apply({ app: 'refused', channels }, { dryRun: true })).rejects.toThrow(words);
  });

  it('A dry run changes nothing, and returns the same differences and no secret', async () => {
    const dump = () =>
      fresh.db
        .rows(`SELECT to_jsonb(a)::text AS row FROM tenancy.application AS a UNION ALL SELECT to_jsonb(k)::text FROM tenancy.api_key AS k
                     UNION ALL SELECT to_jsonb(p)::text FROM tenancy.provider_account AS p ORDER BY 1`);
    const before = await dump();
    const dry = await room.applying.apply({ ...wholeFile(), app: `${app}-dry` }, { dryRun: true });
    expect(await dump()).toEqual(before);
    expect(dry.secrets).toEqual([]);
    const real = await room.applying.apply({ ...wholeFile(), app: `${app}-dry` }, { dryRun: false });
    expect(real.differences).toEqual(dry.differences);
  });

  it('A secret that the file changes is replaced, and a retired one is never accepted again', async () => {
    const withSecret = (secret: string) => ({ app, keys: [{ kind: 'rest', name: 'backend', secret }] });
    const [firstSecret, secondSecret] = [
      `first-secret-of-a-good-length-${app}`,
      `second-secret-of-a-good-length-${app}`,
    ];
    await room.applying.apply(withSecret(firstSecret), { dryRun: false });
    const changed = await room.applying.apply(withSecret(secondSecret), { dryRun: false });
    expect(changed.differences).toEqual([{ change: 'change', subject: 'keys: rest backend, another secret' }]);
    expect(await room.authenticator.authenticate(firstSecret)).toBeNull();
    expect(await room.authenticator.authenticate(secondSecret)).not.toBeNull();
    await expect(room.applying.apply(withSecret(firstSecret), { dryRun: false })).rejects.toThrow(
      'keys[0].secret is or was in use already',
    );
    expect(await room.authenticator.authenticate(secondSecret)).not.toBeNull();
  });

  it('Entries that a section leaves out are removed only with prune', async () => {
    await room.applying.apply(wholeFile(), { dryRun: false });
    const less = { app, keys: [wholeFile().keys[0]], channels: { smtp: { simulator: true } } };
    expect((await room.applying.apply(less, { dryRun: false })).differences).toEqual([]);
    const pruned = await room.applying.apply({ ...less, prune: true }, { dryRun: false });
    expect(pruned.differences.map(({ change, subject }) => `${change} ${subject}`)).toEqual([
      'remove keys: mobile app',
      'remove channels: apns',
      'remove channels: fcm',
      'remove channels: webpush',
      'remove channels: sms',
    ]);
    expect(await room.accounts.findAccount(appId, 'apns')).toBeNull();
    expect(await room.accounts.findAccount(appId, 'smtp')).not.toBeNull();
  });

  it('A file is applied entirely or not at all', async () => {
    const wrong = { ...wholeFile(), channels: { sms: { accountSid: 'AC1', authToken: 'x', senders: ['x'] } } };
    await expect(room.applying.apply(wrong, { dryRun: false })).rejects.toThrow('channels.sms.accountSid should be AC');
    expect(await room.keys.listKeys(appId)).toEqual([]);
    expect((await room.applications.getApplication(appId)).settings.approval.isRequired).toBe(false);
  });

  it('Two concurrent applies of one new application take turns', async () => {
    const name = `${app}-twice`;
    const both = await Promise.all(
      [0, 1].map(() =>
        room.applying.apply({ ...wholeFile(), app: name, keys: [{ kind: 'rest', name: 'k' }] }, { dryRun: false }),
      ),
    );
    expect(both.map((result) => result.secrets.length).sort()).toEqual([0, 1]);
    expect(both[0]?.app.id).toBe(both[1]?.app.id);
  });

  it.each([
    [{ colour: 'red' }, 'colour: unknown name; the file knows app, prune'],
    [{ chanels: {} }, 'chanels: unknown name, did you mean channels?'],
    [{ keys: [{ kind: 'rest', name: 'x', scope: [] }] }, 'keys[0].scope: unknown name, did you mean scopes?'],
    [{ settings: { retention: { result: '5d' } } }, 'settings.retention.result: unknown name, did you mean results?'],
    [{ channels: { smtp: { pasword: 'x' } } }, 'channels.smtp.pasword: unknown name, did you mean password?'],
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
      "keys[1]: a rest key named 'x' is in the list already",
    ],
    [{ keys: [{ kind: 'rest', name: 'x', scopes: ['all'] }] }, "keys[0].scopes: 'all' is none of users"],
    [{ channels: { apns: { simulator: true, topic: 'x' } } }, 'channels.apns (with simulator: true)'],
    [{ channels: { apns: { key: 'nonsense' } } }, 'channels.apns.key should be a private key in PEM form'],
    [
      { channels: { fcm: { serviceAccount: '{' } } },
      'channels.fcm.serviceAccount should be the content of a service-account file',
    ],
    [{ channels: { webpush: { subject: 'me' } } }, 'channels.webpush.subject should be a mailto:'],
    [
      { channels: { webpush: { subject: 'mailto:x@localhost.localdomain' } } },
      'channels.webpush.subject should be an address on the internet',
    ],
    [
      { channels: { webpush: { subject: 'mailto:x@shop.invalid' } } },
      'channels.webpush.subject should be an address on the internet',
    ],
    [
      { channels: { webpush: { subject: 'mailto:x@printer.local' } } },
      'channels.webpush.subject should be an address on the internet',
    ],
    [
      { channels: { webpush: { subject: 'https://127.0.0.1' } } },
      'channels.webpush.subject should be an address on the internet',
    ],
    [
      { channels: { webpush: { subject: 'https://[::1]/contact' } } },
      'channels.webpush.subject should be an address on the internet',
    ],
    [
      { channels: { webpush: { subject: 'https://localhost:8443' } } },
      'channels.webpush.subject should be an address on the internet',
    ],
    [{ channels: { webpush: { subject: 'mailto:x@localhost' } } }, 'channels.webpush.subject should be'],
    [
      { channels: { webpush: { ...vapidKeys(), privateKey: vapidKeys().privateKey } } },
      'channels.webpush.publicKey does not belong to privateKey',
    ],
    [
      { channels: { webpush: { ...vapidKeys(), privateKey: Buffer.alloc(32).toString('base64url') } } },
      'channels.webpush.privateKey should be a private key of P-256',
    ],
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
  ])('An application file with %j is refused with a path', async (part, message) => {
    await expect(room.applying.apply({ app, ...part }, { dryRun: false })).rejects.toThrow(message);
  });
});

import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import type { RegisteredInstallation } from '#libs/users/registry';
import { startGateway, type Answer, type TestGateway } from '../../support/contract/gateway.js';
import { signIdentity, TEST_IDENTITY_KEY } from '../../support/contract/identity-tokens.js';
import { storePush } from '../../support/messages/stored-push.js';

const UNPROVEN = { status: 401, json: { code: 2024 } };
const OK = { status: 200 };

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = ({ publicKey }: { publicKey: KeyObject }) =>
  publicKey.export({ type: 'spki', format: 'pem' }).toString();
const KEYS = [
  TEST_IDENTITY_KEY,
  { id: 'next', algorithm: 'HS256', key: 'the secret that follows the first one' },
  { id: 'curve', algorithm: 'ES256', key: publicPem(ec) },
  { id: 'long', algorithm: 'RS256', key: publicPem(rsa) },
];

let gateway: TestGateway;
let names = 0;

beforeAll(async () => {
  gateway = await startGateway();
  await apply({
    settings: { permanentDeletion: true },
    identityKeys: KEYS,
    attributes: [{ code: 'nick', dataType: 'STRING' }],
    categories: [{ name: 'News' }],
    events: [{ code: 'Visit' }],
  });
  await gateway.makeKey('js', { kind: 'js' });
});
afterAll(() => gateway.close());

const apply = (file: object) => gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
/** Calls as an attacker does: with the key of the page, and no token unless one is given. */
const sdk = (operation: string, body: object): Promise<Answer> =>
  gateway.call(`/sdk/1.0/${operation}`, { body, key: 'js', unsigned: true });
const rest = (operation: string, body: object): Promise<Answer> => gateway.call(`/rest/3.0/${operation}`, { body });
const read = async (path: string): Promise<unknown> =>
  (await gateway.call(`/rest/3.0/${path}`, { method: 'GET' })).json;
const readProfile = (extId: string) => read(`getProfileAttributes?extId=${extId}`);
const readDevices = async (extId: string) =>
  ((await read(`getDevices?extId=${extId}`)) as { devices: { token: string | null }[] }).devices;

async function device(more: object = {}): Promise<RegisteredInstallation> {
  const answer = await sdk('installations', { platform: 'IOS', ...more });
  expect(answer).toMatchObject(OK);
  return answer.json as RegisteredInstallation;
}

/** A customer with an address, a device of a server, and a one-time code in the inbox. */
async function victim(): Promise<{ extId: string; email: string; token: string }> {
  const extId = `victim-${(names += 1)}`;
  const person = { extId, email: `${extId}@mail.example`, token: `${extId}-token` };
  const registration = { extId, email: person.email, platform: 'IOS', deviceToken: person.token };
  expect(await rest('registerUsers', [{ ...registration, profile: { nick: 'mine' } }])).toMatchObject(OK);
  await storePush(gateway, gateway.appId, extId, 'your code is 4711');
  return person;
}

async function withMode<T>(identity: 'required' | 'optional', work: () => Promise<T>): Promise<T> {
  await apply({ settings: { identity } });
  try {
    return await work();
  } finally {
    await apply({ settings: { identity: 'required' } });
  }
}

describe('Unproven visitor with the key of the page', () => {
  it('A registration that names the extId of a customer is refused without a proof', async () => {
    const { extId } = await victim();
    expect(await sdk('installations', { platform: 'IOS', token: 'evil-1', extId })).toMatchObject(UNPROVEN);
    expect(await readDevices(extId)).toHaveLength(1);
  });

  it('A device that names the extId of a customer later is refused without a proof, and keeps its own user', async () => {
    const { extId } = await victim();
    const attacker = await device();
    expect(await sdk('users/identify', { ...attacker, extId })).toMatchObject(UNPROVEN);
    expect(await sdk('installations', { ...attacker, extId })).toMatchObject(UNPROVEN);
    expect(await readDevices(extId)).toHaveLength(1);
    expect(await sdk('users/profile', { ...attacker, profile: { nick: 'own' } })).toMatchObject(OK);
    expect(await readProfile(extId)).toMatchObject({ profile: { nick: 'mine' } });
  });

  it('A registration with an invented extId is refused and creates no user', async () => {
    const before = await read('count-user');
    expect(await sdk('installations', { platform: 'IOS', extId: 'made-up' })).toMatchObject(UNPROVEN);
    expect(await read('count-user')).toEqual(before);
  });

  it('A device with the token of a customer takes over neither the installation of the server nor its token', async () => {
    const { extId, token } = await victim();
    const attacker = await device({ token });
    const { json } = await sdk('inbox/getAllInbox', { ...attacker, status: 7, numberOfNotification: 10 });
    expect(json).toMatchObject({ msgs: [] });
    expect(await readDevices(extId)).toMatchObject([{ token }]);
    expect(await sdk('installations', { ...attacker, token })).toMatchObject(OK);
    expect(await readDevices(extId)).toMatchObject([{ token }]);
  });
});

describe('Forged identity tokens', () => {
  const sign = (header: object, payload: object, signature: (input: string) => string): string => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const input = `${part(header)}.${part(payload)}`;
    return `${input}.${signature(input)}`;
  };
  const payload = (extId: string) => ({ sub: extId, aud: 'shop', exp: Math.floor(Date.now() / 1000) + 600 });
  const hmac = (key: string) => (input: string) => createHmac('sha256', key).update(input).digest('base64url');
  const secret = TEST_IDENTITY_KEY.key;
  const kid = TEST_IDENTITY_KEY.id;

  it.each<[string, (extId: string) => string | Promise<string>]>([
    ['of no algorithm', (extId) => sign({ alg: 'none', kid }, payload(extId), () => '')],
    ['of no algorithm, for a public key', (extId) => sign({ alg: 'none', kid: 'curve' }, payload(extId), () => '')],
    [
      'that takes the public key for a shared secret',
      (extId) => sign({ alg: 'HS256', kid: 'curve' }, payload(extId), hmac(publicPem(ec))),
    ],
    [
      'that takes the RSA key for a shared secret',
      (extId) => sign({ alg: 'HS256', kid: 'long' }, payload(extId), hmac(publicPem(rsa))),
    ],
    ['of another secret', (extId) => sign({ alg: 'HS256', kid }, payload(extId), hmac('a secret of somebody else'))],
    ['of an unknown key', (extId) => sign({ alg: 'HS256', kid: 'mine' }, payload(extId), hmac('mine'))],
    ['without a kid', (extId) => sign({ alg: 'HS256' }, payload(extId), hmac(secret))],
    ['with a kid that is no text', (extId) => sign({ alg: 'HS256', kid: [kid] }, payload(extId), hmac(secret))],
    ['of another algorithm', (extId) => sign({ alg: 'HS512', kid }, payload(extId), hmac(secret))],
    [
      'with a key of its own in the header',
      (extId) =>
        new SignJWT(payload(extId))
          .setProtectedHeader({ alg: 'ES256', kid: 'mine', jwk: ec.publicKey.export({ format: 'jwk' }) })
          .sign(ec.privateKey),
    ],
    ['that ended', (extId) => signIdentity(extId, { lifeSeconds: -60 })],
    ['of another application', (extId) => signIdentity(extId, { application: 'elsewhere' })],
    ['of another user', () => signIdentity('somebody-else')],
    ['without an end', (extId) => sign({ alg: 'HS256', kid }, { sub: extId, aud: 'shop' }, hmac(secret))],
    ['without an application', (extId) => sign({ alg: 'HS256', kid }, { ...payload(extId), aud: [] }, hmac(secret))],
    ['that holds from tomorrow', (extId) => sign({ alg: 'HS256', kid }, { ...payload(extId), nbf: 4e9 }, hmac(secret))],
    ['whose user is a number', () => sign({ alg: 'HS256', kid }, { ...payload('x'), sub: 7 }, hmac(secret))],
    ['that is encrypted', () => 'a.b.c.d.e'],
    ['that is none', () => 'nonsense'],
    ['that is empty', () => ''],
  ])('An identity token %s is refused, and nothing changes', async (_, forge) => {
    const { extId } = await victim();
    const identityToken = await forge(extId);
    const attacker = await device();
    const claims = [
      await sdk('installations', { platform: 'IOS', extId, identityToken }),
      await sdk('installations', { ...attacker, extId, identityToken }),
      await sdk('users/identify', { ...attacker, extId, identityToken }),
    ];
    for (const answer of claims) {
      expect(answer).toMatchObject(UNPROVEN);
      expect((answer.json as { error: string }).error).toContain('identityToken');
    }
    await withMode('optional', async () =>
      expect(await sdk('users/identify', { ...attacker, extId, identityToken })).toMatchObject(UNPROVEN),
    );
    expect(await readDevices(extId)).toHaveLength(1);
  });

  it.each<[string, (extId: string) => Promise<string>]>([
    ['HS256', (extId) => signIdentity(extId)],
    ['HS256 of a second key', (extId) => signIdentity(extId, { key: { id: 'next', key: KEYS[1]?.key ?? '' } })],
    [
      'ES256',
      (extId) => new SignJWT(payload(extId)).setProtectedHeader({ alg: 'ES256', kid: 'curve' }).sign(ec.privateKey),
    ],
    [
      'RS256',
      (extId) => new SignJWT(payload(extId)).setProtectedHeader({ alg: 'RS256', kid: 'long' }).sign(rsa.privateKey),
    ],
  ])('A genuine identity token (%s) opens the inbox of its user', async (_, genuine) => {
    const { extId, token } = await victim();
    const own = await device({ extId, token, identityToken: await genuine(extId) });
    const { json } = await sdk('inbox/getAllInbox', { ...own, status: 7, numberOfNotification: 10 });
    expect(json).toMatchObject({ msgs: [expect.anything()] });
    expect(await readDevices(extId)).toHaveLength(1);
  });
});

describe('Device without a valid proof', () => {
  const ACTS: [string, object][] = [
    ['inbox/getAllInbox', { status: 7, numberOfNotification: 10 }],
    ['inbox/get', { piid: 1024 }],
    ['inbox/statusChange', { piids: [1024], st: 1 }],
    ['users/profile', { profile: { nick: 'evil' } }],
    ['users/profile', { profile: { email: 'evil@mail.example', msisdn: '+905321234567' } }],
    ['users/tags', { add: ['evil'] }],
    ['users/preferences', { emailPermitted: false }],
    ['users/preferences', { smsPermitted: false }],
    ['users/preferences', { categories: { News: false } }],
    ['users/topics', {}],
    ['events', { events: [{ name: 'Visit' }] }],
  ];

  it.each(ACTS)(
    'The request %s %j is refused once the identity key of the proof was removed',
    async (operation, body) => {
      const { extId, email } = await victim();
      const stolen = { id: 'stolen', algorithm: 'HS256', key: 'a secret that somebody has found out' };
      await apply({ identityKeys: [stolen] });
      const attacker = await device({ extId, identityToken: await signIdentity(extId, { key: stolen }) });
      await apply({ prune: true, identityKeys: KEYS });
      expect(await sdk(operation, { ...attacker, ...body })).toMatchObject(UNPROVEN);
      expect(await readProfile(extId)).toMatchObject({ profile: { nick: 'mine', email } });
    },
  );

  it.each(ACTS.slice(0, -1))(
    'The request %s %j is refused when the identity token has expired, until there is another one',
    async (...act) => {
      const [operation, body] = act;
      const { extId } = await victim();
      const own = await device({ extId, identityToken: await signIdentity(extId) });
      await gateway.fresh.db.affected(
        `UPDATE users.installation AS i SET proof_until = now() - interval '1 second'
        WHERE i.app_id = $1 AND i.uid = (SELECT u.uid FROM users.app_user AS u WHERE u.app_id = $1 AND u.ext_id = $2)`,
        [gateway.appId, extId],
      );
      expect(await sdk(operation, { ...own, ...body })).toMatchObject(UNPROVEN);
      const strange = await signIdentity('somebody-else');
      expect(await sdk(operation, { ...own, ...body, identityToken: strange })).toMatchObject(UNPROVEN);
      expect(await sdk(operation, { ...own, ...body, identityToken: await signIdentity(extId) })).not.toMatchObject(
        UNPROVEN,
      );
      expect(await sdk(operation, { ...own, ...body })).not.toMatchObject(UNPROVEN);
    },
  );

  it('A proof is valid for a day at most, even when the identity token is valid for longer', async () => {
    const { extId } = await victim();
    await device({ extId, identityToken: await signIdentity(extId, { lifeSeconds: 3e9 }) });
    const row = await gateway.fresh.db.row<{ hours: number }>(
      `SELECT extract(epoch FROM i.proof_until - now()) / 3600 AS hours FROM users.installation AS i
        WHERE i.app_id = $1 AND i.proof_until IS NOT NULL ORDER BY i.proof_until DESC LIMIT 1`,
      [gateway.appId],
    );
    expect(Number(row?.hours)).toBeLessThan(24.1);
  });

  it('A device with an expired proof may send events and its own fields, and may not claim its extId again', async () => {
    const { extId } = await victim();
    const own = await device({ extId, identityToken: await signIdentity(extId) });
    await gateway.fresh.db.affected(`UPDATE users.installation AS i SET proof_until = now() WHERE i.app_id = $1`, [
      gateway.appId,
    ]);
    expect(await sdk('events', { ...own, events: [{ name: 'Visit' }] })).toMatchObject(OK);
    expect(await sdk('users/preferences', { ...own, pushPermitted: false })).toMatchObject(OK);
    expect(await sdk('installations', { ...own, appVersion: '2' })).toMatchObject(OK);
    expect(await sdk('installations', { ...own, extId })).toMatchObject(UNPROVEN);
  });
});

describe('Unproven device where proof is optional', () => {
  const stranger = (extId: string, more: object = {}) =>
    withMode('optional', () => device({ extId, token: `${extId}-evil`, ...more }));

  it.each<[string, object]>([
    ['inbox/getAllInbox', { status: 7, numberOfNotification: 10 }],
    ['inbox/get', { piid: 1024 }],
    ['inbox/statusChange', { piids: [1024], st: 4 }],
    ['users/profile', { profile: { nick: 'evil' } }],
    ['users/profile', { profile: { email: 'evil@mail.example' } }],
    ['users/tags', { add: ['evil'] }],
    ['users/tags', { remove: ['vip'] }],
    ['users/preferences', { emailPermitted: false }],
    ['users/preferences', { categories: { News: false } }],
    ['users/topics', {}],
  ])('The request %s %j of an unproven device is refused, and changes nothing', async (operation, body) => {
    const { extId, email } = await victim();
    const attacker = await stranger(extId);
    await withMode('optional', async () =>
      expect(await sdk(operation, { ...attacker, ...body })).toMatchObject(UNPROVEN),
    );
    expect(await readProfile(extId)).toMatchObject({ profile: { nick: 'mine', email } });
  });

  it('An unproven device may send its own fields and events', async () => {
    const { extId } = await victim();
    const attacker = await stranger(extId);
    await withMode('optional', async () => {
      expect(await sdk('events', { ...attacker, events: [{ name: 'Visit' }] })).toMatchObject(OK);
      expect(await sdk('users/preferences', { ...attacker, pushPermitted: false })).toMatchObject(OK);
      expect(await sdk('location', { ...attacker, latitude: 1, longitude: 2 })).toMatchObject(OK);
    });
  });

  it('An unproven device that names a user brings no address, attribute, tag or refusal to that user', async () => {
    const extId = `bare-${(names += 1)}`;
    await rest('registerUsers', [{ extId }]);
    const attacker = await device();
    await sdk('users/profile', { ...attacker, profile: { email: 'evil@mail.example', nick: 'evil' } });
    await sdk('users/tags', { ...attacker, add: ['evil'] });
    await sdk('users/preferences', { ...attacker, emailPermitted: false, categories: { News: false } });
    await withMode('optional', async () =>
      expect(await sdk('users/identify', { ...attacker, extId })).toMatchObject(OK),
    );
    const { profile } = (await readProfile(extId)) as { profile: object };
    expect(Object.keys(profile).toSorted()).toEqual(['lastSeen', 'platform']);
    expect(await read(`getCategoryPreferences?extId=${extId}`)).toMatchObject({ categoryPreferences: { News: true } });
    const row = await gateway.fresh.db.row(
      'SELECT u.email_opt_in AS mail, u.tags FROM users.app_user AS u WHERE u.app_id = $1 AND u.ext_id = $2',
      [gateway.appId, extId],
    );
    expect(row).toEqual({ mail: true, tags: [] });
  });

  it('The earlier attributes of an unproven device move to its user when it proves itself later', async () => {
    const extId = `later-${(names += 1)}`;
    const own = await device();
    await sdk('users/profile', { ...own, profile: { nick: 'own' } });
    await withMode('optional', async () => expect(await sdk('users/identify', { ...own, extId })).toMatchObject(OK));
    expect(await readProfile(extId)).not.toMatchObject({ profile: { nick: 'own' } });
    const identityToken = await signIdentity(extId);
    expect(await sdk('users/identify', { ...own, extId, identityToken })).toMatchObject(OK);
    expect(await readProfile(extId)).toMatchObject({ profile: { nick: 'own' } });
  });

  it('An unproven device does not take over the installation that a server registered, even with the same extId', async () => {
    const { extId, token } = await victim();
    const attacker = await withMode('optional', () => device({ extId, token }));
    await withMode('optional', async () => {
      const listed = await sdk('inbox/getAllInbox', { ...attacker, status: 7, numberOfNotification: 10 });
      expect(listed).toMatchObject(UNPROVEN);
    });
    expect((await readDevices(extId)).map((found) => found.token)).toEqual([token, null]);
  });

  it('A device does not act for a second customer with the proof of the first one', async () => {
    const [own, other] = [await victim(), await victim()];
    const attacker = await device({ extId: own.extId, identityToken: await signIdentity(own.extId) });
    await withMode('optional', async () => {
      expect(await sdk('users/identify', { ...attacker, extId: other.extId })).toMatchObject(OK);
      const body = { ...attacker, profile: { nick: 'evil' } };
      expect(await sdk('users/profile', body)).toMatchObject(UNPROVEN);
      await Promise.all(
        Array.from({ length: 20 }, async (_, n) =>
          n % 2 === 0
            ? sdk('users/identify', {
                ...attacker,
                extId: own.extId,
                identityToken: await signIdentity(own.extId),
              })
            : sdk('users/identify', { ...attacker, extId: other.extId }),
        ).concat(Array.from({ length: 20 }, () => sdk('users/profile', body))),
      );
    });
    expect(await readProfile(other.extId)).toMatchObject({ profile: { nick: 'mine' } });
  });
});

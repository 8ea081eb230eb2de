import { describe, expect, it } from 'vitest';
import { messageId } from '#libs/delivery';
import { EMPTY, sdkContract } from '../../support/contract/sdk-contract.js';

const shop = sdkContract();
const { sdk, rest, read, newDevice, instIdOf } = shop;

async function profileOf(extId: string): Promise<object> {
  return ((await read(`getProfileAttributes?extId=${extId}`)).json as { profile: object }).profile;
}

/** Every operation of a device that changes something, with a body that is accepted but for its proof. */
const OPERATIONS: [string, object][] = [
  ['users/identify', { extId: 'someone' }],
  ['users/profile', { profile: { nick: 'x' } }],
  ['users/tags', { add: ['x'] }],
  ['users/preferences', { pushPermitted: false }],
  ['users/topics', {}],
  ['location', { latitude: 1, longitude: 1 }],
  ['events', { events: [{ name: 'PageViewEvent' }] }],
  ['push/received', { messageId: messageId({ dispatchId: 1, channel: 1, recipientId: 1 }) }],
  ['push/opened', { messageId: messageId({ dispatchId: 1, channel: 1, recipientId: 1 }) }],
  ['push/clicked', { messageId: messageId({ dispatchId: 1, channel: 1, recipientId: 1 }) }],
  ['inbox/getAllInbox', { status: 7 }],
  ['inbox/get', { piid: 1 }],
  ['inbox/statusChange', { piids: [1], st: 1 }],
  ['installations', { token: 'stolen' }],
];

/** Everything that two applications hold of users, but for what a refresh notes. */
async function everything(): Promise<unknown[]> {
  return shop.gateway.fresh.db.rows(
    `SELECT u.uid, u.ext_id, u.attrs::text, u.email, i.inst_id, i.token, i.push_permitted, l.latitude,
            (SELECT count(*) FROM events.event AS e WHERE e.vb = u.vb AND e.uid = u.uid AND e.app_id = u.app_id) AS events
     FROM users.app_user AS u
     LEFT JOIN users.installation AS i ON i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid
     LEFT JOIN users.installation_location AS l ON l.vb = u.vb AND l.app_id = u.app_id AND l.inst_id = i.inst_id
     ORDER BY u.app_id, u.uid, i.inst_id`,
  );
}

describe('Proof of the own installation (section 5)', () => {
  it.each(OPERATIONS)(
    '%s refuses the proof of another device, a missing one, and that of another application',
    async (path, body) => {
      const [device, otherDevice] = [await newDevice(), await newDevice()];
      const foreign = await newDevice({}, shop.elsewhere.keys.mobile);
      const before = await everything();
      for (const proof of [
        { installationId: otherDevice.installationId, secret: device.secret },
        { installationId: 'zzzzzzz', secret: device.secret },
        foreign,
      ]) {
        expect(await sdk(path, { ...body, ...proof })).toMatchObject({ status: 403, json: { code: 2022 } });
      }
      const bare = await sdk(path, { ...body, installationId: device.installationId });
      expect([400, 403]).toContain(bare.status);
      const there = { ...body, ...device, identityToken: undefined };
      expect(await sdk(path, there, shop.elsewhere.keys.mobile)).toMatchObject({ status: 403 });
      expect(await sdk(path, there, shop.elsewhere.keys.js)).toMatchObject({ status: 403 });
      expect(await sdk(path, { ...body, ...device }, 'rest')).toMatchObject({ status: 403, json: { code: 2022 } });
      expect(await sdk(path, { ...body, ...device }, 'nonsense')).toMatchObject({ status: 401, json: { code: 2010 } });
      expect(await everything()).toEqual(before);
    },
  );
});

describe('POST /sdk/1.0/users/identify', () => {
  it('users/identify gives the installation to the user, creates a missing user, and changes nothing a second time', async () => {
    const device = await newDevice({ token: 'identify-1' });
    expect(await sdk('users/identify', { ...device, extId: 'ida' })).toMatchObject(EMPTY);
    const before = await everything();
    expect(await sdk('users/identify', { ...device, extId: 'ida' })).toMatchObject(EMPTY);
    expect(await everything()).toEqual(before);
    expect((await read('getDevices?extId=ida')).json).toMatchObject({ devices: [{ token: 'identify-1' }] });
  });

  it.each([
    [{}, 2020],
    [{ extId: '' }, 2020],
    [{ extId: 1 }, 2004],
    [{ extId: 'a\0' }, 2004],
    [{ extId: 'x'.repeat(256) }, 2004],
  ])('users/identify refuses a malformed request (case %#)', async (body, code) => {
    const device = await newDevice();
    const before = await everything();
    expect(await sdk('users/identify', { ...device, ...body })).toMatchObject({ status: 400, json: { code } });
    expect(await everything()).toEqual(before);
  });
});

/** Facts about a user from the mere presence of a device. */
const SEEN = { platform: 'IOS', lastSeen: expect.any(Number) as number };

describe('POST /sdk/1.0/users/profile', () => {
  it('users/profile sets attributes of the own user, with or without a name, and leaves the others', async () => {
    const device = await newDevice();
    const set = (profile: object) => sdk('users/profile', { ...device, profile });
    expect(await set({ nick: 'zed', age: 4 })).toMatchObject(EMPTY);
    expect(await sdk('users/identify', { ...device, extId: 'pro' })).toMatchObject(EMPTY);
    expect(await set({ age: 5, name: 'Jo', email: 'pro@example.com' })).toMatchObject(EMPTY);
    expect(await profileOf('pro')).toEqual({
      nick: 'zed',
      age: 5,
      name: 'Jo',
      email: 'pro@example.com',
      ...SEEN,
    });
  });

  it('Values that a device reports are read and targeted as attributes of its user (specification 2.3)', async () => {
    const reported = { appVersion: '4.2', country: 'NL' };
    const device = await newDevice({ extId: 'told', ...reported });
    expect(await profileOf('told')).toEqual({ ...SEEN, ...reported });
    await sdk('users/profile', { ...device, profile: { country: 'BE' } });
    await newDevice({ extId: 'told', platform: 'ANDROID', appVersion: '5.0', country: 'FR' });
    expect(await profileOf('told')).toEqual({ ...SEEN, platform: 'ANDROID', appVersion: '5.0', country: 'BE' });
    const count = async (profile: object): Promise<unknown> =>
      (await rest('targeting/count', { target: { profile } })).json;
    expect(await count({ appVersion: '5.0', platform: 'ANDROID' })).toEqual({ count: 1 });
    // Both count who has such a device, not the last one alone.
    expect(await count({ appVersion: '4.2' })).toEqual({ count: 1 });
    expect(await count({ appVersion: '4.3' })).toEqual({ count: 0 });
    expect(
      (await rest('targeting/count-batch', { groupBy: { installation: 'country' }, values: ['NL', 'FR'] })).json,
    ).toEqual({
      counts: { NL: 1, FR: 1 },
    });
  });

  it('An uploaded address is no user of its own once a device has set it (4.1 addEmail, rule 3)', async () => {
    const count = async (): Promise<number> =>
      (await shop.gateway.fresh.db.rows('SELECT FROM users.app_user AS u WHERE u.email = $1', ['up@example.com']))
        .length;
    await rest('addEmail', { emailList: ['up@example.com'] });
    const device = await newDevice();
    await sdk('users/profile', { ...device, profile: { email: 'up@example.com' } });
    expect(await count()).toBe(1);
    await rest('addEmail', { emailList: ['UP@example.com'] });
    expect(await count()).toBe(1);
    await sdk('users/identify', { ...device, extId: 'uploaded' });
    await rest('addEmail', { emailList: ['up@example.com'] });
    expect(await count()).toBe(1);
    expect(await profileOf('uploaded')).toEqual({ email: 'up@example.com', ...SEEN });
  });

  it.each([
    [{ profile: { nick: 1 } }, 400, 2004],
    [{ profile: { undefinedHere: 'x' } }, 400, 2004],
    [{ profile: { nick: 'fine', segmentOfRisk: 'low' } }, 403, 2022],
    [{ profile: { email: 'no address' } }, 400, 6000],
    [{ profile: {} }, 400, 2020],
    [{ profile: [] }, 400, 2004],
    [{}, 400, 2020],
    [{ profile: { nick: 'a\0' } }, 400, 2004],
  ])(
    'users/profile refuses what a device may not set, and sets nothing of it (case %#)',
    async (body, status, code) => {
      const device = await newDevice();
      const before = await everything();
      expect(await sdk('users/profile', { ...device, ...body })).toMatchObject({ status, json: { code } });
      expect(await everything()).toEqual(before);
      expect((await read('app/profile-attributes')).text).not.toContain('undefinedHere');
    },
  );
});

describe('POST /sdk/1.0/users/preferences', () => {
  it('users/preferences opts out of and in to the named preferences, and leaves the rest', async () => {
    const [device, second] = [await newDevice({ extId: 'pref' }), await newDevice({ extId: 'pref' })];
    const consent = () =>
      shop.gateway.fresh.db.row(
        `SELECT u.email_opt_in AS mail, u.sms_opt_in AS sms, u.tracking,
                ARRAY(SELECT i.push_permitted FROM users.installation AS i
                      WHERE i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid ORDER BY i.inst_id = $2 DESC) AS push
         FROM users.app_user AS u WHERE u.ext_id = 'pref' AND u.app_id = $1`,
        [shop.gateway.appId, instIdOf(device)],
      );
    const set = (body: object) => sdk('users/preferences', { ...device, ...body });
    expect(second.installationId).not.toBe(device.installationId);
    expect(await set({ pushPermitted: false, emailPermitted: false, categories: { News: false } })).toMatchObject(
      EMPTY,
    );
    expect(await consent()).toEqual({ mail: false, sms: true, tracking: null, push: [false, true] });
    expect((await read('getCategoryPreferences?extId=pref')).json).toEqual({
      categoryPreferences: { News: false, Sport: true },
      states: { News: 'off', Sport: 'on' },
    });
    expect(await set({ smsPermitted: false, categories: { News: true, Sport: false } })).toMatchObject(EMPTY);
    expect(await set({ consent: { tracking: true } })).toMatchObject(EMPTY);
    expect(await consent()).toMatchObject({ mail: false, sms: false, tracking: true });
    expect(await set({ consent: { tracking: false } })).toMatchObject(EMPTY);
    expect(await set({ emailPermitted: true, pushPermitted: true })).toMatchObject(EMPTY);
    expect(await consent()).toEqual({ mail: true, sms: false, tracking: false, push: [true, true] });
    expect((await read('getCategoryPreferences?extId=pref')).json).toEqual({
      categoryPreferences: { News: true, Sport: false },
      states: { News: 'on', Sport: 'off' },
    });
    expect(await set({})).toMatchObject(EMPTY);
  });

  it.each([
    { pushPermitted: 'no' },
    { emailPermitted: 1 },
    { consent: { tracking: 'no' } },
    { consent: true },
    { categories: { News: 'no' } },
    { categories: { Unknown: true } },
    { categories: [] },
    { categories: { News: { FAX: true } } },
    { categories: { News: { EMAIL: 1 } } },
    { categories: { News: null } },
  ])('users/preferences refuses a malformed request and changes nothing (case %#)', async (body) => {
    const device = await newDevice();
    const before = await everything();
    const answer = await sdk('users/preferences', { ...device, pushPermitted: false, ...body });
    expect(answer).toMatchObject({ status: 400, json: { code: 2004 } });
    expect(await everything()).toEqual(before);
  });
});

describe('POST /sdk/1.0/users/topics', () => {
  it('users/topics shows the topics in the language of the device, and what its user chose by channel', async () => {
    const device = await newDevice({ extId: 'topics', language: 'tr-TR' });
    const choose = (categories: object) => sdk('users/preferences', { ...device, categories });
    const topics = async (body: object = {}) => (await sdk('users/topics', { ...device, ...body })).json;
    expect(await choose({ News: { EMAIL: false, SLACK: true }, Sport: false })).toMatchObject(EMPTY);
    const [news, sport] = ((await topics()) as { topics: object[] }).topics;
    expect(news).toMatchObject({
      name: 'News',
      title: 'Haberler',
      description: 'Once a day',
      state: 'on',
      channels: { EMAIL: 'off', SLACK: 'on', PUSH: 'on' },
    });
    expect(sport).toMatchObject({ name: 'Sport', title: 'Sport', state: 'off', channels: { EMAIL: 'off' } });
    expect(sport).not.toHaveProperty('description');
    for (const language of ['en', 'EN_us', 'English']) {
      expect(await topics({ language })).toMatchObject({ topics: [{ title: 'The news' }, { title: 'Sport' }] });
    }
    expect(await choose({ News: true })).toMatchObject(EMPTY);
    expect(await topics()).toMatchObject({ topics: [{ channels: { EMAIL: 'on', SLACK: 'on' } }, {}] });
  });
});

describe('POST /sdk/1.0/location', () => {
  it('POST /sdk/1.0/location keeps the last place of the installation', async () => {
    const device = await newDevice();
    for (const place of [
      { latitude: 41, longitude: 29 },
      { latitude: -90, longitude: 180 },
    ]) {
      expect(await sdk('location', { ...device, ...place })).toMatchObject(EMPTY);
    }
    expect(
      await shop.gateway.fresh.db.rows(
        'SELECT l.latitude, l.longitude FROM users.installation_location AS l WHERE l.app_id = $1 AND l.inst_id = $2',
        [shop.gateway.appId, instIdOf(device)],
      ),
    ).toEqual([{ latitude: -90, longitude: 180 }]);
  });

  it.each([
    { latitude: 91, longitude: 0 },
    { latitude: 0, longitude: -180.1 },
    { latitude: '1', longitude: 1 },
  ])('POST /sdk/1.0/location refuses an invalid place (case %#)', async (place) => {
    expect(await sdk('location', { ...(await newDevice()), ...place })).toMatchObject({
      status: 400,
      json: { code: 2004 },
    });
  });
});

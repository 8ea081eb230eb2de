import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANNELS } from '#libs/channels';
import { parseMessage } from '#libs/content';
import { LaunchService, ChunkService, messageId } from '#libs/delivery';
import { ApplyService } from '#libs/tenancy';
import { fromInstallationId, type RegisteredInstallation } from '#libs/users';
import { startGateway, type Answer, type TestGateway } from '../support/gateway.js';
import { secondApplication, type SecondApplication } from '../support/second-application.js';

const FILE = {
  app: 'shop',
  settings: { defineOnFirstUse: true },
  attributes: [
    { code: 'nick', dataType: 'STRING' },
    { code: 'age', dataType: 'INT' },
    { code: 'segmentOfRisk', dataType: 'STRING', privateInfo: true },
  ],
  categories: [{ name: 'News' }, { name: 'Sport' }],
};

let gateway: TestGateway;
let elsewhere: SecondApplication;

beforeAll(async () => {
  gateway = await startGateway();
  await gateway.app.get(ApplyService).apply(FILE, { dryRun: false });
  await gateway.makeKey('mobile', { kind: 'mobile' });
  await gateway.makeKey('js', { kind: 'js' });
  elsewhere = await secondApplication(gateway);
});
afterAll(() => gateway.close());

const sdk = (operation: string, body: unknown, key = 'mobile'): Promise<Answer> =>
  gateway.call(`/sdk/1.0/${operation}`, { body, key });
const rest = (operation: string, body: unknown): Promise<Answer> => gateway.call(`/rest/3.0/${operation}`, { body });
const read = (path: string): Promise<Answer> => gateway.call(`/rest/3.0/${path}`, { method: 'GET' });

async function newDevice(more: object = {}, key = 'mobile'): Promise<RegisteredInstallation> {
  const { status, json } = await sdk('installations', { platform: 'IOS', ...more }, key);
  expect(status).toBe(200);
  return json as RegisteredInstallation;
}

async function profileOf(extId: string): Promise<object> {
  return ((await read(`getProfileAttributes?extId=${extId}`)).json as { profile: object }).profile;
}

const instIdOf = ({ installationId }: RegisteredInstallation): number =>
  fromInstallationId(installationId) ?? Number.NaN;
const EMPTY = { status: 200, text: '' };

/** Every operation of a device that changes something, with a body that is accepted but for its proof. */
const OPERATIONS: [string, object][] = [
  ['users/identify', { extId: 'someone' }],
  ['users/profile', { profile: { nick: 'x' } }],
  ['users/tags', { add: ['x'] }],
  ['users/preferences', { pushPermitted: false }],
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
  return gateway.fresh.db.rows(
    `SELECT u.uid, u.ext_id, u.attrs::text, u.email, i.inst_id, i.token, i.push_permitted, l.latitude,
            (SELECT count(*) FROM events.event AS e WHERE e.uid = u.uid AND e.app_id = u.app_id) AS events
     FROM users.app_user AS u
     LEFT JOIN users.installation AS i ON i.app_id = u.app_id AND i.uid = u.uid
     LEFT JOIN users.installation_location AS l ON l.app_id = u.app_id AND l.inst_id = i.inst_id
     ORDER BY u.app_id, u.uid, i.inst_id`,
  );
}

describe('5: a device touches nothing but its own installation', () => {
  it.each(OPERATIONS)(
    '%s: refuses the proof of another device, none, and that of another application',
    async (path, body) => {
      const [mine, other] = [await newDevice(), await newDevice()];
      const foreign = await newDevice({}, elsewhere.keys.mobile);
      const before = await everything();
      for (const proof of [
        { installationId: other.installationId, secret: mine.secret },
        { installationId: 'zzzzzzz', secret: mine.secret },
        foreign,
      ]) {
        expect(await sdk(path, { ...body, ...proof })).toMatchObject({ status: 403, json: { code: 2022 } });
      }
      const bare = await sdk(path, { ...body, installationId: mine.installationId });
      expect([400, 403]).toContain(bare.status);
      expect(await sdk(path, { ...body, ...mine }, elsewhere.keys.mobile)).toMatchObject({ status: 403 });
      expect(await sdk(path, { ...body, ...mine }, elsewhere.keys.js)).toMatchObject({ status: 403 });
      expect(await sdk(path, { ...body, ...mine }, 'rest')).toMatchObject({ status: 403, json: { code: 2022 } });
      expect(await sdk(path, { ...body, ...mine }, 'nonsense')).toMatchObject({ status: 401, json: { code: 2010 } });
      expect(await everything()).toEqual(before);
    },
  );
});

describe('sdk/1.0/users/identify', () => {
  it('gives the installation to the user, who is made where there is none; a second time changes nothing', async () => {
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
  ])('refuses a malformed request (case %#)', async (body, code) => {
    const device = await newDevice();
    const before = await everything();
    expect(await sdk('users/identify', { ...device, ...body })).toMatchObject({ status: 400, json: { code } });
    expect(await everything()).toEqual(before);
  });
});

/** What every device of a user tells by being there. */
const SEEN = { platform: 'IOS', lastSeen: expect.any(Number) as number };

describe('sdk/1.0/users/profile', () => {
  it('sets attributes of the own user, with or without a name; those not named stay', async () => {
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

  it('2.3: what its device tells is read and targeted as attributes of the user', async () => {
    const told = { appVersion: '4.2', country: 'NL' };
    const device = await newDevice({ extId: 'told', ...told });
    expect(await profileOf('told')).toEqual({ ...SEEN, ...told });
    await sdk('users/profile', { ...device, profile: { country: 'BE' } });
    await newDevice({ extId: 'told', platform: 'ANDROID', appVersion: '5.0', country: 'FR' });
    expect(await profileOf('told')).toEqual({ ...SEEN, platform: 'ANDROID', appVersion: '5.0', country: 'BE' });
    const count = async (profile: object): Promise<unknown> =>
      (await rest('targeting/count', { target: { profile } })).json;
    expect(await count({ appVersion: '5.0', platform: 'ANDROID' })).toEqual({ count: 1 });
    expect(await count({ appVersion: '4.2' })).toEqual({ count: 0 });
    expect((await rest('targeting/count-batch', { groupBy: { installation: 'country' } })).json).toEqual({
      counts: { NL: 1, FR: 1 },
    });
  });

  it('4.1 addEmail 3: an uploaded address is no user of its own once a device carries it', async () => {
    const count = async (): Promise<number> =>
      (await gateway.fresh.db.rows('SELECT FROM users.app_user AS u WHERE u.email = $1', ['up@example.com'])).length;
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
  ])('refuses what a device may not set, and sets nothing of it (case %#)', async (body, status, code) => {
    const device = await newDevice();
    const before = await everything();
    expect(await sdk('users/profile', { ...device, ...body })).toMatchObject({ status, json: { code } });
    expect(await everything()).toEqual(before);
    expect((await read('app/profile-attributes')).text).not.toContain('undefinedHere');
  });
});

describe('sdk/1.0/users/preferences', () => {
  it('opts out and in of what is named, and leaves the rest', async () => {
    const [device, second] = [await newDevice({ extId: 'pref' }), await newDevice({ extId: 'pref' })];
    const consent = () =>
      gateway.fresh.db.row(
        `SELECT u.email_opt_in AS mail, u.sms_opt_in AS sms,
                ARRAY(SELECT i.push_permitted FROM users.installation AS i
                      WHERE i.app_id = u.app_id AND i.uid = u.uid ORDER BY i.inst_id = $2 DESC) AS push
         FROM users.app_user AS u WHERE u.ext_id = 'pref' AND u.app_id = $1`,
        [gateway.appId, instIdOf(device)],
      );
    const set = (body: object) => sdk('users/preferences', { ...device, ...body });
    expect(second.installationId).not.toBe(device.installationId);
    expect(await set({ pushPermitted: false, emailPermitted: false, categories: { News: false } })).toMatchObject(
      EMPTY,
    );
    expect(await consent()).toEqual({ mail: false, sms: true, push: [false, true] });
    expect((await read('getCategoryPreferences?extId=pref')).json).toEqual({
      categoryPreferences: { News: false, Sport: true },
    });
    expect(await set({ smsPermitted: false, categories: { News: true, Sport: false } })).toMatchObject(EMPTY);
    expect(await set({ emailPermitted: true, pushPermitted: true })).toMatchObject(EMPTY);
    expect(await consent()).toEqual({ mail: true, sms: false, push: [true, true] });
    expect((await read('getCategoryPreferences?extId=pref')).json).toEqual({
      categoryPreferences: { News: true, Sport: false },
    });
    expect(await set({})).toMatchObject(EMPTY);
  });

  it.each([
    { pushPermitted: 'no' },
    { emailPermitted: 1 },
    { categories: { News: 'no' } },
    { categories: { Unknown: true } },
    { categories: [] },
  ])('refuses a malformed request and changes nothing (case %#)', async (body) => {
    const device = await newDevice();
    const before = await everything();
    const answer = await sdk('users/preferences', { ...device, pushPermitted: false, ...body });
    expect(answer).toMatchObject({ status: 400, json: { code: 2004 } });
    expect(await everything()).toEqual(before);
  });
});

describe('sdk/1.0/location', () => {
  it('keeps the last place of the installation', async () => {
    const device = await newDevice();
    for (const place of [
      { latitude: 41, longitude: 29 },
      { latitude: -90, longitude: 180 },
    ]) {
      expect(await sdk('location', { ...device, ...place })).toMatchObject(EMPTY);
    }
    expect(
      await gateway.fresh.db.rows(
        'SELECT l.latitude, l.longitude FROM users.installation_location AS l WHERE l.app_id = $1 AND l.inst_id = $2',
        [gateway.appId, instIdOf(device)],
      ),
    ).toEqual([{ latitude: -90, longitude: 180 }]);
  });

  it.each([
    { latitude: 91, longitude: 0 },
    { latitude: 0, longitude: -180.1 },
    { latitude: '1', longitude: 1 },
  ])('refuses a place that is none (case %#)', async (place) => {
    expect(await sdk('location', { ...(await newDevice()), ...place })).toMatchObject({
      status: 400,
      json: { code: 2004 },
    });
  });
});

describe('sdk/1.0/push', () => {
  async function sent(device: RegisteredInstallation): Promise<{ key: number; messageId: string }> {
    const message = parseMessage({ message: { title: 'T', text: 'x', platforms: ['IOS'] } }, { kind: 'bulk' });
    const row = await gateway.fresh.db.row<{ key: number }>(
      `INSERT INTO notifications.definition (app_id, kind, message) VALUES ($1, 'campaign', $2)
       RETURNING notification_key AS key`,
      [gateway.appId, JSON.stringify(message)],
    );
    const key = row?.key ?? Number.NaN;
    const dispatchId = 500_000 + key;
    await gateway.fresh.db.affected(
      `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, state, day)
       VALUES ($1, $2, $3, 'bulk', $4, '{"type":"all"}', '{}', 3, (now() AT TIME ZONE 'UTC')::date)`,
      [dispatchId, gateway.appId, key, JSON.stringify(message)],
    );
    return { key, messageId: messageId({ dispatchId, channel: CHANNELS.apns, recipientId: instIdOf(device) }) };
  }

  it('2.8: opened and clicked count once per recipient together, received in no figure', async () => {
    const device = await newDevice();
    const { key, messageId: id } = await sent(device);
    const clicked = async (): Promise<number | undefined> =>
      ((await read(`getPushStats?notificationKey=${key}`)).json as { stats: { clicked: number }[] }).stats[0]?.clicked;
    for (const what of ['received', 'received']) {
      expect(await sdk(`push/${what}`, { ...device, messageId: id })).toMatchObject(EMPTY);
    }
    expect((await clicked()) ?? 0).toBe(0);
    for (const what of ['opened', 'clicked', 'opened']) {
      expect(await sdk(`push/${what}`, { ...device, messageId: id })).toMatchObject(EMPTY);
    }
    expect(await clicked()).toBe(1);
    const kept = await gateway.fresh.db.rows('SELECT FROM delivery.receipt AS r WHERE r.recipient_id = $1', [
      instIdOf(device),
    ]);
    expect(kept).toHaveLength(1);
  });

  it('2.8: a click keeps the button that was first tapped', async () => {
    const device = await newDevice();
    const { key, messageId: id } = await sent(device);
    for (const more of [{ button: '1' }, { button: '0' }, {}]) {
      expect(await sdk('push/clicked', { ...device, messageId: id, ...more })).toMatchObject(EMPTY);
    }
    expect((await read(`getEngagement?notificationKey=${key}`)).json).toMatchObject({
      buttons: [{ platform: 'IOS', button: '1', clicked: 1 }],
    });
    const { stats } = (await read(`getPushStats?notificationKey=${key}`)).json as { stats: object[] };
    expect(stats).toMatchObject([{ clicked: 1 }]);
    const wrong = await sdk('push/clicked', { ...device, messageId: id, button: 'x'.repeat(101) });
    expect(wrong).toMatchObject({ status: 400, json: { code: 2004 } });
  });

  it.each(['received', 'opened'])(
    '%s: refuses the message of another device, and words that are no id',
    async (what) => {
      const [device, other] = [await newDevice(), await newDevice()];
      const { messageId: id } = await sent(other);
      for (const wrong of [id, 'nonsense', id.replace(/.$/, 'x')]) {
        const answer = await sdk(`push/${what}`, { ...device, messageId: wrong });
        expect(answer).toMatchObject({ status: 400, json: { code: 5003 } });
      }
      expect(await sdk(`push/${what}`, { ...device })).toMatchObject({ status: 400, json: { code: 2020 } });
    },
  );
});

describe('a send that is under way when a nameless user gets a name', () => {
  /** Freezes the audience of an e-mail campaign, lets things happen, and sends. No account is set up: all are skipped. */
  async function campaign(
    meanwhile: () => Promise<unknown>,
  ): Promise<{ uid: number | null; extId: string | null; reason: string }[]> {
    const { json } = await rest('sendBulkNotification', {
      message: { title: 'Mail', text: 'Hello', subject: 'S', platforms: ['EMAIL'] },
      target: { sendToAll: true },
    });
    const key = (json as { notificationKey: number }).notificationKey;
    const { db } = gateway.fresh;
    const dispatch = await db.row<{ id: number }>(
      'SELECT d.dispatch_id AS id FROM delivery.dispatch AS d WHERE d.notification_key = $1 AND d.app_id = $2',
      [key, gateway.appId],
    );
    const dispatchId = dispatch?.id ?? Number.NaN;
    await gateway.app.get(LaunchService).launch(dispatchId);
    await meanwhile();
    const chunks = await db.rows<{ vb: number; chunkId: number }>(
      'SELECT c.vb, c.chunk_id AS "chunkId" FROM delivery.chunk AS c WHERE c.dispatch_id = $1',
      [dispatchId],
    );
    for (const { vb, chunkId } of chunks) {
      await gateway.app.get(ChunkService).send({ vb, appId: gateway.appId, dispatchId, chunkId });
    }
    return db.rows(
      `SELECT r.uid, u.ext_id AS "extId", r.reason FROM delivery.push_result AS r
       LEFT JOIN users.app_user AS u ON u.app_id = r.app_id AND u.uid = r.uid WHERE r.dispatch_id = $1`,
      [dispatchId],
    );
  }

  const withMail = async (email: string): Promise<RegisteredInstallation> => {
    const device = await newDevice();
    expect(await sdk('users/profile', { ...device, profile: { email } })).toMatchObject(EMPTY);
    return device;
  };

  it('reaches the one whom the user turned out to be', async () => {
    const device = await withMail('follow@example.com');
    const results = await campaign(() => sdk('users/identify', { ...device, extId: 'followed' }));
    const mine = results.filter(({ extId }) => extId === 'followed');
    expect(mine).toMatchObject([{ reason: 'CHANNEL_NOT_CONFIGURED' }]);
    expect(results.filter(({ reason }) => reason === 'GONE')).toEqual([]);
  });

  it('reaches a person once that the audience holds under several numbers', async () => {
    await rest('registerUsers', [{ extId: 'twice', email: 'named@example.com' }]);
    const devices = [await withMail('one@example.com'), await withMail('two@example.com')];
    const results = await campaign(async () => {
      for (const device of devices) {
        await sdk('users/identify', { ...device, extId: 'twice' });
      }
    });
    expect(results.filter(({ extId }) => extId === 'twice')).toHaveLength(1);
    expect(results.filter(({ reason }) => reason === 'GONE')).toHaveLength(2);
    const others = [await withMail('three@example.com'), await withMail('four@example.com')];
    const again = await campaign(async () => {
      for (const device of others) {
        await sdk('users/identify', { ...device, extId: 'thrice' });
      }
    });
    expect(again.filter(({ extId }) => extId === 'thrice')).toHaveLength(1);
    expect(again.filter(({ reason }) => reason === 'GONE')).toHaveLength(1);
  });
});

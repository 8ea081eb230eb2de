import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANNELS } from '#libs/channels';
import { parseMessage, PLATFORMS } from '#libs/content';
import { messageId } from '#libs/delivery';
import { ErasureService, SecondLookService } from '#libs/identity';
import { InboxWriter } from '#libs/inbox';
import { ApplyService } from '#libs/tenancy';
import { fromInstallationId, UsersService, type RegisteredInstallation } from '#libs/users';
import { sha256 } from '#platform/crypto';
import { startGateway, type Answer, type TestGateway } from '../support/gateway.js';
import { secondApplication, type SecondApplication } from '../support/second-application.js';
import { findTraces, type Needles } from '../support/traces.js';

const FILE = {
  app: 'shop',
  settings: { permanentDeletion: true },
  attributes: [
    { code: 'nick', dataType: 'STRING' },
    { code: 'likes', dataType: 'STRING', array: true },
    { code: 'score', dataType: 'INT' },
  ],
  categories: [{ name: 'News' }, { name: 'Sport' }],
  events: [{ code: 'Visit', attributes: [{ code: 'page', dataType: 'STRING' }] }],
};
const DAY = new Date().toISOString().slice(0, 10);
const LATER = new Date(Date.now() + 3_600_000);

let gateway: TestGateway;
/** What a device tells of its user by being there. */
const SEEN = { platform: 'IOS', lastSeen: expect.any(Number) as number };

let elsewhere: SecondApplication;
let dispatches = 70_000;

beforeAll(async () => {
  gateway = await startGateway();
  await gateway.app.get(ApplyService).apply(FILE, { dryRun: false });
  await gateway.makeKey('mobile', { kind: 'mobile' });
  await gateway.makeKey('users-only', { scopes: ['users'] });
  await gateway.makeKey('erasure-only', { scopes: ['erasure'] });
  elsewhere = await secondApplication(gateway);
});
afterAll(() => gateway.close());

const ok = async (answer: Promise<Answer>): Promise<Answer> => {
  const { status, text, ...rest } = await answer;
  expect([status, text]).toEqual([200, status === 200 ? text : '']);
  return { status, text, ...rest };
};
const rest = (operation: string, body: unknown, key = 'rest'): Promise<Answer> =>
  gateway.call(`/rest/3.0/${operation}`, { body, key });
const sdk = (operation: string, body: unknown, key = 'mobile'): Promise<Answer> =>
  gateway.call(`/sdk/1.0/${operation}`, { body, key });
const erase = (extIds: readonly string[], key = 'rest'): Promise<Answer> =>
  rest('deleteUsersPermanently', { extIds }, key);

async function newDevice(more: object = {}, key = 'mobile'): Promise<RegisteredInstallation> {
  return (await ok(sdk('installations', { platform: 'IOS', ...more }, key))).json as RegisteredInstallation;
}

const instIdOf = ({ installationId }: RegisteredInstallation): number =>
  fromInstallationId(installationId) ?? Number.NaN;

async function ownerOf(device: RegisteredInstallation, appId = gateway.appId): Promise<number> {
  const row = await gateway.fresh.db.row<{ uid: number }>(
    'SELECT i.uid FROM users.installation AS i WHERE i.app_id = $1 AND i.inst_id = $2',
    [appId, instIdOf(device)],
  );
  return row?.uid ?? Number.NaN;
}

async function uidOf(extId: string, appId = gateway.appId): Promise<number | undefined> {
  return (await gateway.app.get(UsersService).uidsByExtIds(appId, [extId])).get(extId);
}

/** Stores what a worker stores when it has sent a push: the dispatch, a result, a message in the inbox, a click. */
async function send(uid: number, instId: number, text: string, appId = gateway.appId): Promise<number> {
  const { db } = gateway.fresh;
  const dispatchId = (dispatches += 1);
  const message = parseMessage({ message: { title: 'T', text, platforms: ['IOS'] } }, { kind: 'bulk' });
  await db.affected(
    `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, state, day, finished_at)
     VALUES ($1::bigint, $2, $1::bigint, 'single', $3, '{"type":"all"}', '{}', 3, $4, now())`,
    [dispatchId, appId, JSON.stringify(message), DAY],
  );
  await db.affected(
    `INSERT INTO delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status)
     VALUES ($1::bigint % 1024, $2, $3, $4, $5, $1::bigint, $6, $7, 1)`,
    [instId, appId, DAY, dispatchId, CHANNELS.apns, uid, PLATFORMS.IOS.number],
  );
  await db.affected(
    `INSERT INTO delivery.chunk (vb, app_id, dispatch_id, chunk_id, channel, planned, done, state, ids, sent)
     VALUES ($1::bigint % 1024, $2, $3::bigint, $3::bigint, $4, 1, 1, 1, '', '{1,0,0,0,0,0,0,0,0,0,0,0}')`,
    [instId, appId, dispatchId, CHANNELS.apns],
  );
  const inbox = gateway.app.get(InboxWriter);
  const dispatch = { dispatchId, notificationKey: dispatchId, message };
  await inbox.keepContent(appId, dispatch);
  const numbered = await inbox.number(appId, [
    { uid, platform: PLATFORMS.IOS.number, words: { text: `${text} personal` } },
  ]);
  await db.tx((tx) => inbox.store(tx, appId, dispatch, numbered));
  return dispatchId;
}

const clickOf = (dispatchId: number, device: RegisteredInstallation) => ({
  ...device,
  messageId: messageId({ dispatchId, channel: CHANNELS.apns, recipientId: instIdOf(device) }),
});

/** A person of whom every table has something. */
async function leaveTraces(name: string): Promise<Required<Needles>> {
  const extId = `${name}-ext`;
  const email = `${name}@mail.example`;
  const msisdn = `+90532${String(1_000_000 + Math.floor(name.length * 7919))}`;
  const tokens = [`${name}-token-one`, `${name}-token-two`, `${name}-token-server`];
  const device = await newDevice({ token: tokens[0], deviceModel: `${name}-model` });
  const nameless = await ownerOf(device);
  await ok(sdk('events', { ...device, events: [{ name: 'Visit', page: `${name}-page` }] }));
  await ok(sdk('users/profile', { ...device, profile: { nick: `${name}-nick` } }));
  await ok(sdk('users/preferences', { ...device, categories: { News: false }, smsPermitted: false }));
  const early = await send(nameless, instIdOf(device), `${name}-early`);
  await ok(sdk('users/identify', { ...device, extId }));
  await ok(sdk('installations', { ...device, token: tokens[1] }));
  await ok(sdk('location', { ...device, latitude: 41.5, longitude: 29.25 }));
  await ok(
    rest('registerUsers', [
      {
        extId,
        email,
        msisdn,
        platform: 'IOS',
        deviceToken: tokens[2],
        tags: ['Vip'],
        profile: { likes: [`${name}-like`] },
      },
    ]),
  );
  const uid = (await uidOf(extId)) ?? Number.NaN;
  const late = await send(uid, instIdOf(device), `${name}-late`);
  await ok(sdk('push/clicked', clickOf(early, device)));
  await ok(sdk('push/received', clickOf(early, device)));
  await ok(sdk('push/clicked', clickOf(late, device)));
  await ok(rest('fireEvents', [{ extId, name: 'Visit', page: `${name}-page2` }]));
  await ok(rest('fireEvents', [{ extId, name: `Unknown${name}`, secret: `${name}-unmatched` }]));
  const { json } = await ok(
    rest('createNotificationDefinition', { title: 'D', message: 'M @{x}', platforms: ['IOS', 'EMAIL'] }),
  );
  const { notificationKey } = json as { notificationKey: number };
  const message = { params: { x: `${name}-param` } };
  const to = (target: object, more: object = message) => ({
    notificationKey: String(notificationKey),
    target,
    message: more,
  });
  await ok(rest('sendNotification', [to({ extId }), to({ deviceToken: tokens[1] }), to({ email })]));
  await ok(rest('sendNotification', to({ extId: [extId, 'bystander'] }, { params: { x: 'for two' } })));
  return {
    texts: [
      extId,
      email,
      msisdn,
      ...tokens,
      ...['model', 'page', 'page2', 'nick', 'like', 'unmatched', 'param', 'early personal', 'late personal'].map(
        (what) => `${name}-${what}`,
      ),
    ],
    bytes: [...tokens, email, msisdn].map((text) => sha256(text).subarray(0, 16)),
    appId: gateway.appId,
    uids: [uid, nameless],
    instIds: [instIdOf(device)],
  };
}

/** Numbers of users and recipients that may stay: nothing leads from them to anybody. */
const BARE_NUMBERS = ['platform.outbox.uids', 'identity.second_look.uids', 'identity.second_look.to_uid'];

describe('4.1 deleteUsersPermanently', () => {
  it('erases every trace of a user from every table of every schema, but for the receipt', async () => {
    const needles = await leaveTraces('zoe');
    await leaveTraces('bystanders');
    const before = await findTraces(gateway.fresh.db, needles);
    const seen = new Set(before.map(({ needle }) => needle));
    const all = [
      ...needles.texts,
      ...needles.bytes.map((bytes) => bytes.toString('hex')),
      ...[...needles.uids, ...needles.instIds].map(String),
    ];
    // Of an earlier token only the hash is kept.
    expect(all.filter((needle) => !seen.has(needle))).toEqual(['zoe-token-one']);
    for (const table of [
      'users.app_user',
      'users.installation',
      'users.alias.to_uid',
      'users.contact_lookup',
      'users.token_lookup',
      'users.category_optout.uid',
      'users.installation_location.uid',
      'delivery.push_result.uid',
      'delivery.click.recipient_id',
      'delivery.receipt.recipient_id',
      'delivery.dispatch',
      'events.event',
      'events.unmatched',
      'inbox.message',
    ]) {
      expect(before.map((trace) => trace.table)).toContain(table);
    }

    const answer = await ok(erase(['zoe-ext']));
    expect(answer.text).toBe('');
    expect(answer.headers.get('X-Erasure-Receipt')).toMatch(/^[0-9a-f-]{36}$/);

    const left = await findTraces(gateway.fresh.db, needles);
    expect(left.filter(({ table }) => !BARE_NUMBERS.includes(table))).toEqual([]);
    await gateway.app.get(SecondLookService).lookAgain(LATER);
    const later = await findTraces(gateway.fresh.db, needles);
    expect([...new Set(later.map(({ table }) => table))]).toEqual(['platform.outbox.uids']);
  });

  it('leaves everybody else, figures and the shared part of messages as they are', async () => {
    const needles = await leaveTraces('yves');
    const others = await leaveTraces('xenia');
    const statsOf = (dispatchId: number) =>
      gateway.call(`/rest/3.0/getPushStats?notificationKey=${dispatchId}`, { method: 'GET' });
    const device = await newDevice({ extId: 'yves-ext' });
    const counted = await send((await uidOf('yves-ext')) ?? Number.NaN, instIdOf(device), 'yves-counted');
    await ok(sdk('push/clicked', clickOf(counted, device)));
    await gateway.fresh.db.affected(
      `INSERT INTO notifications.definition (notification_key, app_id, kind, message) VALUES ($1, $2, 'campaign', '{}')`,
      [counted, gateway.appId],
    );
    const figures = (await ok(statsOf(counted))).json;
    expect(figures).toMatchObject({ stats: [{ sent: 1, clicked: 1 }] });
    const ofOthers = await findTraces(gateway.fresh.db, others);
    await ok(erase(['yves-ext', 'nobody-of-that-name']));
    expect((await ok(statsOf(counted))).json).toEqual(figures);
    expect(await findTraces(gateway.fresh.db, others)).toEqual(ofOthers);
    expect(await findTraces(gateway.fresh.db, { texts: needles.texts })).toEqual([]);
    const [named] = await gateway.fresh.db.rows<{ target: object; message: object }>(
      `SELECT d.target, d.message FROM delivery.dispatch AS d
       WHERE d.app_id = $1 AND d.target @> '{"extIds": ["bystander"]}' AND NOT d.target @> '{"extIds": ["xenia-ext"]}'
       ORDER BY d.dispatch_id DESC`,
      [gateway.appId],
    );
    expect(named).toMatchObject({ target: { extIds: ['bystander'] }, message: { params: { x: 'for two' } } });
  });

  it('leaves a receipt with counts by table, which who has the extId finds again', async () => {
    await ok(rest('registerUsers', [{ extId: 'rita', email: 'rita@mail.example' }]));
    const answer = await ok(erase(['rita', 'rita', 'never-was']));
    const erasure = gateway.app.get(ErasureService);
    const [receipt] = await erasure.receiptsOf(gateway.appId, 'rita');
    expect(receipt).toMatchObject({
      receiptId: answer.headers.get('X-Erasure-Receipt'),
      users: 1,
      counts: { 'users.app_user': 1, 'users.contact_lookup': 1, 'delivery.push_result': 0 },
    });
    expect(await erasure.receiptsOf(gateway.appId, 'never-was')).toEqual([receipt]);
    expect(await erasure.receiptsOf(gateway.appId, 'someone-else')).toEqual([]);
    expect(await erasure.receiptsOf(elsewhere.appId, 'rita')).toEqual([]);
    const shown = await gateway.call('/rest/3.0/getErasureReceipts?extId=rita', { method: 'GET' });
    expect(shown.json).toEqual({ receipts: [{ ...receipt, erasedAt: receipt?.erasedAt.getTime() }] });
    const others = { method: 'GET', key: elsewhere.keys.rest };
    expect((await gateway.call('/rest/3.0/getErasureReceipts?extId=rita', others)).json).toEqual({ receipts: [] });
    const bare = await findTraces(gateway.fresh.db, { texts: ['rita'], bytes: [sha256('rita')] });
    expect(bare).toEqual([]);
  });

  it('erases 1000 users in one request, some at a time, under one receipt', async () => {
    const extIds = Array.from({ length: 1000 }, (_, n) => `mass-${n}`);
    await ok(
      rest(
        'registerUsers',
        extIds.map((extId) => ({ extId, profile: { score: 1 } })),
      ),
    );
    await ok(erase([...extIds, ...extIds]));
    expect(await findTraces(gateway.fresh.db, { texts: ['mass-'] })).toEqual([]);
    expect(await gateway.app.get(ErasureService).receiptsOf(gateway.appId, 'mass-999')).toMatchObject([
      { users: 1000, counts: { 'users.app_user': 1000 } },
    ]);
  });

  it('decisions 2: is refused (4000) unless granted, and for a key without its scope (2022)', async () => {
    await ok(rest('registerUsers', [{ extId: 'kept' }], elsewhere.keys.rest));
    expect(await erase(['kept'], elsewhere.keys.rest)).toMatchObject({ status: 403, json: { code: 4000 } });
    expect(await uidOf('kept', elsewhere.appId)).toBeDefined();
    expect(await erase(['kept'], 'users-only')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await erase(['kept'], 'erasure-only')).toMatchObject({ status: 200, text: '' });
    expect(await uidOf('kept', elsewhere.appId)).toBeDefined();
  });

  it.each([
    [{}, 2020],
    [{ extIds: [] }, 2020],
    [{ extIds: 'a' }, 2004],
    [{ extIds: [1] }, 2004],
    [{ extIds: ['a\0'] }, 2004],
    [{ extIds: Array.from({ length: 1001 }, (_, n) => `${n}`) }, 2004],
  ])('refuses a malformed request (case %#) and erases nobody', async (body, code) => {
    await ok(rest('registerUsers', [{ extId: 'a' }, { extId: '0' }]));
    expect(await rest('deleteUsersPermanently', body)).toMatchObject({ status: 400, json: { code } });
    expect([await uidOf('a'), await uidOf('0')]).not.toContain(undefined);
  });

  it('erases also who was deleted before, and whoever came again under the same extId', async () => {
    const needles = await leaveTraces('vera');
    await ok(rest('deleteUsers', { extIds: ['vera-ext'] }));
    const left = new Set((await findTraces(gateway.fresh.db, needles)).map(({ table }) => table));
    expect([...left]).toEqual(expect.arrayContaining(['events.event', 'inbox.message', 'users.departed.uid']));
    await ok(rest('fireEvents', [{ extId: 'vera-ext', name: 'Visit', page: 'again' }]));
    await ok(erase(['vera-ext']));
    await gateway.app.get(SecondLookService).lookAgain(LATER);
    const after = await findTraces(gateway.fresh.db, needles);
    // Addresses and tokens of a deleted user are known no more, so what was sent to them by these is not found.
    const bySomethingElse = ['vera@mail.example', 'vera-token-two', 'vera-param'];
    expect(
      after.filter(({ table, needle }) => table !== 'platform.outbox.uids' && !bySomethingElse.includes(needle)),
    ).toEqual([]);
  });

  it('takes what a worker or a request stores under the number of an erased user a moment later', async () => {
    const device = await newDevice({ extId: 'late' });
    const uid = await ownerOf(device);
    await ok(erase(['late']));
    await send(uid, instIdOf(device), 'late-words');
    const trace = { texts: ['late-words personal'] };
    expect(await findTraces(gateway.fresh.db, trace)).not.toEqual([]);
    await gateway.app.get(SecondLookService).lookAgain();
    expect(await findTraces(gateway.fresh.db, trace)).not.toEqual([]);
    await gateway.app.get(SecondLookService).lookAgain(LATER);
    expect(await findTraces(gateway.fresh.db, trace)).toEqual([]);
    expect(await sdk('installations', { ...device })).toMatchObject({ status: 403, json: { code: 2022 } });
  });
});

describe('decisions, device interface: a nameless user gets a name', () => {
  const getProfile = async (extId: string): Promise<unknown> =>
    (await ok(gateway.call(`/rest/3.0/getProfileAttributes?extId=${extId}`, { method: 'GET' }))).json;
  const inboxOf = async (extId: string): Promise<string[]> => {
    const { json } = await ok(rest('inbox/getAllInbox', { extId, status: 7, numberOfNotification: 100 }));
    return (json as { msgs: { message: string }[] }).msgs.map(({ message }) => message);
  };
  const resultsOf = async (extId: string): Promise<number> => {
    const { json } = await ok(gateway.call(`/rest/3.0/getPushResult?extId=${extId}&max=100`, { method: 'GET' }));
    return (json as { list: unknown[] }).list.length;
  };
  const eventsOf = async (extId: string): Promise<unknown[]> =>
    gateway.fresh.db.rows('SELECT e.attrs FROM events.event AS e WHERE e.app_id = $1 AND e.uid = $2 ORDER BY e.ts', [
      gateway.appId,
      await uidOf(extId),
    ]);

  /** By identify, and by the extId of a registration: both are a login. */
  const logins: [string, (device: RegisteredInstallation, extId: string) => Promise<Answer>][] = [
    ['users/identify', (device, extId) => sdk('users/identify', { ...device, extId })],
    ['installations', (device, extId) => sdk('installations', { ...device, extId })],
  ];

  it.each(logins)(
    '%s: everything goes along in one transaction, and what the user has already stays',
    async (by, login) => {
      const name = `merge-${by.replace('/', '-')}`;
      await ok(
        rest('registerUsers', [
          { extId: name, email: `${name}@known.example`, profile: { nick: 'known' }, tags: ['Old'] },
        ]),
      );
      const device = await newDevice({ token: `${name}-token` });
      const nameless = await ownerOf(device);
      await ok(
        sdk('users/profile', {
          ...device,
          profile: { nick: 'lost', likes: ['tea'], score: 7, email: `${name}@device.example`, msisdn: '+905321112233' },
        }),
      );
      await ok(sdk('users/preferences', { ...device, categories: { News: false }, emailPermitted: false }));
      await ok(sdk('events', { ...device, events: [{ name: 'Visit', page: 'home' }] }));
      await ok(sdk('location', { ...device, latitude: 1, longitude: 2 }));
      await send(nameless, instIdOf(device), `${name} push`);

      await ok(login(device, name));

      expect(await ownerOf(device)).toBe(await uidOf(name));
      expect(await getProfile(name)).toEqual({
        extId: name,
        profile: {
          nick: 'known',
          likes: ['tea'],
          score: 7,
          email: `${name}@known.example`,
          msisdn: '+905321112233',
          ...SEEN,
        },
      });
      const preferences = await ok(gateway.call(`/rest/3.0/getCategoryPreferences?extId=${name}`, { method: 'GET' }));
      expect(preferences.json).toEqual({ categoryPreferences: { News: false, Sport: true } });
      const { db } = gateway.fresh;
      expect(
        await db.row(
          `SELECT u.email_opt_in AS mail, u.sms_opt_in AS sms, cardinality(u.tags) AS tags, l.latitude
         FROM users.app_user AS u JOIN users.installation_location AS l ON l.app_id = u.app_id AND l.uid = u.uid
         WHERE u.app_id = $1 AND u.ext_id = $2`,
          [gateway.appId, name],
        ),
      ).toEqual({ mail: false, sms: true, tags: 1, latitude: 1 });
      expect(await eventsOf(name)).toEqual([{ attrs: { page: 'home' } }]);
      expect(await inboxOf(name)).toEqual([`${name} push personal`]);
      expect(await resultsOf(name)).toBe(1);
      const traces = await findTraces(db, {
        texts: [`${name}@device.example`],
        appId: gateway.appId,
        uids: [nameless],
      });
      expect(traces.map(({ table }) => table)).toEqual([
        'identity.second_look.uids',
        'platform.outbox.uids',
        'users.alias.uid',
      ]);
      expect(await db.rows('SELECT a.to_uid FROM users.alias AS a WHERE a.uid = $1', [nameless])).toEqual([
        { to_uid: await uidOf(name) },
      ]);

      await send(nameless, instIdOf(device), `${name} in flight`);
      expect(await inboxOf(name)).toHaveLength(1);
      await gateway.app.get(SecondLookService).lookAgain(LATER);
      expect(await inboxOf(name)).toEqual([`${name} in flight personal`, `${name} push personal`]);
      expect(await resultsOf(name)).toBe(2);
    },
  );

  it('a user with a name stays who it is when its device goes to another user; what it got stays its own', async () => {
    const device = await newDevice({ extId: 'first-owner' });
    await ok(sdk('users/profile', { ...device, profile: { nick: 'first' } }));
    await send(await ownerOf(device), instIdOf(device), 'for the first');
    await ok(sdk('users/identify', { ...device, extId: 'second-owner' }));
    expect(await getProfile('first-owner')).toMatchObject({ profile: { nick: 'first' } });
    expect(await getProfile('second-owner')).toMatchObject({ profile: {} });
    expect([await inboxOf('first-owner'), await inboxOf('second-owner')]).toEqual([['for the first personal'], []]);
    expect([await resultsOf('first-owner'), await resultsOf('second-owner')]).toEqual([1, 0]);
    await ok(erase(['first-owner']));
    expect(await findTraces(gateway.fresh.db, { texts: ['first-owner', 'for the first personal'] })).toEqual([]);
    expect((await findTraces(gateway.fresh.db, { texts: ['second-owner'] })).length).toBeGreaterThan(0);
  });

  it('two devices that log in at once both end with the user, and nothing is lost', async () => {
    const devices = await Promise.all(Array.from({ length: 8 }, () => newDevice()));
    await Promise.all(
      devices.map((device, n) => sdk('events', { ...device, events: [{ name: 'Visit', page: `p${n}` }] })),
    );
    const answers = await Promise.all(devices.map((device) => sdk('users/identify', { ...device, extId: 'crowd' })));
    expect(answers.map(({ status }) => status)).toEqual(devices.map(() => 200));
    expect(await eventsOf('crowd')).toHaveLength(devices.length);
    expect(new Set(await Promise.all(devices.map((device) => ownerOf(device))))).toEqual(
      new Set([await uidOf('crowd')]),
    );
  });

  it('takes neither a deleted attribute nor a value that was deleted from all users along', async () => {
    const device = await newDevice();
    await ok(sdk('users/profile', { ...device, profile: { score: 9, likes: ['gone', 'kept'] } }));
    await ok(rest('deleteProfileAttributes', [{ profile: ['score'] }]));
    await ok(rest('deleteProfileAttributeValue', [{ key: 'likes', value: 'gone' }]));
    await ok(sdk('users/identify', { ...device, extId: 'late-merge' }));
    expect(await getProfile('late-merge')).toEqual({ extId: 'late-merge', profile: { likes: ['kept'], ...SEEN } });
  });
});

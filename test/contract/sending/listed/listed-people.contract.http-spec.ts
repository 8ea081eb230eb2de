import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '#libs/content';
import { LANES, SendRetentionService, UserListIntakeService } from '#libs/delivery';
import { DeliveryDryRunService } from '#libs/delivery/dry-run';
import { RecipientCheckRegistryService } from '#libs/delivery/checks';
import { RecheckService } from '#libs/identity';
import { ApplyService } from '#libs/tenancy';
import { PushPermissionService } from '#libs/users/devices';
import { Database } from '#platform/db';
import { ListedSends, nameOf } from '../../../support/contract/listed/listed-sends.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';
import { findTraces } from '../../../support/database/traces.js';
import { recordStatements, takeStatements } from '../../../support/distribution/statement-recorder.js';

const COUNT = 12;
const MESSAGE = { title: 'Hi', message: 'You left @{item|nothing}.', platforms: ['ANDROID'] };
const LATER = new Date('2099-01-01');

let sending: Sending;
let lists: ListedSends;
let db: Database;
/** By the number of the user. */
let uids: number[];
beforeAll(async () => {
  sending = await startSending();
  lists = new ListedSends(sending);
  db = sending.gateway.app.get(Database);
  await sending.gateway.makeKey('mobile', { kind: 'mobile' });
  await sending.gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', settings: { permanentDeletion: true }, categories: [{ name: 'Offers' }] }, { dryRun: false });
  uids = await lists.register(COUNT);
  // One who takes no push.
  await sending.gateway.app.get(PushPermissionService).set(sending.gateway.appId, { extId: nameOf(6) }, false);
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const uidOf = (n: number): number => uids[n] ?? Number.NaN;

async function texts(): Promise<string[]> {
  const deliveries = await sending.simulators.deliveries('provider=fcm');
  return deliveries
    .map(({ payload }) => (payload as { message: { notification: { body: string } } }).message.notification.body)
    .toSorted();
}

async function mails(): Promise<string[]> {
  return (await sending.simulators.mails()).map(({ payload }) => payload.text.trim()).toSorted();
}

async function leftOutOf(key: number): Promise<unknown> {
  const { json } = await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, { method: 'GET' });
  return (json as { leftOut?: unknown }).leftOut;
}

describe('Users of a list who changed', () => {
  it('Two merged users of a list get one e-mail as the surviving one, with the values of that user', async () => {
    const [first, second] = [await lists.newDevice(), await lists.newDevice()];
    await lists.logIn(first.device, nameOf(0));
    await lists.logIn(second.device, nameOf(0));
    const users = new Map([
      [second.uid, { item: 'of the second' }],
      [first.uid, { item: 'of the first' }],
      [uidOf(0), { item: 'of the survivor' }],
    ]);
    const { key } = await lists.accept(users, { ...MESSAGE, platforms: ['EMAIL'] });
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
    expect(await mails()).toEqual(['You left of the survivor.']);
    users.delete(uidOf(0));
    const others = await lists.accept(users, { ...MESSAGE, platforms: ['EMAIL'] });
    await sending.drain();
    expect(await sending.ends(others.key)).toEqual({ SUCCESS: 1 });
    const lowest = first.uid < second.uid ? 'first' : 'second';
    expect(await mails()).toEqual([`You left of the ${lowest}.`, 'You left of the survivor.']);
  });

  it.each(['before the launch', 'after the launch'])(
    'A user who is merged %s gets the values of the former id',
    async (moment) => {
      const { device, token, uid } = await lists.newDevice();
      const users = new Map([
        [uid, { item: `${moment}, anonymous` }],
        [uidOf(2), { item: `${moment}, other` }],
      ]);
      const { key, dispatchId } = await lists.accept(users, MESSAGE);
      if (moment === 'after the launch') {
        await sending.launchDue();
      }
      await lists.logIn(device, nameOf(1));
      expect([...(await lists.stored(dispatchId)).keys()].toSorted()).toEqual([uidOf(1), uidOf(2)].toSorted());
      await sending.drain();
      const got = await sending.simulators.deliveries('provider=fcm');
      expect(got.filter((delivery) => delivery.token === token)).toHaveLength(1);
      // Before the launch the surviving user is found, with every device.
      const devices = await db.rows(
        'SELECT 1 FROM users.installation WHERE app_id = $1 AND uid = $2 AND retired_at IS NULL',
        [sending.gateway.appId, uidOf(1)],
      );
      const copies = moment === 'after the launch' ? 1 : devices.length;
      expect(await texts()).toEqual(
        [
          ...Array.from({ length: copies }, () => `You left ${moment}, anonymous.`),
          `You left ${moment}, other.`,
        ].toSorted(),
      );
      expect(await sending.ends(key)).toEqual({ SUCCESS: copies + 1 });
    },
  );

  it('Values that were stored under a former id beside the merge are found, and moved later', async () => {
    const { device, uid } = await lists.newDevice();
    await lists.logIn(device, nameOf(3));
    const { dispatchId } = await lists.accept(new Map([[uid, { item: 'late' }]]), { ...MESSAGE, platforms: ['EMAIL'] });
    await db.affected('UPDATE delivery.recipient_params SET uid = $1 WHERE dispatch_id = $2', [uid, dispatchId]);
    await sending.drain();
    expect(await mails()).toEqual(['You left late.']);
    await sending.gateway.app.get(RecheckService).runDueRechecks(LATER);
    expect([...(await lists.stored(dispatchId)).keys()]).toEqual([uidOf(3)]);
  });

  it('An erasure deletes values that a send named under a former id of the user', async () => {
    await sending.post('registerUsers', [{ extId: 'survivor', email: 'survivor@a.example', emailOptIn: true }]);
    const { device, uid } = await lists.newDevice();
    await lists.logIn(device, 'survivor');
    const words = { item: 'private words of a former id' };
    await lists.accept(new Map([[uid, words]]), { ...MESSAGE, platforms: ['EMAIL'] });
    await sending.drain();
    expect(await mails()).toEqual([`You left ${words.item}.`]);
    await sending.post('deleteUsersPermanently', { extIds: ['survivor'] });
    expect(await findTraces(db, { texts: [words.item] })).toEqual([]);
  });

  it('Erased and unknown users get nothing, are counted as left out, and lose their values', async () => {
    await sending.post('registerUsers', [{ extId: 'gone', email: 'gone@a.example', emailOptIn: true }]);
    const row = await db.row<{ uid: number }>(`SELECT uid FROM users.app_user WHERE ext_id = 'gone' AND app_id = $1`, [
      sending.gateway.appId,
    ]);
    const gone = row?.uid ?? Number.NaN;
    await sending.post('deleteUsersPermanently', { extIds: ['gone'] });
    const users = new Map([
      [gone, { item: 'of the gone' }],
      [4_000_000_000, { item: 'of nobody' }],
      [uidOf(4), { item: 'fine' }],
    ]);
    const { key, dispatchId } = await lists.accept(users, MESSAGE);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
    expect(await texts()).toEqual(['You left fine.']);
    expect(await leftOutOf(key)).toEqual({ UNKNOWN_USER: 2 });
    expect([...(await lists.stored(dispatchId)).keys()]).toEqual([uidOf(4)]);
    const results = await sending.gateway.call(`/rest/3.0/getPushResult?notificationKey=${key}&status=SKIPPED`, {
      method: 'GET',
    });
    expect(results.text).not.toContain(String(gone));
  });

  it.each(['before the launch', 'after the launch'])('An erasure %s deletes the values of the user', async (moment) => {
    const extId = `erased-${moment.slice(0, 5)}`;
    await sending.post('registerUsers', [{ extId, email: `${extId}@a.example`, emailOptIn: true }]);
    const row = await db.row<{ uid: number }>('SELECT uid FROM users.app_user WHERE ext_id = $1 AND app_id = $2', [
      extId,
      sending.gateway.appId,
    ]);
    const users = new Map([
      [row?.uid ?? Number.NaN, { item: `private words of ${extId}` }],
      [uidOf(5), { item: 'fine' }],
    ]);
    const { key } = await lists.accept(users, { ...MESSAGE, platforms: ['EMAIL'] });
    if (moment === 'after the launch') {
      await sending.launchDue();
    }
    const needles = { texts: [`private words of ${extId}`] };
    expect(await findTraces(db, needles)).toMatchObject([{ table: 'delivery.recipient_params' }]);
    await sending.post('deleteUsersPermanently', { extIds: [extId] });
    expect(await findTraces(db, needles)).toEqual([]);
    await sending.drain();
    expect(await sending.ends(key)).toEqual(
      moment === 'after the launch' ? { SUCCESS: 1, 'SKIPPED GONE': 1 } : { SUCCESS: 1 },
    );
    expect(await mails()).toEqual(['You left fine.']);
  });

  it('Opt-outs of push and of a category, and registered checks hold as for any send', async () => {
    await sending.post('setCategoryPreferences', [{ extId: nameOf(11), category: 'Offers', enable: false }]);
    const category = await db.row<{ id: number }>('SELECT category_id AS id FROM users.category WHERE app_id = $1', [
      sending.gateway.appId,
    ]);
    sending.gateway.app.get(RecipientCheckRegistryService).register({
      order: 150,
      async apply(_, recipients) {
        recipients
          .listOpen()
          .filter(({ uid }) => uid === uidOf(7))
          .forEach((recipient) => recipients.skip(recipient, 'BIRTHDAY'));
      },
    });
    const users = new Map([6, 7, 8, 11].map((n) => [uidOf(n), { item: `item ${n}` }]));
    const { key, request } = await lists.accept(users, MESSAGE, { options: { categoryIds: [category?.id ?? 0] } });
    const { app } = sending.gateway;
    const dryRun = await app.get(DeliveryDryRunService).forecastSend(app.get(UserListIntakeService).toRequest(request));
    expect(dryRun.users).toBe(4);
    expect(dryRun.platforms).toMatchObject([
      { platform: 'ANDROID', ready: 1, skipped: { BIRTHDAY: 1, CATEGORY_OPTED_OUT: 1 } },
    ]);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1, 'SKIPPED BIRTHDAY': 1, 'SKIPPED CATEGORY_OPTED_OUT': 1 });
    expect(await leftOutOf(key)).toEqual({ OPTED_OUT: 1, BIRTHDAY: 1, CATEGORY_OPTED_OUT: 1 });
    const explained = await sending.post('targeting/explain', { extId: nameOf(8), notificationKey: key });
    expect(explained).toMatchObject({
      notification: {
        target: { clause: 'uids', matches: true, wanted: { users: 4 } },
        outlook: [{ ready: 1, placeholders: { defaults: 0, missing: {} } }],
        results: [{ status: 'SUCCESS' }],
      },
    });
    expect(await texts()).toEqual(['You left item 8.']);
  });
});

describe('Values of listed users', () => {
  it('They are in no result and no other table, and go with the send', async () => {
    const words = 'words of one alone';
    const { key, dispatchId } = await lists.accept(new Map([[uidOf(9), { item: words }]]), {
      ...MESSAGE,
      platforms: ['ANDROID', 'SMS'],
    });
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2 });
    const results = await sending.gateway.call(`/rest/3.0/getPushResult?notificationKey=${key}`, { method: 'GET' });
    expect(results.status).toBe(200);
    expect(results.text).toContain('You left @{item|nothing}.');
    expect(results.text).not.toContain(words);
    expect((await findTraces(db, { texts: [words] })).map(({ table }) => table)).toEqual(['delivery.recipient_params']);
    const file = await sending.gateway.call(`/rest/3.0/exportPerson?extId=${nameOf(9)}`, { method: 'GET' });
    expect(file.text).toContain(words);
    const other = await sending.gateway.call(`/rest/3.0/exportPerson?extId=${nameOf(10)}`, { method: 'GET' });
    expect(other.text).not.toContain(words);
    await db.affected(
      `UPDATE delivery.dispatch SET created_at = created_at - interval '200 days', finished_at = finished_at - interval '200 days'
        WHERE dispatch_id = $1`,
      [dispatchId],
    );
    await sending.gateway.app.get(SendRetentionService).deleteExpired();
    expect(await lists.stored(dispatchId)).toEqual(new Map());
    expect(await db.rows('SELECT t.target FROM delivery.send_total AS t WHERE t.notification_key = $1', [key])).toEqual(
      [{ target: null }],
    );
  });

  it('Values for placeholders of a secret message are stored sealed', async () => {
    const users = new Map([[uidOf(9), { item: 'a secret' }]]);
    const { message } = await lists.request(users, MESSAGE);
    const { dispatchId } = await lists.accept(users, MESSAGE, { message: { ...message, isSecret: true } });
    expect(await findTraces(db, { texts: ['a secret'] })).toEqual([]);
    expect(typeof (await lists.stored(dispatchId)).get(uidOf(9))).toBe('string');
    await sending.drain();
    expect(await texts()).toEqual(['You left a secret.']);
  });

  it('A short link leads where the text of its user says', async () => {
    const message = { title: 'T', message: 'https://shop.example/@{item}?q=@{item} @{item}', platforms: ['SMS'] };
    await sending.gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { tracking: { clicks: true } } }, { dryRun: false });
    await lists.accept(new Map([[uidOf(10), { item: 'a b&c' }]]), message);
    await sending.drain();
    const [sms] = await sending.simulators.deliveries('provider=sms');
    const { Body: body = '' } = (sms?.payload ?? {}) as { Body?: string };
    const [, path = ''] = /(\/s\/\w+) a b&c$/.exec(body) ?? [];
    const answer = await fetch(`${sending.gateway.base}${path}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      'https://shop.example/a%20b%26c?q=a%20b%26c',
    ]);
  });

  it('The inbox has them, also of a user whose devices take no push', async () => {
    const users = new Map([6, 8].map((n) => [uidOf(n), { item: `item ${n}` }]));
    await lists.accept(users, { ...MESSAGE, inbox: true });
    await sending.drain();
    for (const n of [6, 8]) {
      const inbox = await sending.post('inbox/getAllInbox', { extId: nameOf(n), status: 7, numberOfNotification: 10 });
      expect(JSON.stringify(inbox)).toContain(`You left item ${n}.`);
    }
  });

  it('A dry run forecasts with them and stores nothing', async () => {
    const { app } = sending.gateway;
    const body = { ...MESSAGE, message: 'You left @{item}.' };
    const users = new Map<number, JsonObject>([
      [uidOf(8), { item: 'this' }],
      [uidOf(9), {}],
    ]);
    const request = app.get(UserListIntakeService).toRequest(await lists.request(users, body));
    const before = await db.rows('SELECT count(*) FROM delivery.recipient_params');
    const { platforms } = await app.get(DeliveryDryRunService).forecastSend(request);
    expect(platforms).toMatchObject([{ ready: 1, failed: { MISSING_ATTRIBUTE: 1 } }]);
    expect(await db.rows('SELECT count(*) FROM delivery.recipient_params')).toEqual(before);
  });

  it.each([LANES.bulk, LANES.transactional])('They arrive on the lane %s', async (lane) => {
    const { key } = await lists.accept(new Map([[uidOf(8), { item: lane }]]), MESSAGE, { lane });
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
    expect(await texts()).toEqual([`You left ${lane}.`]);
  });
});

describe('Bounds of a send to listed users', () => {
  it.each([
    ['no user', 'takes 1 to 10000', new Map()],
    ['too many users', 'not 10001', new Map(Array.from({ length: 10_001 }, (_, n) => [n + 1, {}]))],
    ['a user with too much', 'user 7 have', new Map([[7, { item: 'ş'.repeat(33_000) }]])],
    [
      'too much together',
      'of all users',
      new Map(Array.from({ length: 700 }, (_, n) => [n + 1, { item: 'x'.repeat(50_000) }])),
    ],
  ])('A send with %s is refused without its values, and stores nothing', async (_, words, users) => {
    const before = await db.rows('SELECT count(*) FROM delivery.dispatch');
    const error = await lists.accept(users, MESSAGE).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RangeError);
    expect(String(error)).toContain(words);
    expect(String(error).length).toBeLessThan(200);
    expect(await db.rows('SELECT count(*) FROM delivery.dispatch')).toEqual(before);
  });

  it('Values that the message does not use are neither counted nor stored', async () => {
    const { dispatchId } = await lists.accept(new Map([[uidOf(8), { other: 'x'.repeat(100_000) }]]), MESSAGE);
    expect(await lists.stored(dispatchId)).toEqual(new Map());
    await sending.drain();
    expect(await texts()).toEqual(['You left nothing.']);
  });
});

describe('A send without values of single users', () => {
  it('It asks nothing about them, from its request to its last result', async () => {
    recordStatements(true, { every: true });
    takeStatements();
    const key = await sending.bulk({
      message: { title: 'T', text: 'Hi @{nick|you}', platforms: ['ANDROID', 'EMAIL'], inbox: true },
      target: { sendToAll: true },
    });
    await sending.drain();
    expect((await sending.ends(key))['SUCCESS']).toBeGreaterThan(COUNT);
    const plain = takeStatements();
    await lists.accept(new Map([[uidOf(8), { item: 'x' }]]), MESSAGE);
    await sending.drain();
    const own = takeStatements();
    const isOwn = (text: string): boolean =>
      /recipient_params|alias AS a WHERE a.app_id = \$1 AND a.to_uid = ANY/.test(text);
    expect(plain.filter(isOwn)).toEqual([]);
    expect(plain.length).toBeGreaterThan(20);
    expect(own.filter(isOwn).length).toBeGreaterThan(1);
  });
});

describe('Requests that write a target by ids of Herald', () => {
  let definitionKey: number;
  beforeAll(async () => {
    definitionKey = (await lists.request(new Map([[uidOf(8), {}]]), MESSAGE)).notificationKey;
  });

  it.each([
    ['sendBulkNotification', (target: object) => ({ message: { ...MESSAGE, text: 'T' }, target })],
    ['sendBulkNotification/dryRun', (target: object) => ({ message: { ...MESSAGE, text: 'T' }, target })],
    ['sendNotification', (target: object) => ({ notificationKey: String(definitionKey), target })],
    ['targeting/count', (target: object) => ({ target })],
    ['app/segments/save', (target: object) => ({ segments: [{ name: 'listed', target }] })],
  ])('%s refuses it and sends nothing', async (operation, body) => {
    for (const target of [{ type: 'uids', uids: [uidOf(8)] }, { uids: [uidOf(8)] }]) {
      const { status, text } = await sending.gateway.call(`/rest/3.0/${operation}`, { body: body(target) });
      expect([operation, status]).toEqual([operation, 400]);
      expect(text).toMatch(/target|profile/);
    }
    await sending.drain();
    expect(await texts()).toEqual([]);
  });
});

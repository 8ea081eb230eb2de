import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NextContentService } from '#libs/delivery';
import { ApplyService } from '#libs/tenancy';
import { ListedSends } from '../../../support/contract/listed/listed-sends.js';
import { reachableUsers } from '../../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const PUSH = { platforms: ['IOS', 'ANDROID'], text: 'Shoes' };
const MAIL = { platforms: ['EMAIL'], subject: 'Sale', text: 'Shoes', from: 'shop@example.com' };
const BODY = { title: 'Sale', target: { sendToAll: true }, contents: [PUSH, MAIL], reach: 'first' };
const REFUSED = { share: 1, status: 410, reason: 'Unregistered' };
let sending: Sending;
let lists: ListedSends;

beforeAll(async () => {
  sending = await startSending();
  lists = new ListedSends(sending);
  await sending.gateway.makeKey('mobile', { kind: 'mobile' });
  await sending.gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', settings: { permanentDeletion: true } }, { dryRun: false });
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());
afterEach(async () => {
  await sending.simulators.faults(1, []);
  await sending.post('deleteUsers', { extIds: ['named'] });
});

const db = () => sending.gateway.fresh.db;

async function start(): Promise<number> {
  const { notificationKey } = await sending.post<{ notificationKey: number }>('campaigns', BODY);
  await sending.drain();
  return notificationKey;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    await db().affected('UPDATE delivery.next_content SET due_at = now()');
    await sending.gateway.app.get(NextContentService).advance();
    await sending.drain();
  }
}

const mails = async (): Promise<number> => (await sending.simulators.counts())['smtp']?.accepted ?? 0;

async function registerNamed(from: number): Promise<void> {
  const [user] = await reachableUsers(sending.simulators, 'IOS', 1, from);
  await sending.post('registerUsers', [{ ...user, extId: 'named', email: 'named@example.com' }]);
}

describe('People who change between two contents of a campaign', () => {
  it('A person who is erased gets nothing more, and the campaign ends', async () => {
    await sending.simulators.faults(1, [{ provider: 'apns', ...REFUSED }]);
    await registerNamed(1);
    const key = await start();
    await sending.post('deleteUsers', { extIds: ['named'] });
    await settle();
    expect(await mails()).toBe(0);
    const states = await db().rows('SELECT state FROM delivery.dispatch WHERE notification_key = $1 AND content = 0', [
      key,
    ]);
    expect(states).toEqual([{ state: 3 }]);
  });

  it('A person who is merged into one that has the message gets no second one', async () => {
    await sending.simulators.faults(1, [{ provider: 'fcm', share: 1, status: 404, reason: 'UNREGISTERED' }]);
    await registerNamed(2);
    const { device } = await lists.newDevice();
    await start();
    await lists.logIn(device, 'named');
    await settle();
    expect(await mails()).toBe(0);
  });

  it('Two persons without delivery who become one get one message', async () => {
    await sending.simulators.faults(1, [
      { provider: 'fcm', share: 1, status: 404, reason: 'UNREGISTERED' },
      { provider: 'apns', ...REFUSED },
    ]);
    await registerNamed(3);
    const { device } = await lists.newDevice();
    await start();
    await lists.logIn(device, 'named');
    await settle();
    expect(await mails()).toBe(1);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuditService } from '#libs/audit';
import { TransactionalSenderService } from '#libs/delivery';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { LiveListener } from '../../../../test/support/panel/live-listener.js';
import type { SentTestDto } from '../compose/compose.dto.js';
import type { FoundUserDto } from '../users/users.dto.js';
import type { TestDto, TesterListDto } from './testers.dto.js';

const SOON = { timeout: 60_000, interval: 50 };
const MESSAGE = {
  title: 'Spring',
  text: 'Everything 20 % off',
  platforms: ['IOS', 'ANDROID', 'EMAIL'],
  languages: { tr: { text: 'Her şey % 20 indirimli' } },
};
const PUSH = { ...MESSAGE, platforms: ['IOS', 'ANDROID'] };
const REFUSED = 'b'.repeat(64);

let sending: Sending;
let owner: PanelMember;
let marketer: PanelMember;
let support: PanelMember;
let stranger: PanelMember;
const open: LiveListener[] = [];
beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const apply = gateway.app.get(ApplyService);
  const other = await apply.apply({ app: 'other' }, { dryRun: false });
  const hooks = [{ name: 'results', simulator: true }];
  await apply.apply({ app: 'shop', hooks }, { dryRun: false });
  owner = await signIn(gateway);
  marketer = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
  support = await signIn(gateway, [{ role: 'support', appId: gateway.appId }]);
  stranger = await signIn(gateway, [{ role: 'owner', appId: other.app.id }]);
  await sending.post('registerUsers', [
    { extId: 'ada', platform: 'IOS', deviceToken: 'a'.repeat(64), profile: { email: 'ada@example.com' } },
    { extId: 'ada', platform: 'ANDROID', deviceToken: 'phone-ada' },
    { extId: 'bo', platform: 'IOS', deviceToken: REFUSED, profile: { msisdn: '+491700000001' } },
    { extId: 'none' },
  ]);
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());
afterEach(async () => {
  open.splice(0).forEach((listener) => listener.close());
  await sending.simulators.faults(1, []);
});

const problemOf = ({ json }: { json: unknown }) => (json as { problems: { code: string; path: string }[] }).problems[0];
const post = (body: object, member = marketer) =>
  member.post('/apps/shop/compose/test', { message: PUSH, ...body }, { 'idempotency-key': randomUUID() });
async function test(extIds: string[], body: object = {}): Promise<SentTestDto> {
  const answer = await post({ extIds, ...body });
  expect(answer.status, answer.text).toBe(200);
  return answer.json as SentTestDto;
}
async function send({ id }: SentTestDto): Promise<void> {
  const sender = sending.gateway.app.get(TransactionalSenderService);
  await sender.send([Number(id)]);
  await sender.waitUntilIdle();
}
const read = async (id: string, member = marketer) => (await member.get(`/apps/shop/tests/${id}`)).json as TestDto;
const endsOf = ({ people }: TestDto) =>
  Object.fromEntries(
    people.map(({ uid, messages }) => [uid, messages.map(({ platform, end }) => `${platform} ${end}`)]),
  );
const texts = async () => {
  const found: string[] = [];
  for await (const { payload } of sending.simulators.everyDelivery('apns')) {
    found.push((payload as { body: { aps: { alert: { body: string } } } }).body.aps.alert.body);
  }
  return found;
};

describe('Test sends', () => {
  it('A test reports the outcome of each device and the reason why a user got nothing', async () => {
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 400, reason: 'BadDeviceToken' }]);
    const sent = await test(['ada', 'none']);
    expect(sent.people.map(({ extId }) => extId).toSorted()).toEqual(['ada', 'none']);
    const [ada, none] = ['ada', 'none'].map((name) => sent.people.find(({ extId }) => extId === name)?.uid ?? '');
    expect((await read(sent.id)).state).toBe('WAITING');
    await send(sent);
    const summary = await read(sent.id);
    expect(endsOf(summary)).toEqual({ [ada ?? '']: ['ANDROID SENT', 'IOS FAILED'], [none ?? '']: ['PUSH SKIPPED'] });
    const reasons = summary.people.flatMap(({ messages }) => messages.map(({ reason }) => reason));
    expect(reasons.toSorted()).toEqual(['INVALID_TOKEN', 'NO_DEVICE', null]);
    expect(JSON.stringify(summary)).not.toContain('ada');
  });

  it('A test is followed live until the device confirms its delivery', async () => {
    await sending.post('registerUsers', [{ extId: 'live', platform: 'ANDROID', deviceToken: 'phone-live' }]);
    const sent = await test(['live']);
    const url = `${sending.gateway.base}/panel/1.0/live?app=shop&topics=${encodeURIComponent(`test:${sent.id}`)}`;
    const listener = await LiveListener.open(url, marketer.cookie);
    open.push(listener);
    const lastEnds = () => Object.values(endsOf(listener.snapshots.at(-1)?.data as unknown as TestDto)).flat();
    await vi.waitFor(() => expect(listener.snapshots.at(-1)?.data).toMatchObject({ state: 'WAITING' }), SOON);
    await send(sent);
    await vi.waitFor(() => expect(lastEnds()).toEqual(['ANDROID SENT']), SOON);
    await sending.gateway.fresh.db.affected(
      `INSERT INTO delivery.receipt (vb, app_id, day, dispatch_id, channel, recipient_id)
       SELECT vb, app_id, day, dispatch_id, channel, recipient_id FROM delivery.push_result WHERE dispatch_id = $1`,
      [Number(sent.id)],
    );
    await vi.waitFor(() => expect(lastEnds()).toEqual(['ANDROID DELIVERED']), SOON);
  });

  it('A test is sent in the chosen language, whatever the language of the user', async () => {
    await send(await test(['bo']));
    await send(await test(['bo'], { language: 'tr' }));
    await send(await test(['bo'], { language: '' }));
    expect((await texts()).toSorted()).toEqual([
      'Everything 20 % off',
      'Everything 20 % off',
      'Her şey % 20 indirimli',
    ]);
    const unknown = await post({ extIds: ['bo'], language: 'fr' });
    expect([unknown.status, problemOf(unknown)]).toMatchObject([400, { code: 'malformed', path: 'language' }]);
  });

  it('A test is excluded from statistics and marked in the transactional sends', async () => {
    const start = Date.now() - 1000;
    const sent = await test(['bo'], { message: { ...PUSH, hook: { name: 'results' } } });
    await send(sent);
    const times = `start=${start}&end=${Date.now() + 1000}`;
    const { json } = await sending.gateway.call(`/rest/3.0/getPushStats?${times}`, { method: 'GET' });
    const keys = (json as { messages: { notificationKey: number }[] }).messages.map(
      ({ notificationKey }) => notificationKey,
    );
    expect(keys).not.toContain(Number(sent.key));
    const { db } = sending.gateway.fresh;
    expect(await db.row('SELECT options FROM delivery.dispatch WHERE dispatch_id = $1', [Number(sent.id)])).toEqual({
      options: { isTest: true },
    });
    expect((await marketer.get(`/apps/shop/sends/${sent.id}`)).json).toMatchObject({ isTest: true });
  });

  it('A test goes to at most twenty known users and is hidden from other applications', async () => {
    const many = Array.from({ length: 21 }, (_, n) => `u${n}`);
    for (const [body, problem] of [
      [{ extIds: [] }, { code: 'missing_field', path: 'extIds' }],
      [{ extIds: many }, { code: 'malformed', path: 'extIds' }],
      [{}, { code: 'missing_field', path: 'extIds' }],
      [
        { extIds: ['bo'], language: 7 },
        { code: 'malformed', path: 'language' },
      ],
    ] as const) {
      const answer = await post(body);
      expect([answer.status, problemOf(answer)], answer.text).toMatchObject([400, problem]);
    }
    expect([(await post({ extIds: ['ada', 'nobody'] })).status]).toEqual([404]);
    expect([(await post({ extIds: ['ada'] }, support)).status]).toEqual([403]);
    const { id } = await test(['bo']);
    expect((await stranger.get(`/apps/other/tests/${id}`)).status).toBe(404);
    expect((await stranger.get(`/live?app=other&topics=test:${id}`)).status).toBe(404);
    const { db } = sending.gateway.fresh;
    await db.affected("UPDATE delivery.dispatch SET options = options - 'isTest' WHERE dispatch_id = $1", [Number(id)]);
    expect((await owner.get(`/apps/shop/tests/${id}`)).status).toBe(404);
  });
});

describe('Testers of an application', () => {
  it('Testers are added by address and removed, each with an audit entry', async () => {
    const list = async () => (await marketer.get('/apps/shop/testers')).json as TesterListDto;
    expect(await list()).toEqual({ items: [], more: false });
    const added = await support.post('/apps/shop/testers', { by: 'email', value: 'Ada@Example.com' });
    expect([added.status, added.json], added.text).toMatchObject([200, { extId: 'ada', devices: 2 }]);
    await support.post('/apps/shop/testers', { by: 'msisdn', value: '+491700000001' });
    await sending.post('addTesters', [{ extId: 'none' }]);
    expect((await list()).items.map(({ extId }) => extId)).toEqual(['ada', 'bo', 'none']);
    const { uid } = added.json as FoundUserDto;
    expect((await support.post(`/apps/shop/testers/${uid}/remove`)).status).toBe(204);
    expect((await list()).items.map(({ extId }) => extId)).toEqual(['bo', 'none']);
    const entries = await sending.gateway.app.get(AuditService).listEntries(sending.gateway.appId, { limit: 10 });
    const changes = entries.filter(({ subject }) => subject === `user ${uid}`);
    expect(changes.map(({ action, differences }) => [action, differences])).toEqual([
      ['user.change', [{ change: 'remove', subject: 'tag testers' }]],
      ['user.change', [{ change: 'add', subject: 'tag testers' }]],
    ]);
  });

  it('A tester is refused when the user is unknown or several users share the address', async () => {
    const shared = { email: 'shared@example.com' };
    await sending.post(
      'registerUsers',
      ['one', 'two'].map((extId) => ({ extId, profile: shared })),
    );
    const add = (by: string, value: string) => support.post('/apps/shop/testers', { by, value });
    const [nobody, several] = [await add('extId', 'nobody'), await add('email', shared.email)];
    expect([nobody.status, problemOf(nobody)]).toMatchObject([404, { code: 'unknown_subject', path: 'value' }]);
    expect([several.status, problemOf(several)]).toMatchObject([400, { code: 'malformed', path: 'value' }]);
    expect((await add('token', 'phone-ada')).status).toBe(400);
  });
});

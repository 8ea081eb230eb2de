import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

const HAT = { name: 'hat', title: 'Hat', text: 'You left {{ event.title }}', platforms: ['EMAIL'] };

let sending: Sending;
let admin: PanelMember;
const apply = (app: string, file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app, ...file }, { dryRun: false });
const list = async () => ((await admin.get('/apps/shop/definitions')).json as { items: object[] }).items;
const create = (body: object, member = admin) => member.post('/apps/shop/definitions', body);

beforeAll(async () => {
  sending = await startSending();
  admin = await signIn(sending.gateway, [{ role: 'admin', appId: sending.gateway.appId }]);
  await sending.post('createNotificationDefinition', { title: 'Nameless', message: 'Hello', platforms: ['IOS'] });
  await sending.post('createNotificationDefinition', {
    ...HAT,
    name: 'api',
    text: 'x'.repeat(400),
    platforms: ['IOS'],
  });
});
afterAll(() => sending.close());

describe('Definitions in the panel', () => {
  it('Those with a name are listed with the beginning of their text', async () => {
    expect(await list()).toEqual([
      { notificationKey: expect.any(Number), name: 'api', platforms: ['IOS'], title: 'Hat', text: 'x'.repeat(300) },
    ]);
  });

  it('A new one is stored with an audit entry, its text is a template, and a journey sends it', async () => {
    const answer = await create(HAT);
    expect(answer.status, answer.text).toBe(200);
    expect(await list()).toMatchObject([{ name: 'api' }, { name: 'hat', platforms: ['EMAIL'], text: HAT.text }]);
    const { notificationKey } = answer.json as { notificationKey: number };
    const log = (await admin.get('/apps/shop/audit?limit=20')).text;
    expect(log).toContain(`definition ${notificationKey}`);
    expect(log).not.toContain('You left');
    await apply('shop', {
      events: [{ code: 'Cart', attributes: [{ code: 'title', dataType: 'STRING' }] }],
      journeys: [{ name: 'cart', entry: { event: 'Cart' }, steps: [{ send: { id: 's', message: 'hat' } }] }],
    });
    await sending.post('registerUsers', [{ extId: 'ada', profile: { email: 'ada@example.com' } }]);
    await sending.post('fireEvents', [{ extId: 'ada', name: 'Cart', title: 'Red hat' }]);
    await sending.readFeed();
    await sending.gateway.app.get(JourneyStepService).stepDue();
    await sending.drain();
    expect((await sending.simulators.mails()).map(({ payload }) => payload.text)).toEqual([
      expect.stringContaining('You left Red hat'),
    ]);
  });

  it.each([
    ['a name that another has', { ...HAT, name: 'api' }, 'name'],
    ['no name', { ...HAT, name: undefined }, 'name'],
    ['an empty name', { ...HAT, name: '  ' }, 'name'],
    ['no platform', { ...HAT, name: 'p', platforms: [] }, 'platforms'],
    ['a broken text', { ...HAT, name: 't', text: '{% if %}' }, 'text'],
  ])('One with %s is refused with the field, and nothing is stored', async (_, body, field) => {
    const before = await list();
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(field);
    expect(await list()).toEqual(before);
  });

  it('Another application and members without the right neither see nor store any', async () => {
    const { app } = await apply('other', {});
    const stranger = await signIn(sending.gateway, [{ role: 'owner', appId: app.id }]);
    expect((await create({ ...HAT, name: 'foreign' }, stranger)).status).toBe(404);
    expect((await stranger.get('/apps/other/definitions')).json).toEqual({ items: [] });
    const analyst = await signIn(sending.gateway, [{ role: 'analyst', appId: sending.gateway.appId }]);
    expect((await analyst.get('/apps/shop/definitions')).status).toBe(403);
    expect((await create({ ...HAT, name: 'own' }, analyst)).status).toBe(403);
  });
});

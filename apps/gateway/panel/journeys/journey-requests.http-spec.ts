import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JourneyForecastService, StoredReplayService } from '#libs/journeys';
import { JourneyService } from '#libs/journeys/control';
import { ApplyService, AuthenticatorService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import type { OpenJourneyRequestDto, PanelJourneyRequestDto } from './journey-request.dto.js';
import type { PanelJourneyListDto } from './journeys.dto.js';

const HOUR_MS = 3_600_000;
const SEND = { send: { id: 'remind', message: 'cart' } };
const CART = { name: 'cart', entry: { event: 'Cart' }, steps: [{ wait: { id: 'hour', for: '1h' } }, SEND] };
/** Sends at once. */
const FASTER = { ...CART, steps: [SEND] };

let sending: Sending;
let author: PanelMember;
let approver: PanelMember;
let id: string;

const apply = (file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
const pathOf = (action = '') => `/apps/shop/journeys/${id}/request${action}`;
const state = async () => {
  const { state, version, definition } = await sending.gateway.app
    .get(JourneyService)
    .get(sending.gateway.appId, 'cart');
  return { state, version, perDay: definition.limits?.perDay, steps: definition.steps.length };
};
const waiting = async (member = approver): Promise<PanelJourneyRequestDto> => {
  const { request } = (await member.get(pathOf())).json as OpenJourneyRequestDto;
  if (!request) {
    throw new Error('No request waits');
  }
  return request;
};
/** Lets the forecast of a new request be computed. */
const forecast = async () => {
  const forecasts = sending.gateway.app.get(JourneyForecastService);
  await forecasts.prepareDue();
  await sending.gateway.app.get(StoredReplayService).runDue();
  await forecasts.prepareDue();
};
const edit = async (journeys: object[], member = author) => {
  const { base } = (await member.get('/apps/shop/setup/journeys')).json as { base: string };
  return member.post('/apps/shop/setup/journeys/apply', { text: JSON.stringify({ journeys }), base });
};
const seen = ({ id: requestId, hash, perDay }: PanelJourneyRequestDto) => ({ requestId, hash, perDay });
const approve = async (member: PanelMember, changed: object = {}) =>
  member.post(pathOf('/approve'), { ...seen(await waiting(member)), ...changed });

beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const { appId } = gateway;
  author = await signIn(gateway, [{ role: 'admin', appId }]);
  approver = await signIn(gateway, [{ role: 'admin', appId }]);
  const message = { name: 'cart', title: 'Cart', message: 'You left a hat', platforms: ['EMAIL'] };
  await sending.post('createNotificationDefinition', message);
  await apply({ events: [{ code: 'Cart' }] });
  await sending.post(
    'registerUsers',
    ['ada', 'bob'].map((extId) => ({ extId, profile: { email: `${extId}@example.com` } })),
  );
  const timestamp = new Date(Date.now() - 5 * HOUR_MS).toISOString();
  await sending.post(
    'fireEvents',
    ['ada', 'bob'].map((extId) => ({ extId, name: 'Cart', timestamp })),
  );
});
afterAll(() => sending.close());
beforeEach(async () => {
  await apply({ settings: { approval: false }, journeys: [], prune: true });
  await apply({ settings: { approval: { approvers: 1, self: false } }, journeys: [{ ...CART, state: 'off' }] });
  sending.gateway.app.get(AuthenticatorService).clearCache();
  const { items } = (await author.get('/apps/shop/journeys')).json as PanelJourneyListDto;
  id = items[0]?.id ?? '';
});

describe('A journey that is switched on where sends need approvals', () => {
  const switchOn = () => author.post(`/apps/shop/journeys/${id}/resume`, { seen: 'off' });

  it('It waits, shows its forecast, and goes on with the proposed limit once another member approves it', async () => {
    expect((await switchOn()).status).toBe(200);
    expect(await state()).toMatchObject({ state: 'off', version: 1 });
    expect(await waiting()).toMatchObject({ hash: null, perDay: null, own: null, isChanged: false, state: 'on' });
    await forecast();
    const request = await waiting();
    expect(request).toMatchObject({ perDay: 100, needed: 1, given: 0, forecast: { report: { entered: 2, sent: 2 } } });
    expect((await approve(approver)).status).toBe(204);
    expect(await state()).toMatchObject({ state: 'on', version: 2, perDay: 100 });
    expect(((await approver.get(pathOf())).json as OpenJourneyRequestDto).request).toBeNull();
    const log = await sending.gateway.call('/rest/3.0/getAuditLog?action=approval.&max=2', { method: 'GET' });
    expect(log.json).toMatchObject({
      entries: [
        { action: 'approval.give', subject: 'journey cart' },
        { action: 'approval.ask', subject: 'journey cart' },
      ],
    });
    expect(log.text).toContain(request.hash);
  });

  it('Its author does not approve it, and another number or hash than was read is refused', async () => {
    await switchOn();
    await forecast();
    expect((await approve(author)).status).toBe(403);
    expect((await approve(approver, { perDay: 1_000_000 })).status).toBe(409);
    expect((await approve(approver, { hash: 'f'.repeat(64) })).status).toBe(409);
    expect(await state()).toMatchObject({ state: 'off', version: 1 });
    expect((await approve(approver)).status).toBe(204);
  });

  it('Its request is decided at its own journey alone, whose values the member may see', async () => {
    await apply({
      journeys: [
        { ...CART, state: 'off' },
        { ...CART, name: 'other', state: 'off' },
      ],
    });
    await switchOn();
    await forecast();
    const { items } = (await author.get('/apps/shop/journeys')).json as PanelJourneyListDto;
    const other = items.find(({ name }) => name === 'other')?.id ?? '';
    const request = seen(await waiting());
    for (const [member, action] of [
      [approver, 'approve'],
      [approver, 'reject'],
      [author, 'withdraw'],
    ] as const) {
      const answer = await member.post(`/apps/shop/journeys/${other}/request/${action}`, request);
      expect([action, answer.status]).toEqual([action, 404]);
    }
    expect(await state()).toMatchObject({ state: 'off', version: 1 });
    expect((await approve(approver)).status).toBe(204);
  });

  it('It is not approved before its forecast is there', async () => {
    await switchOn();
    const { id: requestId } = await waiting();
    const answer = await approver.post(pathOf('/approve'), { requestId, hash: 'a'.repeat(64), perDay: 100 });
    expect(answer.status).toBe(409);
    expect(await state()).toMatchObject({ state: 'off' });
  });

  it('A message that is changed after it was read makes the approval void', async () => {
    await switchOn();
    await forecast();
    const read = seen(await waiting());
    const { db } = sending.gateway.fresh;
    await db.affected(
      `UPDATE notifications.definition SET message = jsonb_set(message, '{title}', '"Something else"')
        WHERE name = 'cart'`,
    );
    expect((await approver.post(pathOf('/approve'), read)).status).toBe(409);
    expect((await approve(approver)).status).toBe(204);
  });

  it('An approved journey goes on after a pause without another approval, and closing never waits', async () => {
    await switchOn();
    await forecast();
    await approve(approver);
    await author.post(`/apps/shop/journeys/${id}/pause`, { seen: 'on' });
    await author.post(`/apps/shop/journeys/${id}/resume`, { seen: 'paused' });
    expect(await state()).toMatchObject({ state: 'on' });
    await author.post(`/apps/shop/journeys/${id}/drain`, { seen: 'on' });
    expect(await state()).toMatchObject({ state: 'closed' });
  });
});

describe('A changed definition of a running journey where sends need approvals', () => {
  beforeEach(() => apply({ journeys: [{ ...CART, limits: { perDay: 7 } }] }));

  it('The running version stays until the change is approved, and exactly that is applied', async () => {
    const answer = await edit([{ ...FASTER, limits: { perDay: 5 } }]);
    expect(answer.status, answer.text).toBe(200);
    expect(await state()).toMatchObject({ state: 'on', version: 2, steps: 2, perDay: 7 });
    await forecast();
    expect(await waiting()).toMatchObject({ isChanged: true, perDay: 5 });
    expect((await approve(approver)).status).toBe(204);
    expect(await state()).toMatchObject({ state: 'on', version: 3, steps: 1, perDay: 5 });
  });

  it('The forecast names people who get messages from one version alone, to members who may look people up', async () => {
    await edit([{ ...CART, steps: [{ exit: 'nothing' }], limits: { perDay: 5 } }]);
    await forecast();
    const people = [expect.objectContaining({ extId: 'ada' }), expect.objectContaining({ extId: 'bob' })];
    const shown = (await waiting()).forecast?.report?.difference;
    expect(shown).toMatchObject({ more: { people: 0, examples: [] }, fewer: { people: 2 } });
    expect(shown?.fewer.examples).toEqual(expect.arrayContaining(people));
    const other = await signIn(sending.gateway, [{ role: 'approver', appId: sending.gateway.appId }]);
    expect((await waiting(other)).forecast?.report?.difference?.fewer).toEqual({ people: 2, examples: [] });
  });

  it('Another change in its place loses the approvals of the first one', async () => {
    await apply({ settings: { approval: { approvers: 2, self: false } } });
    const third = await signIn(sending.gateway, [{ role: 'admin', appId: sending.gateway.appId }]);
    await edit([{ ...FASTER, limits: { perDay: 5 } }]);
    expect((await approve(approver)).status).toBe(204);
    expect((await approve(approver)).status).toBe(409);
    await edit([{ ...FASTER, limits: { perDay: 6 } }]);
    expect(await waiting()).toMatchObject({ perDay: 6, given: 0 });
    expect((await approve(third)).status).toBe(204);
    expect(await state()).toMatchObject({ version: 2 });
    expect((await approve(approver)).status).toBe(204);
    expect(await state()).toMatchObject({ version: 3, perDay: 6 });
  });

  it('A request is void once the operator has applied another version', async () => {
    await edit([{ ...FASTER, limits: { perDay: 5 } }]);
    await apply({ journeys: [{ ...CART, limits: { perDay: 9 } }] });
    expect(await waiting()).toMatchObject({ isVoid: true });
    expect((await approve(approver)).status).toBe(409);
    expect(await state()).toMatchObject({ version: 3, perDay: 9 });
  });

  it('A new journey of a member is stored, and is off until then', async () => {
    await edit([
      { ...CART, limits: { perDay: 7 } },
      { ...FASTER, name: 'second', limits: { perDay: 3 } },
    ]);
    const second = await sending.gateway.app.get(JourneyService).get(sending.gateway.appId, 'second');
    expect(second).toMatchObject({ state: 'off', version: 1 });
  });

  it('Only its author takes it back, and a rejected one is not approved', async () => {
    await edit([{ ...FASTER, limits: { perDay: 5 } }]);
    const request = await waiting();
    expect((await approver.post(pathOf('/withdraw'), { requestId: request.id })).status).toBe(403);
    expect((await author.post(pathOf('/withdraw'), { requestId: request.id })).status).toBe(204);
    expect((await approver.post(pathOf('/approve'), seen(request))).status).toBe(404);
    expect(await state()).toMatchObject({ version: 2 });
  });
});

describe('Requests of journeys over REST', () => {
  const call = (operation: string, key: string, body?: object) =>
    sending.gateway.call(`/rest/3.0/journeys/${operation}`, body ? { body, key } : { method: 'GET', key });

  it('A key that switches on gets the number of the request, and another key with the scope approves it', async () => {
    const { makeKey } = sending.gateway;
    await makeKey('steering', { scopes: ['notifications', 'approve'] });
    await makeKey('approving', { scopes: ['approve'] });
    const asked = await call('resume', 'steering', { name: 'cart' });
    expect([asked.status, asked.headers.get('x-approval-id')]).toEqual([200, expect.stringMatching(/^\d+$/)]);
    expect(await state()).toMatchObject({ state: 'off' });
    await forecast();
    const { list } = (await call('approvals', 'approving')).json as { list: { requestId: number }[] };
    expect(list).toMatchObject([{ journey: 'cart', state: 'on', perDay: 100, needed: 1, given: 0 }]);
    const { requestId, hash, perDay } = list[0] as { requestId: number; hash: string; perDay: number };
    expect((await call('approve', 'steering', { requestId, hash, perDay })).status).toBe(403);
    expect((await call('approve', 'approving', { requestId, hash, perDay: 101 })).status).toBe(409);
    expect((await call('approve', 'approving', { requestId, hash, perDay })).status).toBe(200);
    expect(await state()).toMatchObject({ state: 'on', perDay: 100 });
  });

  it('A key does not approve what a member asked for, unless the application lets keys', async () => {
    await sending.gateway.makeKey('approving', { scopes: ['approve'] }).catch(() => undefined);
    await author.post(`/apps/shop/journeys/${id}/resume`, { seen: 'off' });
    await forecast();
    const request = await waiting();
    const body = { requestId: Number(request.id), hash: request.hash, perDay: request.perDay };
    expect((await call('approve', 'approving', body)).status).toBe(403);
  });
});

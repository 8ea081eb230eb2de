import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import type { PanelJourneyDto, PanelJourneyListDto, WaitingPeopleDto } from './journeys.dto.js';
import type { PersonJourneysDto } from './person-journeys.dto.js';

const JOURNEY = {
  name: 'abandoned cart',
  entry: { event: 'Cart', key: 'cartId' },
  goal: { event: 'Bought', same: ['cartId'] },
  steps: [
    { waitFor: { id: 'look', event: 'Looked', atMost: '2d' }, came: [{ exit: 'looked' }] },
    { send: { id: 'last', message: 'goodbye' } },
  ],
};
const ATTRIBUTES = [{ code: 'cartId', dataType: 'STRING', privateInfo: true }];
const PEOPLE = ['ada', 'bo', 'cy'];

let sending: Sending;
let support: PanelMember;
let marketer: PanelMember;
let operator: PanelMember;
let admin: PanelMember;
let id: string;

const apply = (file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
const fire = async (...events: object[]) => {
  await sending.post('fireEvents', events);
  await sending.readFeed();
};
const get = async <T>(path: string, member = support): Promise<T> => {
  const answer = await member.get(`/apps/shop${path}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as T;
};
const show = () => get<PanelJourneyDto>(`/journeys/${id}`);
const change = (action: string, seen: string, member = operator) =>
  member.post(`/apps/shop/journeys/${id}/${action}`, { seen });
const uidOf = async (extId: string): Promise<string> =>
  (await get<{ items: { uid: string }[] }>(`/users/find?by=extId&value=${extId}`)).items[0]?.uid ?? '';

beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const { appId } = gateway;
  [support, marketer, operator, admin] = (await Promise.all(
    (['support', 'marketer', 'operator', 'admin'] as const).map((role) => signIn(gateway, [{ role, appId }])),
  )) as [PanelMember, PanelMember, PanelMember, PanelMember];
  await apply({
    events: [{ code: 'Cart', attributes: ATTRIBUTES }, { code: 'Bought', attributes: ATTRIBUTES }, { code: 'Looked' }],
  });
  const message = { name: 'goodbye', title: 'Your cart', message: 'Bye', platforms: ['IOS'] };
  await sending.post('createNotificationDefinition', message);
  await apply({ journeys: [JOURNEY] });
  await sending.post(
    'registerUsers',
    PEOPLE.map((extId, n) => ({ extId, platform: 'IOS', deviceToken: String(n).padStart(64, '0') })),
  );
  await fire(...PEOPLE.map((extId) => ({ extId, name: 'Cart', cartId: `cart-of-${extId}` })));
  await fire({ extId: 'cy', name: 'Bought', cartId: 'cart-of-cy' });
  id = (await get<PanelJourneyListDto>('/journeys')).items[0]?.id ?? '';
});
afterAll(() => sending.close());

describe('Journeys of the panel', () => {
  it('The list has the state and the people of each journey, and one journey its steps in the order of the file', async () => {
    const figures = { entered: 3, inside: 2, left: 1, converted: 1, late: 0, looped: 0 };
    expect(await get('/journeys')).toEqual({
      items: [{ id, name: JOURNEY.name, state: 'on', version: 1, ...figures }],
    });
    expect(await show()).toMatchObject({
      ...figures,
      entryBy: 'event',
      entry: 'Cart',
      goal: 'Bought',
      heldOut: 0,
      heldOutConverted: 0,
      steps: [
        { id: 'look', kind: 'waitFor', depth: 0, event: 'Looked', ms: 172_800_000, inside: 2 },
        { id: 'looked', kind: 'exit', depth: 1, way: 'came', inside: 0 },
        { id: 'last', kind: 'send', depth: 0, message: 'goodbye' },
      ],
      versions: [{ version: 1, ...figures }],
    });
  });

  it('The people at a step are listed page by page, also those of one moment, and each once', async () => {
    const page = (after = '') => get<WaitingPeopleDto>(`/journeys/${id}/people?step=look&limit=1${after}`);
    const first = await page();
    const second = await page(`&after=${first.next}`);
    expect([...first.items, ...second.items].map(({ extId }) => extId).toSorted()).toEqual(['ada', 'bo']);
    expect(second.next).toBeNull();
    expect(first.items[0]?.key).toBe(`cart-of-${first.items[0]?.extId}`);
    expect((await support.get(`/apps/shop/journeys/${id}/people?step=look&after=1`)).status).toBe(400);
  });

  it('Several visits of one person that go on at one moment are on several pages, each once', async () => {
    const keys = ['k1', 'k2', 'k3', 'k4', 'k5'];
    await fire(...keys.map((cartId) => ({ extId: 'cy', name: 'Cart', cartId })));
    const seen: (string | null)[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page: WaitingPeopleDto = await get(`/journeys/${id}/people?step=look&limit=2${next && `&after=${next}`}`);
      seen.push(...page.items.flatMap(({ extId, key }) => (extId === 'cy' ? [key] : [])));
      next = page.next;
    }
    expect(seen.toSorted()).toEqual(keys);
    await fire(...keys.map((cartId) => ({ extId: 'cy', name: 'Bought', cartId })));
  });

  it('People of a journey that compares private values take the right to see them', async () => {
    const uid = await uidOf('ada');
    for (const path of [`/journeys/${id}/people?step=look`, `/users/${uid}/journeys`]) {
      expect(JSON.stringify(await get(path, support))).toContain('cart-of-ada');
    }
    expect((await marketer.get(`/apps/shop/journeys/${id}/people?step=look`)).status).toBe(403);
    expect(JSON.stringify(await get(`/users/${uid}/journeys`, marketer))).not.toContain('cart-of');
  });

  it('A person has its place with what is next, and its ended visits page by page with their reasons', async () => {
    const ada = await get<PersonJourneysDto>(`/users/${await uidOf('ada')}/journeys`);
    expect(ada).toMatchObject({
      inside: [{ name: JOURNEY.name, step: { id: 'look' }, next: { id: 'last' }, came: { id: 'looked' } }],
      past: [],
    });
    const reasons: string[] = [];
    const uid = await uidOf('cy');
    for (let next: string | null = ''; next !== null;) {
      const page: PersonJourneysDto = await get(`/users/${uid}/journeys?limit=4${next && `&after=${next}`}`);
      expect(page.inside).toEqual([]);
      reasons.push(...page.past.map(({ reason }) => reason));
      next = page.next;
    }
    expect(reasons).toEqual(Array.from({ length: 6 }, () => 'GOAL'));
  });

  it('A member changes the state that it saw, with an audit entry, and nothing where another was faster', async () => {
    expect((await change('pause', 'on')).status).toBe(204);
    const late = await change('stop', 'on');
    expect(late.status).toBe(409);
    expect(late.text).toContain('is paused by now');
    expect((await show()).state).toBe('paused');
    expect((await change('resume', 'paused')).json).toEqual({ waits: false });
    expect((await change('drain', 'on')).json).toEqual({ waits: false });
    expect((await change('stop', 'closed')).status).toBe(204);
    await sending.gateway.app.get(JourneyStepService).stepDue();
    expect(await show()).toMatchObject({ state: 'off', inside: 0, left: 8 });
    const { appId, app } = sending.gateway;
    const entries = await app.get(AuditService).listEntries(appId, { limit: 10, action: 'journey.state' });
    expect(entries.map(({ by }) => by?.kind)).toEqual(Array.from({ length: 4 }, () => 'member'));
  });

  it('A journey that is off is switched on only with the right to send', async () => {
    const refused = await change('resume', 'off');
    expect([refused.status, refused.text.includes('campaigns.send')]).toEqual([403, true]);
    expect((await change('resume', 'off', admin)).status).toBe(200);
    expect((await show()).state).toBe('on');
  });

  it('A changed definition has figures of each version, and steps that only older versions have come last', async () => {
    await fire({ extId: 'bo', name: 'Cart', cartId: 'again' });
    await apply({ journeys: [{ ...JOURNEY, steps: [{ send: { id: 'now', message: 'goodbye' } }] }] });
    await fire({ extId: 'ada', name: 'Cart', cartId: 'again' });
    await sending.gateway.app.get(JourneyStepService).stepDue();
    const { steps, versions } = await show();
    expect(steps).toMatchObject([
      { id: 'now', passed: 1 },
      { id: 'look', kind: null, inside: 1 },
    ]);
    expect(versions).toMatchObject([
      { version: 2, entered: 1, inside: 0 },
      { version: 1, inside: 1 },
    ]);
  });
});

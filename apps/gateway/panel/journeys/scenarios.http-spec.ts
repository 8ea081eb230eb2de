import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import type { PanelJourneyListDto } from './journeys.dto.js';
import type { ScenarioOutcomeDto } from './scenario.dto.js';

const STEPS = [{ wait: { id: 'hour', for: '1h' } }, { send: { id: 'remind', message: 'cart' } }];
const OPEN = { name: 'open', entry: { event: 'Cart' }, steps: STEPS };
const HIDDEN = { name: 'hidden', entry: { event: 'Cart', where: { secret: { is: 'x' } } }, steps: STEPS };
const CITY = {
  name: 'city',
  entry: { event: 'Cart' },
  steps: [{ branch: { id: 'b', if: { profile: { town: ['Oslo'] } } }, yes: STEPS }],
};
const SCENARIO = `
start: "2026-03-02T20:30:00Z"
people: [{ extId: ada }]
events: [{ at: +0s, extId: ada, name: Cart, title: Hat }]
expect: { sent: [{ at: +1h, extId: ada, node: remind, text: You left Hat }] }
`;

let sending: Sending;
let marketer: PanelMember;
let admin: PanelMember;
let ids: Map<string, string>;

const run = (name: string, scenario: unknown, member = marketer) =>
  member.post(`/apps/shop/journeys/${ids.get(name)}/test`, { scenario });

beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const { appId } = gateway;
  marketer = await signIn(gateway, [{ role: 'marketer', appId }]);
  admin = await signIn(gateway, [{ role: 'admin', appId }]);
  const message = { name: 'cart', title: 'Cart', message: 'You left @{event.title}', platforms: ['IOS'] };
  await sending.post('createNotificationDefinition', message);
  await gateway.app.get(ApplyService).apply(
    {
      app: 'shop',
      attributes: [{ code: 'town', dataType: 'STRING', privateInfo: true }],
      events: [
        {
          code: 'Cart',
          attributes: [
            { code: 'title', dataType: 'STRING' },
            { code: 'secret', dataType: 'STRING', privateInfo: true },
          ],
        },
      ],
      quietHours: { from: '21:00', to: '08:00' },
      journeys: [OPEN, HIDDEN, CITY],
    },
    { dryRun: false },
  );
  const { items } = (await marketer.get('/apps/shop/journeys')).json as PanelJourneyListDto;
  ids = new Map(items.map(({ id, name }) => [name, id]));
});
afterAll(() => sending.close());

describe('A test with a clock in the panel', () => {
  it('The stored version, message and quiet hours decide what becomes of people, moment by moment', async () => {
    const answer = await run('open', SCENARIO);
    expect(answer.status, answer.text).toBe(200);
    const { moments, differences, sent } = answer.json as ScenarioOutcomeDto;
    expect(moments).toEqual([
      { at: '2026-03-02T20:30:00.000Z', extId: 'ada', kind: 'event', name: 'Cart' },
      {
        at: '2026-03-02T20:30:00.000Z',
        extId: 'ada',
        kind: 'entered',
        node: 'hour',
        until: '2026-03-02T21:30:00.000Z',
      },
      {
        at: '2026-03-02T21:30:00.000Z',
        extId: 'ada',
        kind: 'deferred',
        node: 'remind',
        until: '2026-03-03T08:00:00.000Z',
      },
      { at: '2026-03-02T21:30:00.000Z', extId: 'ada', kind: 'left', node: 'remind', reason: 'END' },
      {
        at: '2026-03-03T08:00:00.000Z',
        extId: 'ada',
        kind: 'sent',
        node: 'remind',
        platforms: ['IOS'],
        text: 'You left Hat',
      },
    ]);
    expect(sent).toBe(1);
    const place = { extId: 'ada', node: 'remind' };
    expect(differences).toEqual([
      { at: '2026-03-02T21:30:00.000Z', ...place, expected: 'You left Hat', got: null },
      { at: '2026-03-03T08:00:00.000Z', ...place, expected: null, got: 'You left Hat' },
    ]);
  });

  it('Nothing is written and nothing leaves', async () => {
    const { db } = sending.gateway.fresh;
    const counts = await db.row(
      'SELECT (SELECT count(*) FROM journeys.visit) AS visits, (SELECT count(*) FROM delivery.dispatch) AS sends',
    );
    expect(counts).toEqual({ visits: 0, sends: 0 });
  });

  it.each(['hidden', 'city'])(
    'A member who may not see a private value cannot find it out by trying: %s',
    async (name) => {
      expect((await run(name, SCENARIO)).status).toBe(403);
      expect((await run(name, SCENARIO, admin)).status).toBe(200);
    },
  );

  it.each([
    ['no YAML', 'people: [', /line 1/],
    ['a name of the process', SCENARIO.replace('Hat', '"${HOME}"'), /write the value itself/],
    ['an unknown person', SCENARIO.replace('extId: ada, name', 'extId: bob, name'), /events\[0\]\.extId/],
    ['the name of another journey', `journey: hidden\n${SCENARIO}`, /should be for 'open'/],
    ['too many people', `start: "2026-03-02T20:30:00Z"\npeople: [${'{ extId: a },'.repeat(51)}]`, /people/],
    ['nothing', '', /scenario/],
  ])('A scenario with %s is refused with the place of the fault', async (_, text, message) => {
    const answer = await run('open', text);
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(message);
  });

  it('A journey of another application is not found', async () => {
    expect((await marketer.post('/apps/shop/journeys/999999/test', { scenario: SCENARIO })).status).toBe(404);
  });
});

describe('A walk by hand through a journey that is edited', () => {
  const EDITED = {
    name: 'edited',
    entry: { event: 'Cart' },
    steps: [
      { waitFor: { id: 'pay', event: 'Bought', atMost: '1h' }, came: [{ exit: 'bought' }] },
      { branch: { id: 'vip', if: { tag: 'vip' } }, yes: [{ send: { id: 'gift', message: 'cart' } }] },
    ],
  };
  const walk = (journey: unknown, scenario: unknown, member = admin) =>
    member.post('/apps/shop/journeys/walk', { journey: JSON.stringify(journey), scenario: JSON.stringify(scenario) });
  const scenario = (until: string, ...events: object[]) => ({
    start: '2026-03-02T12:00:00Z',
    until,
    people: [{ extId: 'person', tags: ['vip'] }],
    events: [{ at: '2026-03-02T12:00:00Z', extId: 'person', name: 'Cart', title: 'Hat' }, ...events],
  });

  it('It shows what the person met until the time of the walk, with the ways, and stores no journey', async () => {
    const soon = await walk(EDITED, scenario('2026-03-02T12:30:00Z'));
    expect(soon.status, soon.text).toBe(200);
    expect((soon.json as ScenarioOutcomeDto).moments).toEqual([
      expect.objectContaining({ kind: 'event', name: 'Cart' }),
      expect.objectContaining({ kind: 'entered', node: 'pay', until: '2026-03-02T13:00:00.000Z' }),
    ]);
    const { moments } = (await walk(EDITED, scenario('2026-03-02T13:00:00Z'))).json as ScenarioOutcomeDto;
    expect(moments.slice(2)).toMatchObject([
      { kind: 'took', node: 'pay', way: 'else' },
      { kind: 'took', node: 'vip', way: 'yes' },
      { kind: 'sent', node: 'gift', text: 'You left Hat' },
      { kind: 'left', reason: 'END' },
    ]);
    const bought = { at: '2026-03-02T12:10:00Z', extId: 'person', name: 'Bought' };
    const came = (await walk(EDITED, scenario('2026-03-02T13:00:00Z', bought))).json as ScenarioOutcomeDto;
    expect(came.moments.slice(3)).toMatchObject([
      { kind: 'took', node: 'pay', way: 'came' },
      { kind: 'left', reason: 'EXIT' },
    ]);
    expect(
      ((await admin.get('/apps/shop/journeys')).json as PanelJourneyListDto).items.map(({ name }) => name),
    ).not.toContain('edited');
  });

  it.each([
    ['a step without its fields', { ...EDITED, steps: [{ wait: { id: 'w' } }] }, /steps\[0\]/],
    ['no name', { ...EDITED, name: '' }, /name/],
    ['no map', 'x', /journeys\[0\]/],
  ])('A journey with %s is refused with the place of the fault', async (_, journey, message) => {
    const answer = await walk(journey, scenario('2026-03-02T13:00:00Z'));
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(message);
  });

  it('A member who may not edit journeys has no walk, and none shows how a private value compares', async () => {
    expect((await walk(EDITED, scenario('2026-03-02T13:00:00Z'), marketer)).status).toBe(403);
    const operator = await signIn(sending.gateway, [{ role: 'operator', appId: sending.gateway.appId }]);
    expect((await walk(HIDDEN, scenario('2026-03-02T13:00:00Z'), operator)).status).toBe(403);
    expect((await walk(EDITED, scenario('2026-03-02T13:00:00Z'), operator)).status).toBe(200);
  });
});

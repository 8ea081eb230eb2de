import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ItemEventService } from '#libs/events';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../support/contract/panel-member.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

/** An attacker may send, or write items, and wants private values of the events of people. */
const EVENTS = [
  {
    code: 'Wished',
    attributes: [
      { code: 'sku', dataType: 'STRING', privateInfo: true },
      { code: 'budget', dataType: 'INT', privateInfo: true },
      { code: 'shop', dataType: 'STRING' },
    ],
  },
  {
    code: 'Liked',
    attributes: [
      { code: 'item', dataType: 'STRING' },
      { code: 'color', dataType: 'STRING' },
    ],
  },
  { code: 'PriceDropped', attributes: [{ code: 'key', dataType: 'STRING', privateInfo: true }] },
];
const catalog = (name: string, event: string, attribute: string) => ({
  name,
  key: 'sku',
  fields: { price: 'DOUBLE' },
  watch: { priceDrop: { field: 'price', events: [event], attribute } },
});
const DECIDING = [
  '{% if event.budget > 40000 %}{% abort_message %}{% endif %}Hello',
  '{% if event["budget"] > 40000 %}{% abort_message %}{% endif %}Hello',
  "{% assign key = 'budget' %}{% if event[key] > 40000 %}{% abort_message %}{% endif %}Hello",
  '{% assign e = event %}{% if e.budget > 40000 %}{% abort_message %}{% endif %}Hello',
  '{% for item in batch %}{% if item.budget > 40000 %}{% abort_message %}{% endif %}{% endfor %}Hello',
  "{% capture b %}{{ event.budget }}{% endcapture %}{% if b == '50000' %}{% abort_message %}{% endif %}Hello",
  '{% if event contains "50000" %}{% abort_message %}{% endif %}Hello',
];
const SHOWING = [
  'You have {{ event.budget }} to spend',
  "You have {{ event.budget | default: 'much' }} to spend",
  "{% if event.shop == 'Izmir' %}Hello{% endif %} {{ event.budget }}",
  '{% if batch.count > 1 %}Hello{% endif %}',
  '{% for item in batch %}{{ item.budget }} {{ item.shop | upcase }}{% endfor %}',
];
const journey = (event: string, text: string) => ({
  name: 'attack',
  state: 'off',
  entry: { event, again: 'always' },
  steps: [
    {
      send: {
        id: 'say',
        contents: [{ platforms: ['IOS'], text: 'Hi', personalizedMessage: text, templates: 'liquid' }],
      },
    },
  ],
});

let sending: Sending;
let editor: PanelMember;
let marketer: PanelMember;
let owner: PanelMember;

beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const { appId } = gateway;
  await gateway.makeKey('partner', { scopes: ['catalogs'] });
  await gateway.makeKey('trusted', { scopes: ['catalogs', 'private'] });
  editor = await signIn(gateway, [{ role: 'operator', appId }]);
  marketer = await signIn(gateway, [{ role: 'marketer', appId }]);
  owner = await signIn(gateway, [{ role: 'owner', appId: null }]);
  const catalogs = [catalog('hidden', 'Wished', 'sku'), catalog('open', 'Liked', 'item')];
  await gateway.app.get(ApplyService).apply({ app: 'shop', events: EVENTS, catalogs }, { dryRun: false });
  await sending.post('registerUsers', [{ extId: 'ada' }]);
  for (const name of ['hidden', 'open']) {
    await sending.post(`catalogs/${name}/items`, [{ sku: 'A', price: 50 }]);
  }
  await sending.post('fireEvents', [
    { extId: 'ada', name: 'Wished', sku: 'A', budget: 50_000 },
    { extId: 'ada', name: 'Liked', item: 'A' },
  ]);
  for (const name of ['hidden', 'open']) {
    await sending.post(`catalogs/${name}/items`, [{ sku: 'A', price: 40 }]);
  }
  for (let open = 1; open > 0;) {
    await gateway.fresh.db.affected('UPDATE catalogs.watch SET due_at = now()', []);
    await gateway.app.get(ItemEventService, { strict: false }).recordDue();
    open = await gateway.fresh.db.affected(
      'UPDATE catalogs.item_change AS c SET at = c.at WHERE c.done_at IS NULL',
      [],
    );
  }
});
afterAll(() => sending.close());

describe('Changes of items that a private attribute of an event finds people for', () => {
  it('People are counted for keys with the scope private alone, where the watch reads a private attribute', async () => {
    const list = async (name: string, key: string) =>
      (await sending.gateway.call(`/rest/3.0/catalogs/changes?name=${name}`, { method: 'GET', key })).json;
    expect(await list('hidden', 'trusted')).toMatchObject({ list: [{ key: 'A', people: 1, state: 'DONE' }] });
    expect(await list('hidden', 'partner')).toMatchObject({
      list: [{ key: 'A', people: null, isComplete: true, state: 'DONE' }],
    });
    expect(await list('open', 'partner')).toMatchObject({ list: [{ key: 'A', people: 1 }] });
  });

  it('The panel hides them from a member without users.private, also that there are too many', async () => {
    await sending.gateway.fresh.db.affected('UPDATE catalogs.item_change SET is_limited = true', []);
    const list = async (name: string, member: PanelMember) =>
      (await member.get(`/apps/shop/catalogs/${name}/changes`)).json;
    expect(await list('hidden', owner)).toMatchObject({ items: [{ people: 1, isComplete: false }] });
    expect(await list('hidden', marketer)).toMatchObject({ items: [{ people: null, isComplete: true }] });
    expect(await list('open', marketer)).toMatchObject({ items: [{ people: 1, isComplete: false }] });
  });
});

describe('Texts of journeys that decide by private values of events', () => {
  const edit = async (member: PanelMember, written: object) => {
    const { base } = (await member.get('/apps/shop/setup/journeys')).json as { base: string };
    return member.post('/apps/shop/setup/journeys/apply', { text: JSON.stringify({ journeys: [written] }), base });
  };

  it.each(DECIDING)('A member without users.private cannot write %s', async (text) => {
    const refusal = await edit(editor, journey('Wished', text));
    expect(refusal.status, refusal.text).toBe(403);
    const allowed = await edit(owner, journey('Wished', text));
    expect(allowed.status, allowed.text).toBe(200);
  });

  it.each(SHOWING)('Such a member may write %s, which no figure tells of', async (text) => {
    const answer = await edit(editor, journey('Wished', text));
    expect(answer.status, answer.text).toBe(200);
  });

  it('Open attributes of events decide for everybody', async () => {
    const text = "{% if event.color == 'A' %}{% abort_message %}{% endif %}Hello";
    const answer = await edit(editor, journey('Liked', text));
    expect(answer.status, answer.text).toBe(200);
  });
});

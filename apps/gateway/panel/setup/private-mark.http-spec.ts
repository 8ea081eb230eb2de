import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

const ATTRIBUTES = [
  { code: 'income', dataType: 'INT', privateInfo: true },
  { code: 'plan', dataType: 'STRING' },
  { code: 'city', dataType: 'STRING', privateInfo: true },
];
const EVENTS = [
  { code: 'Paid', attributes: [{ code: 'card', dataType: 'STRING', privateInfo: true }] },
  { code: 'PaidTwice', baseEventCode: 'Paid' },
];

let gateway: TestGateway | undefined;
let operator: PanelMember;
let owner: PanelMember;
beforeEach(async () => {
  if (gateway) {
    await apply({ attributes: ATTRIBUTES, events: EVENTS, prune: true });
    return;
  }
  gateway = await startGateway();
  await apply({ attributes: ATTRIBUTES, events: EVENTS });
  operator = await signIn(gateway, [{ role: 'operator', appId: gateway.appId }]);
  owner = await signIn(gateway);
  await gateway.makeKey('setup', { scopes: ['setup'] });
  await gateway.makeKey('setup and private', { scopes: ['setup', 'private'] });
});
afterAll(() => gateway?.close());

function running(): TestGateway {
  if (!gateway) {
    throw new Error('The gateway has not started');
  }
  return gateway;
}
const apply = (sections: object) =>
  running()
    .app.get(ApplyService)
    .apply({ app: 'shop', ...sections }, { dryRun: false });
async function save(member: PanelMember, section: 'attributes' | 'events', entries: object[]) {
  const { base } = (await member.get(`/apps/shop/setup/${section}`)).json as { base: string };
  return member.post(`/apps/shop/setup/${section}/apply`, { text: JSON.stringify({ [section]: entries }), base });
}
const [income, plan, city] = ATTRIBUTES as [object, object, object];
const [paid, twice] = EVENTS as [object, object];

describe('The mark of private values', () => {
  it.each([
    ['an attribute', [{ ...income, privateInfo: false }, plan, city], 'attributes[0]'],
    [
      'a built-in attribute that gets a label',
      [...ATTRIBUTES, { code: 'name', dataType: 'STRING', label: 'N' }],
      'attributes[3]',
    ],
    ['a built-in attribute that was made private', [income, plan], 'attributes: city'],
    [
      'an attribute beside a change of another',
      [{ ...plan, label: 'Plan' }, { code: 'income', dataType: 'INT' }, city],
      'attributes[1]',
    ],
  ])('Only a member who may see private values takes it off %s', async (_, attributes, path) => {
    const refused = await save(operator, 'attributes', attributes);
    expect([refused.status, refused.text.includes(path)], refused.text).toEqual([403, true]);
    expect(refused.text).toContain('users.private');
    const done = await save(owner, 'attributes', attributes);
    expect(done.status, done.text).toBe(200);
  });

  it.each([
    ['an attribute of an event', [{ ...paid, attributes: [{ code: 'card', dataType: 'STRING' }] }, twice], 'Paid.card'],
    ['an event that loses the attribute, which could come back in the open', [{ code: 'Paid' }, twice], 'Paid.card'],
    [
      'an event that inherits it',
      [paid, { ...twice, attributes: [{ code: 'card', dataType: 'STRING' }] }],
      'PaidTwice.card',
    ],
    ['an event that ceases to inherit it', [paid, { code: 'PaidTwice' }], 'PaidTwice.card'],
  ])('Only a member who may see private values takes it off %s', async (_, events, name) => {
    const refused = await save(operator, 'events', events);
    expect([refused.status, refused.text.includes(`events: ${name} `)], refused.text).toEqual([403, true]);
    expect((await save(owner, 'events', events)).status).toBe(200);
  });

  it('A member without that right still changes the rest, sets the mark, and removes attributes with their values', async () => {
    const attributes = [{ ...income, label: 'Income' }, { ...plan, privateInfo: true }, city];
    expect((await save(operator, 'attributes', attributes)).status).toBe(200);
    expect(
      (
        await save(
          operator,
          'attributes',
          [plan, city].map((entry) => ({ ...entry, privateInfo: true })),
        )
      ).status,
    ).toBe(200);
    expect((await save(operator, 'events', [{ ...paid, label: 'Paid' }, twice])).status).toBe(200);
  });

  it('The audit log names the attribute whose mark changed, with both values', async () => {
    expect((await save(owner, 'attributes', [{ ...income, privateInfo: false }, plan, city])).status).toBe(200);
    expect((await save(owner, 'events', [{ code: 'Paid' }, twice])).status).toBe(200);
    const { app, appId } = running();
    const [events, attributes] = await app.get(AuditService).listEntries(appId, { limit: 2, action: 'setup.apply' });
    const shown = { change: 'change', from: 'private', to: 'not private' };
    expect(attributes?.differences).toEqual([{ ...shown, subject: 'attributes: income' }]);
    expect(events?.differences).toContainEqual({ ...shown, subject: 'events: Paid.card' });
    expect(attributes?.by).toMatchObject({ kind: 'member', id: String(owner.memberId) });
  });

  it('An API key takes the mark off only with the scope private', async () => {
    const [path, remove] = ['save', 'remove'].map((verb) => `/rest/3.0/app/profile-attributes/${verb}`) as [
      string,
      string,
    ];
    const ask = (key: string) =>
      running().call(path, { key, body: { attributes: [{ code: 'income', dataType: 'INT' }] } });
    const refused = await ask('setup');
    expect([refused.status, (refused.json as { code: number }).code], refused.text).toEqual([403, 2022]);
    expect(refused.text).toContain('attributes[0]');
    expect((await running().call(remove, { key: 'setup', body: { codes: ['city'] } })).status).toBe(403);
    expect((await ask('setup and private')).status).toBe(200);
    expect((await running().call(remove, { key: 'setup and private', body: { codes: ['city'] } })).status).toBe(200);
  });
});

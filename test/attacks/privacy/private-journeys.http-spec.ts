import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../support/contract/panel-member.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

/** An attacker may send, or change the set-up, and wants a private value. */
const DECIDING = '{% if income > 40000 %}{% abort_message %}{% endif %}Hello';
const SHOWING = 'Your income is {{ income }}';
const ENTRY = { api: true, again: 'always' };
const content = (text: string) => [{ platforms: ['IOS'], text: 'Hi', personalizedMessage: text, templates: 'liquid' }];
const sends = (text: string) => ({
  name: 'attack',
  state: 'off',
  entry: ENTRY,
  steps: [{ send: { id: 'say', contents: content(text) } }],
});
const RICH = {
  name: 'rich',
  entry: ENTRY,
  steps: [
    {
      branch: { id: 'ask', if: { profile: { income: { $gte: 50_000 } } } },
      yes: [{ wait: { id: 'rich', for: '1d' } }],
      no: [{ wait: { id: 'poor', for: '1d' } }],
    },
  ],
};
const OPEN = { name: 'open', entry: ENTRY, steps: [{ wait: { id: 'day', for: '1d' } }] };

let sending: Sending;
/** May change the set-up, and see no private value. */
let editor: PanelMember;
/** May look people up, and see no private value. */
let marketer: PanelMember;
let owner: PanelMember;
let ids: Map<string, string>;

const edit = async (member: PanelMember, journey: object) => {
  const { base } = (await member.get('/apps/shop/setup/journeys')).json as { base: string };
  const text = JSON.stringify({ journeys: [RICH, OPEN, journey] });
  return member.post('/apps/shop/setup/journeys/apply', { text, base });
};
const get = (operation: string, key: string) =>
  sending.gateway.call(`/rest/3.0/journeys/${operation}`, { method: 'GET', key });
const define = (name: string | undefined, text: string, key: string) =>
  sending.gateway.call('/rest/3.0/createNotificationDefinition', {
    body: { ...(name && { name }), title: 'T', message: text, platforms: ['IOS'], templates: 'liquid' },
    key,
  });

beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const { appId } = gateway;
  await gateway.makeKey('partner', { scopes: ['notifications', 'users'] });
  await gateway.makeKey('trusted', { scopes: ['notifications', 'users', 'private'] });
  editor = await signIn(gateway, [{ role: 'operator', appId }]);
  marketer = await signIn(gateway, [{ role: 'marketer', appId }]);
  owner = await signIn(gateway, [{ role: 'owner', appId: null }]);
  const attributes = [{ code: 'income', dataType: 'INT', privateInfo: true }];
  await gateway.app.get(ApplyService).apply({ app: 'shop', attributes, journeys: [RICH, OPEN] }, { dryRun: false });
  await sending.post('registerUsers', [
    { extId: 'ada', profile: { income: 60_000 } },
    { extId: 'bob', profile: { income: 20_000 } },
  ]);
  for (const journey of ['rich', 'open']) {
    await gateway.call('/rest/3.0/journeys/enter', { body: { journey, extIds: ['ada', 'bob'] } });
  }
  await gateway.app.get(JourneyStepService).stepDue();
  const { items } = (await owner.get('/apps/shop/journeys')).json as { items: { id: string; name: string }[] };
  ids = new Map(items.map(({ id, name }) => [name, id]));
});
afterAll(() => sending.close());

describe('Texts of journeys that decide by private values', () => {
  it('A member without users.private cannot write them into a step, and may print a value', async () => {
    const refused = await edit(editor, sends(DECIDING));
    expect([refused.status, refused.text], refused.text).toEqual([403, expect.stringContaining('income')]);
    expect((await edit(editor, sends(SHOWING))).status).toBe(200);
    expect((await edit(owner, sends(DECIDING))).status).toBe(200);
  });

  it('A key without the scope private cannot define them under a name that a step may send', async () => {
    const refused = await define('decided', DECIDING, 'partner');
    expect([refused.status, (refused.json as { code: number }).code]).toEqual([403, 2022]);
    expect((await define('shown', SHOWING, 'partner')).status).toBe(200);
    expect((await define('decided', DECIDING, 'trusted')).status).toBe(200);
  });

  it('A definition that a step sends cannot be changed into one by such a key', async () => {
    const { notificationKey } = (await define('harmless', SHOWING, 'partner')).json as { notificationKey: number };
    const change = (key: string, name: string) =>
      sending.gateway.call('/rest/3.0/updateNotificationDefinition', {
        body: { notificationKey, name, title: 'T', message: DECIDING, platforms: ['IOS'], templates: 'liquid' },
        key,
      });
    expect((await change('partner', 'harmless')).status).toBe(403);
    expect((await change('trusted', 'harmless')).status).toBe(200);
  });

  it('A member without users.private cannot let a step send a definition that decides so', async () => {
    await define('decided2', DECIDING, 'trusted');
    const journey = { ...sends(SHOWING), steps: [{ send: { id: 'say', message: 'decided2' } }] };
    expect((await edit(editor, journey)).status).toBe(403);
    expect((await edit(owner, journey)).status).toBe(200);
  });
});

describe('Figures of a journey that looks at private values', () => {
  it('Steps are counted for keys with the scope private alone, sums for all', async () => {
    const shown = (await get('statistics?name=rich&from=2020-01-01', 'trusted')).json;
    expect(shown).toMatchObject({
      entered: 2,
      nodes: { rich: { inside: 1 } },
      period: { nodes: { ask: { passed: 2 } } },
    });
    const hidden = (await get('statistics?name=rich&from=2020-01-01', 'partner')).json;
    expect(hidden).toMatchObject({ entered: 2, inside: 2, nodes: {}, period: { entered: 2 } });
    expect(JSON.stringify(hidden)).not.toContain('"rich"');
    expect((await get('statistics?name=open', 'partner')).json).toMatchObject({ nodes: { day: { inside: 2 } } });
  });

  it.each(['explain?name=rich&extId=ada', 'people?name=rich&node=rich'])(
    '%s is refused to a key without the scope private',
    async (operation) => {
      const refused = await get(operation, 'partner');
      expect([refused.status, (refused.json as { code: number }).code]).toEqual([403, 2022]);
      expect((await get(operation, 'trusted')).status).toBe(200);
    },
  );

  it('The panel hides steps, people and visits from a member without users.private, and sums from no one', async () => {
    const place = `/apps/shop/journeys/${ids.get('rich')}`;
    const hidden = (await marketer.get(place)).json as {
      hidesSteps: boolean;
      inside: number;
      steps: { inside: number }[];
    };
    expect(hidden).toMatchObject({ hidesSteps: true, inside: 2 });
    expect(hidden.steps.map(({ inside }) => inside)).toEqual([0, 0, 0]);
    expect((await owner.get(place)).json).toMatchObject({ hidesSteps: false });
    expect((await marketer.get(`${place}/period`)).json).toMatchObject({ entered: 2, steps: [] });
    expect((await marketer.get(`${place}/people?step=rich`)).status).toBe(403);
    const { db } = sending.gateway.fresh;
    const ada = await db.row<{ uid: number }>("SELECT uid FROM users.app_user WHERE ext_id = 'ada'");
    const visits = async (member: PanelMember) =>
      ((await member.get(`/apps/shop/users/${ada?.uid}/journeys`)).json as { inside: { name: string }[] }).inside.map(
        ({ name }) => name,
      );
    expect(await visits(marketer)).toEqual(['open']);
    expect((await visits(owner)).toSorted()).toEqual(['open', 'rich']);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplicationService, ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { checkOf } from '../../../../test/support/panel/compose/check-answers.js';

const MESSAGE = { title: 'Spring sale', text: 'Everything 20 % off', platforms: ['IOS'] };
const CAMPAIGN = { message: MESSAGE, target: { sendToAll: true } };
const FORM = { form: 1, fields: { text: 'Everything 20 % off', platforms: ['IOS'], languages: { tr: 'İndirim' } } };
const CONTENT = { name: 'Spring sale', body: FORM };

interface State {
  id: string;
  version: number;
  changedBy: { id: string; name: string };
  changedAt: string;
  launchedAs: string | null;
}

let sending: Sending;
let ada: PanelMember;
let bo: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  await sending.post('registerUsers', [{ extId: 'reader', platform: 'IOS', deviceToken: 'ab'.repeat(32) }]);
  const grants = [{ role: 'marketer', appId: sending.gateway.appId }] as const;
  ada = await signIn(sending.gateway, [...grants]);
  bo = await signIn(sending.gateway, [...grants]);
});
afterAll(() => sending.close());

const problemOf = ({ status, json }: { status: number; json: unknown }) => ({
  status,
  ...(json as { problems?: { path: string; code: string; text: string }[] }).problems?.[0],
});
const at = (...rest: string[]) => ['/apps/shop/drafts', ...rest].join('/');
async function begin(who = ada): Promise<State> {
  const answer = await who.post(at(), CONTENT);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as State;
}
const read = async (id: string, who = ada) => (await who.get(at(id))).json as State & { body: object };
const listIds = async () => ((await ada.get(at())).json as { items: State[] }).items.map(({ id }) => id);

describe('Drafts in the panel', () => {
  it('A draft is read, saved and deleted by every member who may write campaigns', async () => {
    const { id, version } = await begin();
    expect(version).toBe(1);
    const body = { ...FORM, fields: { ...FORM.fields, text: 'Now 30 %' } };
    const saved = await bo.post(at(id, 'save'), { name: 'Summer sale', body, version });
    expect(saved.json).toMatchObject({ id, version: 2, name: 'Summer sale', launchedAs: null });
    expect(saved.json).not.toHaveProperty('body');
    expect(await read(id)).toMatchObject({
      body,
      version: 2,
      madeBy: { id: String(ada.memberId) },
      changedBy: { id: String(bo.memberId) },
    });
    expect((await listIds())[0]).toBe(id);
    expect((await ada.post(at(id, 'delete'), { version: 2 })).status).toBe(204);
    expect(await listIds()).not.toContain(id);
    expect((await ada.get(at(id))).status).toBe(404);
  });

  it('A save over a newer version is refused with the author, the time and the version of that one', async () => {
    const { id } = await begin();
    const first = (await ada.post(at(id, 'save'), { ...CONTENT, version: 1 })).json as State;
    const refused = problemOf(await bo.post(at(id, 'save'), { name: 'Mine', body: {}, version: 1 }));
    expect(refused).toMatchObject({ status: 409, code: 'changed_meanwhile', path: 'version' });
    expect(refused.text).toBe(`${first.changedBy.name} saved version 2 at ${first.changedAt}`);
    expect(problemOf(await bo.post(at(id, 'delete'), { version: 1 }))).toMatchObject({ status: 409, path: 'version' });
    expect(await read(id)).toMatchObject({ body: FORM, version: 2 });
  });

  it('A repeated save with the same key is stored once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const draft = (await ada.post(at(), CONTENT, headers)).json as State;
    expect((await ada.post(at(), CONTENT, headers)).json).toEqual(draft);
    const body = { ...CONTENT, version: 1 };
    const saving = { 'idempotency-key': randomUUID() };
    const first = await ada.post(at(draft.id, 'save'), body, saving);
    const again = await ada.post(at(draft.id, 'save'), body, saving);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.json).toEqual(first.json);
    expect((await read(draft.id)).version).toBe(2);
  });

  it('A draft accepts only an object of limited size and a name of limited length', async () => {
    const { id } = await begin();
    const bodies: [string, unknown][] = [
      ['no body', { name: 'x' }],
      ['a list', { name: 'x', body: [] }],
      ['a text', { name: 'x', body: 'form' }],
      ['nothing', { name: 'x', body: null }],
      ['too large', { name: 'x', body: { text: 'a'.repeat(500_001) } }],
      ['a text that no database stores', { name: 'x', body: { text: 'a\0' } }],
      ['a name that is too long', { name: 'x'.repeat(201), body: {} }],
    ];
    for (const [fault, content] of bodies) {
      expect((await ada.post(at(), content)).status, fault).toBe(400);
      expect((await ada.post(at(id, 'save'), { ...(content as object), version: 1 })).status, fault).toBe(400);
    }
    expect((await ada.post(at(), { name: 'x', body: { text: 'a'.repeat(600_000) } })).status).toBeGreaterThanOrEqual(
      400,
    );
    let deep: object = {};
    for (let n = 0; n < 1500; n += 1) {
      deep = { in: deep };
    }
    expect((await ada.post(at(), { name: '', body: deep })).status, 'deep').toBeLessThan(500);
    for (const version of [0, -1, 1.5, 'two', null, 2 ** 40]) {
      expect((await ada.post(at(id, 'save'), { ...CONTENT, version })).status, `version ${version}`).toBeLessThan(500);
    }
    expect(await read(id)).toMatchObject({ version: 1, body: FORM });
  });

  it('A draft is refused without the permission and to another application', async () => {
    const { gateway } = sending;
    const { id } = await begin();
    const analyst = await signIn(gateway, [{ role: 'analyst', appId: gateway.appId }]);
    await gateway.app.get(ApplyService).apply({ app: 'other' }, { dryRun: false });
    const other = await gateway.app.get(ApplicationService).findByName('other');
    const stranger = await signIn(gateway, [{ role: 'owner', appId: other?.id ?? 0 }]);
    const askAll = async (who: PanelMember, app: string) => [
      await who.get(`/apps/${app}/drafts/${id}`),
      await who.post(`/apps/${app}/drafts/${id}/save`, { ...CONTENT, version: 1 }),
      await who.post(`/apps/${app}/drafts/${id}/delete`, { version: 1 }),
    ];
    expect((await askAll(analyst, 'shop')).map(({ status }) => status)).toEqual([403, 403, 403]);
    for (const app of ['shop', 'other']) {
      expect(
        (await askAll(stranger, app)).map(({ status }) => status),
        app,
      ).toEqual([404, 404, 404]);
    }
    expect(((await stranger.get('/apps/other/drafts')).json as { items: object[] }).items).toEqual([]);
    expect(await read(id)).toMatchObject({ version: 1, body: FORM });
  });
});

describe('Launch of a draft', () => {
  let seen: { hash: string; planned: number };
  beforeEach(async () => {
    const { hash, planned } = checkOf(await ada.post('/apps/shop/compose/check', CAMPAIGN)) as typeof seen;
    seen = { hash, planned };
  });
  const launch = async (draft: { id: string; version: number }, who = ada) =>
    who.post('/apps/shop/compose/launch', { campaign: CAMPAIGN, seen, draft }, { 'idempotency-key': randomUUID() });
  const countCampaigns = async () =>
    (
      await sending.gateway.fresh.db.row<{ n: number }>(
        `SELECT count(*)::integer AS n FROM notifications.definition WHERE kind = 'campaign'`,
      )
    )?.n ?? 0;

  it('A launched draft is closed and names the campaign that it became', async () => {
    const { id, version } = await begin();
    const launched = await launch({ id, version });
    expect(launched.status, launched.text).toBe(200);
    const { key } = launched.json as { key: string };
    expect(await read(id)).toMatchObject({ launchedAs: key, body: {} });
    expect(await listIds()).not.toContain(id);
    for (const based of [version, version + 1]) {
      const refused = problemOf(await bo.post(at(id, 'save'), { ...CONTENT, version: based }));
      expect(refused).toMatchObject({ status: 409, code: 'changed_meanwhile', path: 'launchedAs' });
      expect(refused.text).toContain(key);
      expect(problemOf(await launch({ id, version: based }, bo))).toMatchObject({ status: 409, path: 'launchedAs' });
    }
  });

  it('A draft is launched once, however many members launch it at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const draft = await begin();
      const before = await countCampaigns();
      const answers = await Promise.all([ada, bo, ada, bo, ada, bo].map((who) => launch(draft, who)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
      expect((await countCampaigns()) - before).toBe(1);
    }
  });

  it('The launch of a draft is refused when another member saved it in between, or it is unknown', async () => {
    const { id } = await begin();
    await bo.post(at(id, 'save'), { ...CONTENT, version: 1 });
    const before = await countCampaigns();
    expect(problemOf(await launch({ id, version: 1 }))).toMatchObject({ status: 409, path: 'version' });
    expect((await launch({ id: '987654321', version: 1 })).status).toBe(404);
    expect((await launch({ id: 'x', version: 1 })).status).toBe(404);
    expect(await countCampaigns()).toBe(before);
    expect((await read(id)).launchedAs).toBeNull();
  });

  it('A draft stays open when its launch is refused', async () => {
    const draft = await begin();
    seen = { ...seen, planned: seen.planned + 1 };
    expect(problemOf(await launch(draft))).toMatchObject({ status: 409, path: 'planned' });
    expect(await read(draft.id)).toMatchObject({ launchedAs: null, version: 1, body: FORM });
  });
});

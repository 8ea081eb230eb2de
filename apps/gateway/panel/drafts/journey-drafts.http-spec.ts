import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { dumpDatabase, findInDump } from '../../../../test/support/database/dump.js';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

const TAX_ID = 'TR-31415926-jo';
/** Conditions as a member writes them; the last has a wrong type, which a draft may have. */
const CONDITIONS = {
  plan: 'open-plan',
  $or: { taxId: [TAX_ID, 'other'], salary: { $not: { $gt: 31_415_926 } } },
  salary: '31415926 or so',
};
let gateway: TestGateway;
let owner: PanelMember;
beforeAll(async () => {
  gateway = await startGateway();
  owner = await signIn(gateway, [{ role: 'owner', appId: null }]);
  const attributes = [
    { code: 'plan', dataType: 'STRING' },
    { code: 'taxId', dataType: 'STRING', sealed: true },
    { code: 'salary', dataType: 'INT', sealed: true },
  ];
  await gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
});
afterAll(() => gateway.close());

const PLACE = '/apps/shop/journey-drafts';
const FORM = { name: 'cart', body: { form: 1, fields: { journey: { name: 'cart', steps: [] } } } };

describe('Drafts of journeys', () => {
  it('A draft of a journey is saved by version, and a save based on an older one changes nothing', async () => {
    const { json } = await owner.post(PLACE, FORM);
    const { id } = json as { id: string };
    expect(await owner.post(`${PLACE}/${id}/save`, { ...FORM, name: 'cart 2', version: 1 })).toMatchObject({
      status: 200,
      json: { version: 2 },
    });
    expect(await owner.post(`${PLACE}/${id}/save`, { ...FORM, name: 'lost', version: 1 })).toMatchObject({
      json: { problems: [{ code: 'changed_meanwhile' }] },
    });
    expect((await owner.get(`${PLACE}/${id}`)).json).toMatchObject({ name: 'cart 2', version: 2, body: FORM.body });
    await owner.post(`${PLACE}/${id}/delete`, { version: 2 });
    expect(await owner.get(`${PLACE}/${id}`)).toMatchObject({ status: 404 });
  });

  it('Drafts of journeys and of campaigns are not seen or changed by the operations of each other', async () => {
    const { id } = (await owner.post(PLACE, FORM)).json as { id: string };
    const campaign = (await owner.post('/apps/shop/drafts', FORM)).json as { id: string };
    const crossed = [
      await owner.get(`/apps/shop/drafts/${id}`),
      await owner.post(`/apps/shop/drafts/${id}/save`, { ...FORM, version: 1 }),
      await owner.post(`/apps/shop/drafts/${id}/delete`, { version: 1 }),
      await owner.post(`/apps/shop/drafts/${id}/presence`, { tab: 1, isOpen: true }),
      await owner.post(`/apps/shop/drafts/${id}/comments`, { text: 'hello' }),
      await owner.get(`${PLACE}/${campaign.id}`),
      await owner.post(`${PLACE}/${campaign.id}/save`, { ...FORM, version: 1 }),
    ];
    expect(crossed.map(({ status }) => status)).toEqual(crossed.map(() => 404));
    const listed = async (place: string) =>
      ((await owner.get(place)).json as { items: { id: string }[] }).items.map((draft) => draft.id);
    expect([await listed(PLACE), await listed('/apps/shop/drafts')]).toEqual([[id], [campaign.id]]);
  });

  it.each([
    ['journey-drafts', { journey: { name: 'tax', steps: [{ branch: { id: 'b', if: { profile: CONDITIONS } } }] } }],
    ['drafts', { target: { any: [{ none: [{ profile: CONDITIONS }] }] } }],
    ['drafts', { lines: [{ kind: 'attribute', code: 'taxId', operator: 'is', text: `${TAX_ID}, other` }] }],
  ])(
    'Conditions on a sealed attribute are not in clear text in %s that are not launched yet: %j',
    async (kind, fields) => {
      const { json } = await owner.post(`/apps/shop/${kind}`, { name: 'tax', body: { form: 1, fields } });
      const { id } = json as { id: string };
      const saved = await owner.post(`/apps/shop/${kind}/${id}/save`, {
        name: 'tax',
        body: { form: 1, fields },
        version: 1,
      });
      expect(saved.status).toBe(200);
      const { db, url } = gateway.fresh;
      expect(findInDump(await dumpDatabase(db, url), [TAX_ID, '31415926'])).toEqual([]);
      const { body } = (await owner.get(`/apps/shop/${kind}/${id}`)).json as { body: object };
      expect(JSON.stringify(body)).toContain('~sealed.');
    },
  );
});

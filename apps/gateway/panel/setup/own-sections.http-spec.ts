import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { ApplyService, SECTIONS, type Section } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

const OWN = ['settings', 'attributes', 'events', 'categories', 'buttonSets', 'sounds'];

let gateway: TestGateway;
let marketer: PanelMember;
let operator: PanelMember;
beforeAll(async () => {
  gateway = await startGateway();
  const applying = gateway.app.get(ApplyService);
  const settings = {
    timeZone: 'Europe/Istanbul',
    approval: { from: 10 },
    brand: { name: 'Shop' },
    defaultLanguage: 'tr',
  };
  await applying.apply({ app: 'shop', settings }, { dryRun: false });
  await applying.apply({ app: 'other' }, { dryRun: false });
  marketer = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
  operator = await signIn(gateway, [{ role: 'operator', appId: gateway.appId }]);
});
afterAll(() => gateway.close());

const place = (section: string, app = 'shop') => `/apps/${app}/setup/${section}`;
const baseOf = async (section: string) => ((await marketer.get(place(section))).json as { base: string }).base;
const problemOf = ({ json }: { json: unknown }) =>
  (json as { problems?: { code: string; path?: string }[] }).problems?.[0];

async function save(member: PanelMember, section: string, value: unknown, base?: string) {
  const text = JSON.stringify({ [section]: value });
  return member.post(`${place(section)}/apply`, { text, base: base ?? (await baseOf(section)) });
}

describe('Sections that marketers own', () => {
  it('A marketer lists, reads and reviews the own sections, and every other one is refused', async () => {
    const { items } = (await marketer.get('/apps/shop/setup')).json as { items: { section: Section }[] };
    expect(items.map(({ section }) => section)).toEqual(SECTIONS.filter((section) => OWN.includes(section)));
    for (const section of SECTIONS) {
      const text = JSON.stringify({ [section]: ['settings', 'channels'].includes(section) ? {} : [] });
      const answers = [
        await marketer.get(place(section)),
        await marketer.post(`${place(section)}/review`, { text }),
        ...(OWN.includes(section) ? [] : [await marketer.post(`${place(section)}/apply`, { text, base: 'x' })]),
      ];
      for (const answer of answers) {
        expect(answer.status, `${section}: ${answer.text}`).toBe(OWN.includes(section) ? 200 : 403);
      }
    }
    expect((await marketer.get('/apps/shop/setup/file')).status).toBe(403);
  });

  it('A marketer changes an attribute, an event and a topic, and the audit log names the member', async () => {
    for (const [section, entry] of [
      ['attributes', { code: 'shoe', dataType: 'INT' }],
      ['events', { code: 'Bought' }],
      ['categories', { name: 'Shoes' }],
      ['sounds', { name: 'bell', platform: 'IOS' }],
      ['buttonSets', { id: 7, buttons: ['Yes'] }],
    ] as const) {
      const { value } = (await marketer.get(place(section))).json as { value: object[] };
      const saved = await save(marketer, section, [...value, entry]);
      expect(saved.status, `${section}: ${saved.text}`).toBe(200);
      const [entryOfLog] = await gateway.app
        .get(AuditService)
        .listEntries(gateway.appId, { limit: 1, action: 'setup.' });
      expect(entryOfLog?.by).toMatchObject({ kind: 'member', id: String(marketer.memberId) });
      expect(entryOfLog?.differences).toHaveLength(1);
    }
  });

  it('A marketer sees and changes only brand, language, icon and campaign parameters of the settings', async () => {
    const shown = (await marketer.get(place('settings'))).json as { text: string; value: Record<string, unknown> };
    expect(
      Object.keys(shown.value).every((name) => ['brand', 'defaultLanguage', 'iconUrl', 'utm'].includes(name)),
    ).toBe(true);
    expect(shown.text).not.toMatch(/approval|timeZone|panelMayEdit/);
    const saved = await save(marketer, 'settings', { brand: { name: 'Shoes' }, defaultLanguage: 'de', utm: true });
    expect(saved.status, saved.text).toBe(200);
    expect(saved.text).not.toMatch(/approval|timeZone|Istanbul/);
    const whole = (await operator.get(place('settings'))).json as { value: Record<string, unknown> };
    expect(whole.value).toMatchObject({
      timeZone: 'Europe/Istanbul',
      approval: { from: 10 },
      brand: { name: 'Shoes' },
      defaultLanguage: 'de',
    });
  });

  it.each([
    ['approval', { approval: false }],
    ['timeZone', { brand: { name: 'X' }, timeZone: 'UTC' }],
    ['panelMayEdit', { panelMayEdit: 'all' }],
    ['retention', { retention: { results: '1d' } }],
    ['identity', { identity: 'optional' }],
  ])('A marketer who changes the setting %s is refused, and nothing changes', async (name, value) => {
    const before = (await operator.get(place('settings'))).text;
    for (const answer of [
      await marketer.post(`${place('settings')}/review`, { text: JSON.stringify({ settings: value }) }),
      await save(marketer, 'settings', value),
    ]) {
      expect([answer.status, problemOf(answer)]).toMatchObject([
        403,
        { code: 'permission_missing', path: `settings.${name}` },
      ]);
    }
    expect((await operator.get(place('settings'))).text).toBe(before);
  });

  it('A marketer does not take the mark off private values', async () => {
    const applying = gateway.app.get(ApplyService);
    await applying.apply(
      { app: 'shop', attributes: [{ code: 'income', dataType: 'INT', privateInfo: true }] },
      { dryRun: false },
    );
    const refused = await save(marketer, 'attributes', [{ code: 'income', dataType: 'INT' }]);
    expect([refused.status, refused.text.includes('users.private')], refused.text).toEqual([403, true]);
  });

  it('A marketer of one application changes no section of another, and support changes none', async () => {
    const support = await signIn(gateway, [{ role: 'support', appId: gateway.appId }]);
    for (const section of OWN) {
      const text = JSON.stringify({ [section]: section === 'settings' ? {} : [] });
      expect((await marketer.post(`${place(section, 'other')}/apply`, { text, base: 'x' })).status).toBe(404);
      expect((await support.post(`${place(section)}/apply`, { text, base: 'x' })).status).toBe(403);
    }
  });

  it('An operator keeps every section', async () => {
    const { items } = (await operator.get('/apps/shop/setup')).json as { items: { section: Section }[] };
    expect(items.map(({ section }) => section)).toEqual([...SECTIONS]);
  });
});

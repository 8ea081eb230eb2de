import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

const TEMPLATES = 12;
const TEXT = "Hi {{ name }}. {% render 'footer', year: 2026 %}";
let sending: Sending;
let marketer: PanelMember;
let keys: number[];

const apply = (file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
const footer = (version: number, text: string) => ({ name: 'footer', version, params: ['year'], text });
const blocksOf = async () => (await marketer.get('/apps/shop/blocks')).json;
const audited = async () => (await marketer.get('/apps/shop/audit?limit=20')).text;

beforeAll(async () => {
  sending = await startSending();
  await apply({
    attributes: [{ code: 'name', dataType: 'STRING' }],
    blocks: [footer(1, 'Old shop {{ year }}')],
    catalogs: [
      {
        name: 'products',
        key: 'sku',
        fields: { title: 'STRING', price: 'DOUBLE' },
        selections: [{ name: 'like', same: ['title'], limit: 3 }],
      },
    ],
    fetches: [{ name: 'weather', url: 'https://weather.example.com/now' }],
  });
  const definitions = Array.from({ length: TEMPLATES }, (_, index) => ({
    title: `Letter ${index}`,
    message: TEXT,
    templates: 'liquid',
    platforms: ['IOS'],
    languages: { de: { title: `Brief ${index}` } },
  }));
  keys = [];
  for (const definition of definitions) {
    const answer = await sending.post('createNotificationDefinition', definition);
    keys.push((answer as { notificationKey: number }).notificationKey);
  }
  marketer = await signIn(sending.gateway, [{ role: 'admin', appId: sending.gateway.appId }]);
});
afterAll(() => sending.close());

describe('Blocks in the panel', () => {
  it('A block that changes in twelve templates is shown before and after in each, and renewed in all', async () => {
    expect(await blocksOf()).toEqual({ items: [{ name: 'footer', version: 1, uses: TEMPLATES, outdated: 0 }] });
    await apply({ blocks: [footer(1, 'Old shop {{ year }}'), footer(2, 'New shop {{ year }}')] });
    expect(await blocksOf()).toEqual({ items: [{ name: 'footer', version: 2, uses: TEMPLATES, outdated: TEMPLATES }] });
    const { uses } = (await marketer.get('/apps/shop/blocks/footer')).json as { uses: object[] };
    expect(uses).toHaveLength(TEMPLATES);
    expect(uses[0]).toMatchObject({
      version: 1,
      isNewest: false,
      texts: [{ field: 'text', before: 'Hi @{name}. Old shop 2026', after: 'Hi @{name}. New shop 2026' }],
    });
    const renewed = await marketer.post('/apps/shop/blocks/footer/renew', { notificationKeys: keys });
    expect([renewed.status, renewed.json]).toEqual([200, { renewed: TEMPLATES }]);
    expect(await blocksOf()).toEqual({ items: [{ name: 'footer', version: 2, uses: TEMPLATES, outdated: 0 }] });
    expect((await audited()).split('definition.change')).toHaveLength(TEMPLATES + 1);
  });

  it('A block or definition of another application is unknown', async () => {
    const unknown = await marketer.get('/apps/shop/blocks/header');
    expect(unknown.status).toBe(404);
    const strange = await marketer.post('/apps/shop/blocks/footer/renew', { notificationKeys: [2_000_000_000] });
    expect(strange.status).toBe(404);
  });
});

describe('Translations in the panel', () => {
  it('States are listed by language, and a file that comes back changes them with an audit entry', async () => {
    const [key = 0] = keys;
    const list = async () =>
      (await marketer.get('/apps/shop/translations')).json as { items: { languages: object[] }[] };
    expect((await list()).items).toHaveLength(TEMPLATES);
    const { xliff } = (await marketer.get(`/apps/shop/translations/${key}?language=fr`)).json as { xliff: string };
    const answer = await marketer.post(`/apps/shop/translations/${key}`, {
      language: 'fr',
      units: [{ id: 'text', source: TEXT, translation: `Salut ${TEXT}` }],
    });
    expect(answer.status, answer.text).toBe(204);
    expect(xliff).toContain('<xliff');
    const { languages, units } = (await marketer.get(`/apps/shop/translations/${key}?language=fr`)).json as {
      languages: object[];
      units: object[];
    };
    expect(languages).toMatchObject([{ language: 'de' }, { language: 'fr', translated: 1 }]);
    expect(units).toMatchObject([{ id: 'title' }, { id: 'text', translation: `Salut ${TEXT}`, state: 'translated' }]);
    expect(await audited()).toContain(`definition ${key}`);
    const whole = await marketer.post(`/apps/shop/translations/${key}`, { xliff: '<!DOCTYPE x><xliff/>' });
    expect(whole.status).toBe(400);
  });
});

describe('Names for authors', () => {
  it('Catalogs with their selections, blocks and live data are listed for the composer', async () => {
    expect((await marketer.get('/apps/shop/compose/names')).json).toEqual({
      catalogs: [
        {
          name: 'products',
          key: 'sku',
          fields: expect.arrayContaining([{ code: 'title', type: 'STRING' }]) as object[],
          selections: [{ name: 'like', same: ['title'] }],
        },
      ],
      blocks: [{ name: 'footer', params: ['year'] }],
      fetches: [{ name: 'weather', per: 'campaign' }],
    });
  });
});

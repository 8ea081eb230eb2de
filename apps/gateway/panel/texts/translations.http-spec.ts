import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyService } from '#libs/journeys/control';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

interface Unit {
  id: string;
  source: string;
  translation: string | null;
  state: string;
}
interface Texts {
  languages: object[];
  units: Unit[];
  xliff: string;
}

const JOURNEY = {
  name: 'cart',
  state: 'off',
  entry: { event: 'Cart' },
  steps: [
    { wait: { id: 'hour', for: '1h' } },
    {
      branch: { id: 'which', if: { tag: 'vip' } },
      yes: [{ send: { id: 'hello', contents: [{ platforms: ['IOS'], templates: 'liquid', text: 'Hi {{ name }}' }] } }],
    },
  ],
};
let sending: Sending;
let owner: PanelMember;

const get = async (path: string): Promise<unknown> => {
  const answer = await owner.get(`/apps/shop/${path}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
};
const post = (path: string, body: object) => owner.post(`/apps/shop/${path}`, body);

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app.get(ApplyService).apply(
    {
      app: 'shop',
      attributes: [{ code: 'name', dataType: 'STRING' }],
      events: [{ code: 'Cart' }],
      journeys: [JOURNEY],
    },
    { dryRun: false },
  );
  owner = await signIn(sending.gateway, [{ role: 'owner', appId: sending.gateway.appId }]);
});
afterAll(() => sending.close());

describe('Translations of a draft', () => {
  const fields = {
    id: 0,
    key: 'k',
    name: 'Spring',
    platforms: ['IOS'],
    title: 'Sale',
    text: 'Hi {{ name }}, now',
    link: '',
    mail: { kind: 'blocks', html: '', preheader: '', accent: '#0b6e63', blocks: [], template: {} },
    languages: [],
  };

  it('A draft goes to a translator as XLIFF and comes back, and what changed since is in sight', async () => {
    const begin = await post('drafts', { name: 'Spring', body: { form: 1, fields } });
    expect(begin.status, begin.text).toBe(200);
    const { id, version } = begin.json as { id: string; version: number };
    const path = `draft-translations/${id}`;
    expect(await get('draft-translations')).toMatchObject({ items: [{ name: 'Spring', languages: [] }] });
    const { units, xliff } = (await get(`${path}?language=de`)) as Texts;
    expect(units.map(({ id: unit, state }) => [unit, state])).toEqual([
      ['0.title', 'missing'],
      ['0.text', 'missing'],
    ]);
    const translated = xliff
      .replace('Sale</source>', 'Sale</source><target>Ausverkauf</target>')
      .replace(/(Hi (<ph [^>]*>), now<\/source>)/, '$1<target>Hallo $2, jetzt</target>');
    const stored = await post(path, { xliff: translated });
    expect(stored.status, stored.text).toBe(204);
    expect(((await get(`${path}?language=de`)) as Texts).languages).toEqual([
      { language: 'de', missing: 0, translated: 2, changed: 0 },
    ]);
    const draft = (await get(`drafts/${id}`)) as { version: number; body: { fields: object } };
    expect(draft).toMatchObject({
      version: version + 1,
      body: { fields: { languages: [{ name: 'de', title: 'Ausverkauf', text: 'Hallo {{ name }}, jetzt' }] } },
    });
    const changed = { ...draft.body, fields: { ...draft.body.fields, title: 'Summer sale' } };
    const saved = await post(`drafts/${id}/save`, { name: 'Spring', body: changed, version: draft.version });
    expect(saved.status, saved.text).toBe(200);
    expect(((await get(`${path}?language=de`)) as Texts).languages).toEqual([
      { language: 'de', missing: 0, translated: 1, changed: 1 },
    ]);
    // The file is of the earlier title now.
    const late = await post(path, { xliff: translated });
    expect([late.status, late.json]).toMatchObject([
      400,
      { problems: [{ path: 'xliff.0.title', reason: { code: 'translation_source', values: [] } }] },
    ]);
    const units2 = [
      { id: '0.title', source: 'Summer sale', translation: 'Sommer' },
      { id: '0.text', source: fields.text, translation: 'Hallo, jetzt' },
    ];
    const bad = await post(path, { language: 'de', units: units2 });
    expect([bad.status, bad.json]).toMatchObject([
      400,
      { problems: [{ path: 'units.0.text', reason: { code: 'translation_lacks', values: ['name'] } }] },
    ]);
    expect(((await get(`${path}?language=de`)) as Texts).units[0]).toMatchObject({ translation: 'Ausverkauf' });
    expect((await owner.get('/apps/shop/audit?limit=20')).text).toContain(`draft ${id}`);
  });

  it('A draft of another application, or none, is unknown', async () => {
    for (const path of ['draft-translations/999', 'journey-translations/none']) {
      expect((await owner.get(`/apps/shop/${path}`)).status).toBe(404);
      expect((await post(path, { language: 'de', units: [] })).status).toBe(404);
    }
  });
});

describe('Translations of a journey', () => {
  it('Texts of steps, those of branches too, come back as a new version', async () => {
    expect(await get('journey-translations')).toEqual({ items: [{ name: 'cart', languages: [] }] });
    const { units } = (await get('journey-translations/cart?language=de')) as Texts;
    expect(units).toMatchObject([{ id: 'hello.0.text', source: 'Hi {{ name }}', state: 'missing' }]);
    const unit = { id: 'hello.0.text', source: 'Hi {{ name }}', translation: 'Hallo {{ nam }}' };
    const bad = await post('journey-translations/cart', { language: 'de', units: [unit] });
    expect([bad.status, bad.json]).toMatchObject([400, { problems: [{ path: 'units.hello.0.text' }] }]);
    const answer = await post('journey-translations/cart', {
      language: 'de',
      units: [{ ...unit, translation: 'Hallo {{ name }}' }],
    });
    expect(answer.status, answer.text).toBe(204);
    const journey = await sending.gateway.app.get(JourneyService).get(sending.gateway.appId, 'cart');
    expect(journey.version).toBe(2);
    expect(JSON.stringify(journey.definition)).toContain('"languages":{"de":{"text":"Hallo {{ name }}"}}');
    expect(await get('journey-translations')).toEqual({
      items: [{ name: 'cart', languages: [{ language: 'de', missing: 0, translated: 1, changed: 0 }] }],
    });
  });

  it('A server reads and stores the same over REST', async () => {
    const read = async (path: string): Promise<unknown> => {
      const answer = await sending.gateway.call(`/rest/3.0/${path}`, { method: 'GET' });
      expect(answer.status, answer.text).toBe(200);
      return answer.json;
    };
    const { items } = (await read('getTranslatedDrafts')) as { items: { draftId: number }[] };
    const [draft] = items;
    expect(await read(`getDraftTranslations?draftId=${draft?.draftId}&language=de`)).toMatchObject({
      units: [{ id: '0.title' }, { id: '0.text' }],
    });
    const unit = { id: '0.title', source: 'Summer sale', translation: 'Sommerschluss' };
    await sending.post('updateDraftTranslations', { draftId: draft?.draftId, language: 'de', units: [unit] });
    expect(await read(`getDraftTranslations?draftId=${draft?.draftId}`)).toEqual({
      languages: [{ language: 'de', missing: 0, translated: 2, changed: 0 }],
    });
    expect(await read('getTranslatedJourneys')).toMatchObject({ items: [{ name: 'cart' }] });
    const french = { id: 'hello.0.text', source: 'Hi {{ name }}', translation: 'Salut {{ name }}' };
    await sending.post('updateJourneyTranslations', { journey: 'cart', language: 'fr', units: [french] });
    expect(await read('getJourneyTranslations?journey=cart&language=fr')).toMatchObject({
      units: [{ translation: 'Salut {{ name }}', state: 'translated' }],
    });
    const { status, json } = await sending.gateway.call('/rest/3.0/updateDraftTranslations', {
      body: { draftId: 999, language: 'de', units: [] },
    });
    expect([status, json]).toMatchObject([400, { code: 5003 }]);
  });
});

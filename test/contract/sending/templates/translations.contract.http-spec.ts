import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
});
afterAll(() => sending.close());

function apply(file: object): Promise<unknown> {
  return sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
}

async function define(body: object): Promise<number> {
  const definition = { title: 'Order shipped', message: 'Hi @{name|you}', platforms: ['IOS'], ...body };
  return (await sending.post<{ notificationKey: number }>('createNotificationDefinition', definition)).notificationKey;
}

async function read<A>(operation: string): Promise<A> {
  const { status, json, text } = await sending.gateway.call(`/rest/3.0/${operation}`, { method: 'GET' });
  expect(status, text).toBe(200);
  return json as A;
}

async function refusal(operation: string, body: object): Promise<unknown> {
  const { status, json } = await sending.gateway.call(`/rest/3.0/${operation}`, { body });
  return { status, ...(json as object) };
}

interface Translations {
  languages: unknown[];
  units: { id: string; source: string; translation: string | null; state: string }[];
  xliff: string;
}

describe('Translations of a definition', () => {
  it('A file in XLIFF goes to a translator and comes back, and states tell what is missing or out of date', async () => {
    const notificationKey = await define({ languages: { tr: { title: 'Siparişiniz yolda' } } });
    const get = (language: string) =>
      read<Translations>(`getDefinitionTranslations?notificationKey=${notificationKey}&language=${language}`);
    const { units, xliff, languages } = await get('de');
    expect(units.map(({ id, state }) => [id, state])).toEqual([
      ['title', 'missing'],
      ['text', 'missing'],
    ]);
    expect(languages).toEqual([{ language: 'tr', missing: 1, translated: 1, changed: 0 }]);
    const translated = xliff
      .replace('Order shipped</source>', 'Order shipped</source><target>Bestellung unterwegs</target>')
      .replace(/(Hi (<ph [^>]*>)<\/source>)/, '$1<target>Hallo $2</target>');
    await sending.post('updateDefinitionTranslations', { notificationKey, xliff: translated });
    expect((await get('de')).units).toEqual([
      { id: 'title', kind: 'text', source: 'Order shipped', translation: 'Bestellung unterwegs', state: 'translated' },
      { id: 'text', kind: 'text', source: 'Hi @{name|you}', translation: 'Hallo @{name|you}', state: 'translated' },
    ]);
    const { definition } = await read<{ definition: object }>(
      `getNotificationDefinition?notificationKey=${notificationKey}`,
    );
    await sending.post('updateNotificationDefinition', { ...definition, notificationKey, title: 'Order sent' });
    expect((await get('de')).languages).toContainEqual({ language: 'de', missing: 0, translated: 1, changed: 1 });
    const unit = { id: 'title', source: 'Order sent', translation: 'Bestellung verschickt' };
    await sending.post('updateDefinitionTranslations', { notificationKey, language: 'de', units: [unit] });
    expect((await get('de')).units.map(({ state }) => state)).toEqual(['translated', 'translated']);
  });

  it('A translation of another source, without a value or with another tag is refused with its place', async () => {
    const notificationKey = await define({ message: 'Hi @{name|you}', subject: 'S', platforms: ['EMAIL'] });
    const update = (id: string, source: string, translation: string) =>
      refusal('updateDefinitionTranslations', {
        notificationKey,
        language: 'de',
        units: [
          { id: 'title', source: 'S', translation: 'B' },
          { id, source, translation },
        ],
      });
    const bad = { status: 400, code: 2004 };
    for (const [id, source, translation, place] of [
      ['text', 'Hello', 'Hallo', 'text: its source is another text now'],
      ['text', 'Hi @{name|you}', 'Hallo', 'text: name is missing'],
      ['text', 'Hi @{name|you}', '<b>Hallo</b> @{name}', 'text: the tag <b> does not fit'],
      ['subject', 'S', 'B', 'subject: there is no such text'],
    ] as const) {
      const answer = await update(id, source, translation);
      expect(answer, place).toMatchObject(bad);
      expect(JSON.stringify(answer)).toContain(place);
    }
    const { languages } = await read<Translations>(`getDefinitionTranslations?notificationKey=${notificationKey}`);
    expect(languages).toEqual([]);
  });

  it('A hostile or wrong file is refused and changes nothing', async () => {
    const notificationKey = await define({});
    const bad = { status: 400, code: 2004 };
    const file = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><xliff version="2.0" trgLang="de">&a;</xliff>';
    expect(await refusal('updateDefinitionTranslations', { notificationKey, xliff: file })).toMatchObject(bad);
    const units = [{ id: 'text', source: 'Hi @{name|you}', translation: 'Hi @{name} @{name' }];
    expect(await refusal('updateDefinitionTranslations', { notificationKey, language: 'de', units })).toMatchObject(
      bad,
    );
    expect(await refusal('updateDefinitionTranslations', { notificationKey, language: 'xx-no', units })).toMatchObject(
      bad,
    );
    expect(await refusal('updateDefinitionTranslations', { notificationKey, language: 'de' })).toMatchObject(bad);
    const { languages } = await read<Translations>(`getDefinitionTranslations?notificationKey=${notificationKey}`);
    expect(languages).toEqual([]);
  });
});

describe('Blocks that change', () => {
  it('A block changed in twelve templates shows what it changes in each, and is brought to those that are chosen', async () => {
    await apply({ blocks: [{ name: 'footer', params: ['year'], text: 'Old {{ year }}' }] });
    const keys: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const message = `Text ${n} {{ name }} {% render 'footer', year: 2026 %}`;
      keys.push(await define({ message, templates: 'liquid' }));
    }
    await apply({ blocks: [{ name: 'footer', version: 2, params: ['year'], text: 'New {{ year }}' }] });
    const uses = () =>
      read<{
        newest: number;
        uses: { notificationKey: number; version: number; isNewest: boolean; texts: object[] }[];
      }>('getBlockUses?name=footer');
    const before = await uses();
    expect(before).toMatchObject({ newest: 2 });
    expect(before.uses).toHaveLength(12);
    expect(before.uses.at(-1)).toMatchObject({
      notificationKey: keys[0],
      version: 1,
      isNewest: false,
      texts: [{ field: 'text', before: 'Text 0 @{name} Old 2026', after: 'Text 0 @{name} New 2026' }],
    });
    const notificationKeys = keys.slice(0, 11);
    expect(await sending.post('renewBlocks', { name: 'footer', notificationKeys })).toEqual({ renewed: 11 });
    const after = await uses();
    expect(after.uses.filter(({ isNewest }) => !isNewest).map(({ notificationKey }) => notificationKey)).toEqual(
      keys.slice(11),
    );
    expect(after.uses.flatMap(({ texts }) => texts)).toHaveLength(1);
    const plain = await define({});
    expect(await refusal('renewBlocks', { name: 'footer', notificationKeys: [plain] })).toMatchObject({ status: 400 });
    expect(await refusal('renewBlocks', { name: 'none', notificationKeys: [plain] })).toMatchObject({ code: 5003 });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

const PATH = '/apps/shop/compose/preview';
const MESSAGE = {
  title: 'Spring',
  text: 'See it, @{name|you}.',
  platforms: ['IOS', 'ANDROID'],
  languages: { tr: { text: 'Gör, @{name|sen}.' }, German: { text: 'Sieh, @{name|du}.' } },
};

interface Preview {
  person: boolean;
  items: { platform: string; language: string | null; ownLanguage: string | null; payload: object | null }[];
  warnings: { field: string; code: string }[];
}

let sending: Sending;
let owner: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  const attributes = [{ code: 'name', dataType: 'STRING' }];
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
  owner = await signIn(sending.gateway);
  await sending.post('registerUsers', [
    { extId: 'ayse', language: 'tr', platform: 'IOS', deviceToken: 'a'.repeat(64), profile: { name: 'Ayşe' } },
    { extId: 'ayse', platform: 'ANDROID', deviceToken: 'phone-ayse' },
    { extId: 'jean', language: 'fr', platform: 'IOS', deviceToken: 'b'.repeat(64), profile: { name: 'Jean' } },
  ]);
  await sending.gateway.makeKey('mobile', { kind: 'mobile' });
  // No one has said which language this one speaks, but both of its devices do.
  for (const device of [
    { platform: 'IOS', token: 'c'.repeat(64), language: 'tr' },
    { platform: 'ANDROID', token: 'phone-both', language: 'de-AT' },
  ]) {
    const body = { extId: 'both', ...device };
    expect((await sending.gateway.call('/sdk/1.0/installations', { key: 'mobile', body })).status).toBe(200);
  }
});
afterAll(() => sending.close());

async function preview(question: object): Promise<Preview> {
  const answer = await owner.post(PATH, { message: MESSAGE, ...question });
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Preview;
}

const textOf = ({ payload }: Preview['items'][number]): string | undefined =>
  /"body":"([^"]*)"/.exec(JSON.stringify(payload))?.[1];

describe('Language of a preview for a person', () => {
  it('The preview shows each address its own language when no language is chosen', async () => {
    const { items } = await preview({ extId: 'ayse' });
    expect(items.map(textOf)).toEqual(['Gör, Ayşe.', 'Gör, Ayşe.']);
    expect(items).toMatchObject(items.map(() => ({ language: 'tr', ownLanguage: 'tr' })));
    expect((await preview({ extId: 'jean' })).items).toMatchObject([{ language: null, ownLanguage: null }]);
  });

  it.each([
    ['German', 'German', 'Sieh, Ayşe.'],
    ['', null, 'See it, Ayşe.'],
    ['tr', 'tr', 'Gör, Ayşe.'],
  ])(
    "The preview for a person uses the chosen language '%s' and also gives the person's own language",
    async (written, language, text) => {
      const { person, items } = await preview({ extId: 'ayse', language: written });
      expect(person).toBe(true);
      expect(items.map(textOf)).toEqual([text, text]);
      expect(items).toMatchObject(items.map(() => ({ language, ownLanguage: 'tr' })));
    },
  );

  it('The preview gives the own language of each device when the devices differ', async () => {
    const { items } = await preview({ extId: 'both', language: '' });
    expect(items.map(textOf)).toEqual(['See it, you.', 'See it, you.']);
    expect(items.map(({ platform, ownLanguage }) => [platform, ownLanguage])).toEqual([
      ['IOS', 'tr'],
      ['ANDROID', 'German'],
    ]);
  });

  it('The preview warns only about the texts of the chosen language', async () => {
    const message = { ...MESSAGE, languages: { tr: { text: 'x'.repeat(5) }, German: { text: 'Sieh, @{name}.' } } };
    const { warnings } = await preview({ message, extId: 'both', language: 'German' });
    expect(warnings).toMatchObject([
      { field: 'message.languages.German.text', code: 'missing_value' },
      { code: 'not_sent', field: '' },
      { code: 'not_sent', field: '' },
    ]);
    expect((await preview({ message, extId: 'both', language: 'tr' })).warnings).toEqual([]);
  });

  it('The preview without a known person shows all languages and no own language', async () => {
    for (const { person, items } of [await preview({}), await preview({ extId: 'nobody', language: 'tr' })]) {
      expect(person).toBe(false);
      expect(new Set(items.map(({ language }) => language))).toEqual(new Set([null, 'tr', 'German']));
      expect(items.every(({ ownLanguage }) => ownLanguage === null)).toBe(true);
    }
  });

  it.each([
    ['that the message does not have', { extId: 'ayse', language: 'fr' }, 'malformed'],
    ['that is the name of something else', { extId: 'ayse', language: '__proto__' }, 'malformed'],
    ['that is too long', { extId: 'ayse', language: 'x'.repeat(81) }, 'malformed'],
    ['of nobody', { language: 'tr' }, 'missing_field'],
  ])('The preview rejects a language %s', async (_what, question, code) => {
    const answer = await owner.post(PATH, { message: MESSAGE, ...question });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ problems: [{ code, path: code === 'malformed' ? 'language' : 'extId' }] });
  });
});

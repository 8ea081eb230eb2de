import { describe, expect, it } from 'vitest';
import { languagesOf, listDraftTexts, withDraftTexts } from './draft-texts.js';

const RICH = [{ pieces: [{ type: 'text', text: 'Hi', bold: true }] }];
const mailOf = (texts: { heading: string; alt: string }, blocks: object[] = []) => ({
  kind: 'blocks',
  html: '',
  preheader: '',
  accent: '#0b6e63',
  template: { id: '', version: 0, regions: [] },
  blocks: [
    { id: 'a', kind: 'heading', text: texts.heading, level: '1', columns: [], alt: '', unsubscribe: '' },
    {
      id: 'b',
      kind: 'columns',
      text: '',
      columns: [[{ id: 'c', kind: 'image', text: '', alt: texts.alt, url: 'https://a/', columns: [] }], []],
    },
    ...blocks,
  ],
});
const bodyOf = (mail: object, languages: object[] = []) => ({
  form: 2,
  fields: {
    name: 'Spring',
    open: 0,
    contents: [
      { id: 0, platforms: ['IOS'], title: 'Sale', text: 'Now', languages: [] },
      { id: 3, platforms: ['EMAIL'], title: '', text: '', subject: 'Sale!', mail, languages },
    ],
  },
});
const MAIN = mailOf({ heading: 'Spring', alt: 'Shoes' }, [
  { id: 'd', kind: 'text', text: 'Hi', rich: RICH, columns: [] },
]);

describe('Texts of a draft', () => {
  it('Every text of every content has a place, those in columns too', () => {
    expect(listDraftTexts(bodyOf(MAIN), 'de').map(({ id, kind, source }) => [id, kind, source])).toEqual([
      ['0.title', 'text', 'Sale'],
      ['0.text', 'text', 'Now'],
      ['3.title', 'text', 'Sale!'],
      ['3.block.0', 'text', 'Spring'],
      ['3.block.1.0.0.alt', 'text', 'Shoes'],
      ['3.block.2', 'rich', '<b>Hi</b>'],
    ]);
  });

  it('A language that is new begins as a copy of the mail, and gets its texts', () => {
    const texts = new Map([
      ['3.title', 'Ausverkauf!'],
      ['3.block.1.0.0.alt', 'Schuhe'],
      ['3.block.2', '<b>Hallo</b>'],
    ]);
    const body = withDraftTexts(bodyOf(MAIN), 'de', texts);
    expect(languagesOf(body)).toEqual(['de']);
    expect(listDraftTexts(body, 'de').map(({ id, target }) => [id, target])).toEqual([
      ['0.title', null],
      ['0.text', null],
      ['3.title', 'Ausverkauf!'],
      ['3.block.0', 'Spring'],
      ['3.block.1.0.0.alt', 'Schuhe'],
      ['3.block.2', '<b>Hallo</b>'],
    ]);
    const { fields } = body as { fields: { contents: { languages: { mail: { blocks: object[] } }[] }[] } };
    expect(fields.contents[1]?.languages[0]?.mail.blocks[2]).toMatchObject({
      text: 'Hallo',
      rich: [{ pieces: [{ type: 'text', text: 'Hallo', bold: true }] }],
    });
    expect(fields.contents[0]?.languages).toEqual([]);
  });

  it('A mail that is built otherwise in a language has no texts beside those of the main one', () => {
    const part = { name: 'de', title: 'Neu', text: '', link: '', mail: mailOf({ heading: 'Frühling', alt: 'Schuhe' }) };
    expect(listDraftTexts(bodyOf(MAIN, [part]), 'de').map(({ id }) => id)).toEqual(['0.title', '0.text', '3.title']);
  });

  it('A draft of one content has its texts beside the other fields', () => {
    const body = { form: 1, fields: { id: 0, name: 'A', platforms: ['SMS'], title: '', text: 'Hi', languages: [] } };
    expect(listDraftTexts(body, 'de')).toEqual([{ id: '0.text', kind: 'text', source: 'Hi', target: null }]);
    expect(listDraftTexts(withDraftTexts(body, 'de', new Map([['0.text', 'Hallo']])), 'de')).toMatchObject([
      { target: 'Hallo' },
    ]);
  });

  it.each([{}, { fields: null }, { fields: { contents: 'x' } }, { fields: { contents: [null, { platforms: 1 }] } }])(
    'A form without texts has none: %j',
    (body) => {
      expect(listDraftTexts(body, 'de')).toEqual([]);
      expect(languagesOf(body)).toEqual([]);
    },
  );
});

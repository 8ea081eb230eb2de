import { describe, expect, it } from 'vitest';
import { slowTexts } from '../../../test/support/rooms/hostile-texts.js';
import { cleanText, isTooDeep } from '../model/clean-values.js';
import { LanguageIndex } from '../model/languages.js';
import { findHtmlPlaces } from './html/html-context.js';
import { compileText } from './linked-template.js';
import { compileMail, toPlainText } from './mail-template.js';
import { parseHtml, parseText } from './placeholders.js';
import {
  encodeWholeLink,
  escapeHtml,
  fillLink,
  fillTemplate,
  findValue,
  isSafeLink,
  toSingleLine,
  toValueText,
} from './template.js';

const always = (raw: string) => () => ({ text: raw, raw });
const parse = (text: string) => parseText(text).template;

const FUNCTIONS: Record<string, (text: string) => unknown> = {
  parseHtml,
  findHtmlPlaces: (text) => findHtmlPlaces(parse(text)),
  compileText,
  compileMail,
  toPlainText,
  fillTemplate: (text) => fillTemplate(parse(text), always('v'), (value) => escapeHtml(value.text)),
  findValue: (text) => findValue(text, always('')),
  'fillLink, a template': (text) => fillLink(parse(`@{a}${text}`), always(text.slice(0, 50))),
  'fillLink, a value': (text) => fillLink(parse('@{a}'), always(text)),
  encodeWholeLink,
  isSafeLink,
  toValueText: (text) => toValueText([text, { text }]),
  escapeHtml,
  toSingleLine,
  cleanText,
  isTooDeep: (text) => isTooDeep({ text }),
  LanguageIndex: (text) => new LanguageIndex([text]).find(text.slice(1)),
};

describe('Time for hostile texts', () => {
  it.each(Object.entries(FUNCTIONS))(
    'The time for a hostile text does not grow with the square of its length in %s',
    async (_, read) => expect(await slowTexts(read)).toEqual([]),
  );
});

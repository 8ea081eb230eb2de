import { describe, expect, it } from 'vitest';
import { slowTexts } from '../../../test/support/rooms/hostile-texts.js';
import { cleanText, isTooDeep } from '../model/clean-values.js';
import { LanguageIndex } from '../model/languages.js';
import { findHtmlContexts } from './html/html-context.js';
import { toPlainText } from './plain-text.js';
import {
  encodeWholeLink,
  escapeHtml,
  fillLink,
  fillTemplate,
  findValue,
  isSafeLink,
  TemplateCache,
  toSingleLine,
  toValueText,
} from './template.js';

const always = (raw: string) => () => ({ text: raw, raw });
const parse = (text: string) => new TemplateCache().parse(text);

const FUNCTIONS: Record<string, (text: string) => unknown> = {
  findHtmlContexts: (text) => findHtmlContexts(parse(text)),
  createTextEscape: (text) => new TemplateCache().createTextEscape(text),
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

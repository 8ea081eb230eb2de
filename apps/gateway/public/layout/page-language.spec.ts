import { describe, expect, it } from 'vitest';
import { findText } from './find-text.js';
import { choosePageLanguage, directionOf } from './page-language.js';

describe('choosePageLanguage', () => {
  it.each([
    [{ person: 'tr', browser: 'de' }, 'tr'],
    [{ person: 'ar_EG', browser: 'de' }, 'ar'],
    [{ person: 'fr', browser: 'de-CH, en;q=0.5' }, 'de'],
    [{ person: null, browser: 'en;q=0.2, tr;q=0.8' }, 'tr'],
    [{ browser: 'fr', application: 'de' }, 'de'],
    [{ browser: '*' }, 'en'],
    [{ browser: ';;q=;,' }, 'en'],
    [{ person: 'constructor', application: null }, 'en'],
  ])('Of the wishes %j the page takes %s', (wishes, language) => {
    expect(choosePageLanguage(wishes)).toBe(language);
  });

  it('Arabic runs from right to left', () => {
    expect([directionOf('ar'), directionOf('tr')]).toEqual(['rtl', 'ltr']);
  });
});

describe('findText', () => {
  const texts = { 'pt-BR': 'Notícias', en: 'News', 'de-AT': 'Neuigkeiten' };

  it.each([
    [['pt-br'], 'Notícias'],
    [['de'], 'Neuigkeiten'],
    [['de-CH', 'pt'], 'Neuigkeiten'],
    [[null, 'fr'], 'News'],
  ])('In the languages %j the text is %s', (languages, text) => {
    expect(findText(texts, languages)?.text).toBe(text);
  });

  it('Without a text in any of the languages the first one stands in, and without texts none', () => {
    expect(findText({ fr: 'Nouvelles' }, ['tr'])).toEqual({ text: 'Nouvelles', tag: 'fr' });
    expect(findText({}, ['tr'])).toBeUndefined();
  });
});

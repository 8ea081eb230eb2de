import { describe, expect, it } from 'vitest';
import { LanguageIndex } from './languages.js';

describe('LanguageIndex', () => {
  it.each([
    ['Turkish', 'tr'],
    ['Turkish', 'tr-TR'],
    ['tr', 'Turkish'],
    ['TR', 'tr_TR'],
    ['tr-TR', 'TR-tr'],
    ['klingon', 'Klingon'],
  ])('LanguageIndex finds %s for %s', (key, language) => {
    expect(new LanguageIndex([key]).find(language)).toBe(key);
  });

  it('LanguageIndex prefers the exact region', () => {
    const index = new LanguageIndex(['pt', 'pt-BR']);
    expect(index.find('pt_BR')).toBe('pt-BR');
    expect(index.find('pt-PT')).toBe('pt');
  });

  it('LanguageIndex finds nothing for another language, no language or another region', () => {
    const index = new LanguageIndex(['pt-BR']);
    expect(index.find('de')).toBeUndefined();
    expect(index.find(undefined)).toBeUndefined();
    expect(index.find('pt-PT')).toBeUndefined();
  });
});

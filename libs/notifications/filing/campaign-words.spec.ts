import { describe, expect, it } from 'vitest';
import { foldText, wordsOf } from './campaign-words.js';

const message = (fields: object) => ({ platforms: [], ios: {}, android: {}, ...fields });

describe('Words of a campaign', () => {
  it('Case and accents are folded, in Turkish, German and French letters too', () => {
    for (const [a, b] of [
      ['İSTANBUL', 'istanbul'],
      ['ılık', 'ILIK'],
      ['Straße', 'STRASSE'],
      ['Crème  brûlée', 'creme BRULEE'],
      ['Ødegård', 'odegard'],
    ] as const) {
      expect(foldText(a)).toBe(foldText(b));
    }
  });

  it('Name, label and the texts of every language are words, without the markup of mails', () => {
    const words = wordsOf(
      message({
        title: 'Spring',
        labels: 'News',
        text: '<style>p { color: red }</style><p class="hidden-class">Everything <b>cheaper</b>&nbsp;today</p>',
        ios: { title: 'On a phone' },
        languages: { TURKISH: { title: 'Bahar', text: 'Her şey' } },
      }),
    );
    expect(words.split('\n')[0]).toBe('news');
    expect(wordsOf({ title: 'Both' }, message({ text: 'Push' }), message({ text: 'Mail' }))).toBe('\nboth push mail');
    for (const part of ['spring', 'news', 'everything cheaper today', 'on a phone', 'bahar', 'her sey']) {
      expect(words).toContain(part);
    }
    expect(words).not.toContain('hidden-class');
    expect(words).not.toContain('color');
  });

  it('Words are bounded, end between characters, and are read in a moment from hostile markup', () => {
    const began = performance.now();
    const words = wordsOf(message({ title: `${'a'.repeat(1799)}😀`, text: '<'.repeat(500_000) }));
    expect(words.length).toBeLessThanOrEqual(1801);
    expect(words.isWellFormed()).toBe(true);
    expect(wordsOf(message({ text: `<style>${'<style>'.repeat(60_000)}` })).length).toBeLessThanOrEqual(1801);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

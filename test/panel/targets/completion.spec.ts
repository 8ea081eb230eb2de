import { describe, expect, it } from 'vitest';
import { completeName, findOpenName } from '../../../apps/panel/targets/completion/open-name.js';
import { suggest, type SuggestionWords } from '../../../apps/panel/targets/completion/suggest.js';

const words: SuggestionWords = {
  share: (share) => `${share} have it`,
  catalog: (catalog, type) => `${catalog} · ${type}`,
  liveData: () => 'live data',
  block: 'block',
  types: { STRING: 'text' },
  filters: { money: 'a price in a currency', upcase: 'capital letters' },
};
const known = {
  attributes: [
    { code: 'city', label: 'City', share: '71%' },
    { code: 'first name', label: null, share: null },
  ],
  names: {
    catalogs: [{ name: 'products', key: 'sku', fields: [{ code: 'title', type: 'STRING' }] }],
    blocks: [{ name: 'footer', params: ['year'] }],
    fetches: [{ name: 'weather', per: 'campaign' as const }],
  },
};

/** Completes at the bar with the first name that is offered. */
function complete(marked: string): string {
  const caret = marked.indexOf('│');
  const text = marked.replace('│', '');
  const open = findOpenName(text, caret);
  const [first] = open ? suggest(open.kind, open.typed, known, words) : [];
  if (!open || !first) {
    return 'none';
  }
  const completed = completeName(text, caret, open, first.name);
  return `${completed.text.slice(0, completed.caret)}│${completed.text.slice(completed.caret)}`;
}

describe('Completion of names in a text', () => {
  it.each([
    ['Hello @{│', 'Hello @{city}│'],
    ['Hello @{ci│, all of you', 'Hello @{city}│, all of you'],
    ['@{ci│|friend}', '@{city│|friend}'],
    ['Hello {{ │', 'Hello {{ city }}│'],
    ['Hello {{ ci│ }} now', 'Hello {{ city│ }} now'],
    ['Hello {{ first│', 'Hello {{ ["first name"] }}│'],
    ['{{ catalogs.prod│', "{{ catalogs.products['│'].title }}"],
    ['{{ fetched│', '{{ fetched.weather.│ }}'],
    ['{{ city | up│', '{{ city | upcase }}│'],
    ['{{ price | mon│ }}', "{{ price | money: 'EUR'│ }}"],
    ['{% if ci│ %}', '{% if city│ %}'],
    ['{% render │', "{% render 'footer', year: '│' %}"],
    ["{% render 'fo│", "{% render 'footer', year: '│' %}"],
  ])('A name is completed in %j', (text, whole) => {
    expect(complete(text)).toBe(whole);
  });

  it.each(['│', 'Hello│', '@{city}│', '@{city|you│', '{{ city }} │', 'a @ and a {│', '{% comment %}│'])(
    'Nothing is offered in %j',
    (text) => {
      expect(complete(text)).toBe('none');
    },
  );

  it('A name is found by its description too, and those that begin as typed come first', () => {
    expect(suggest('filter', 'price', known, words).map(({ shown }) => shown)).toEqual(['money']);
    expect(suggest('output', 'c', known, words).map(({ shown }) => shown)).toEqual([
      'city',
      'catalogs.products.title',
      'fetched.weather',
    ]);
  });
});

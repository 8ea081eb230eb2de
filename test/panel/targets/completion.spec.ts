import { describe, expect, it } from 'vitest';
import { findOpenName, writeName } from '../../../apps/panel/targets/completion/open-name.js';
import { suggest, type SuggestionWords } from '../../../apps/panel/targets/completion/suggest.js';

const words: SuggestionWords = {
  share: (share) => `${share} have it`,
  catalog: (catalog, type) => `${catalog} · ${type}`,
  selection: (catalog, same) => `selection of ${catalog} by ${same}`,
  liveData: () => 'live data',
  local: 'variable',
  block: 'block',
  types: { STRING: 'text' },
  filters: { money: 'a price in a currency', upcase: 'capital letters' },
};
const known = {
  attributes: [
    { code: 'city', label: 'City', share: '71%' },
    { code: 'first name', label: null, share: null },
  ],
  values: [] as { name: string; note: string }[],
  names: {
    catalogs: [
      {
        name: 'products',
        key: 'sku',
        fields: [{ code: 'title', type: 'STRING' }],
        selections: [{ name: 'similar', same: ['category', 'brand'] }],
      },
    ],
    blocks: [{ name: 'footer', params: ['year'] }],
    fetches: [{ name: 'weather', per: 'campaign' as const }],
  },
};

/** In a journey, values of its entry are offered, too. */
const inJourney = {
  ...known,
  values: [
    { name: 'event.price', note: 'of the event Cart' },
    { name: 'batch', note: 'events that were collected', fields: [{ code: 'price', note: 'of each event' }] },
  ],
};

/** Completes at the bar with the first name that is offered. */
function complete(marked: string): string {
  const [before = '', behind = ''] = marked.split('│');
  const open = findOpenName(before);
  const [first] = open ? suggest(open, /event|batch|each/.test(marked) ? inJourney : known, words) : [];
  if (!open || !first) {
    return 'none';
  }
  const { typed, written, caret } = writeName(before, behind, open, first.name);
  return `${before.slice(0, before.length - typed)}${written.slice(0, caret)}│${written.slice(caret)}${behind}`;
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
    ['@{event│', '@{event.price}│'],
    ['{{ event.│', '{{ event.price }}│'],
    ['{% for each in bat│ %}', '{% for each in batch│ %}'],
    ['{% for each in batch %}{{ each.│', '{% for each in batch %}{{ each.price }}│'],
    ['{{ bat│ }}', 'none'],
    ['{% for p in catalogs.products.sim│ %}', '{% for p in catalogs.products.similar[│][] %}'],
    ['{% for p in catalogs.products.similar[ci│][] %}', '{% for p in catalogs.products.similar[city│][] %}'],
    ['{{ catalogs.products[event│', '{{ catalogs.products[event.price]│'],
    [
      '{% for p in catalogs.products.similar[city] %}{{ p.│',
      '{% for p in catalogs.products.similar[city] %}{{ p.title }}│',
    ],
    ['{% assign total = 3 %}{{ tot│ }}', '{% assign total = 3 %}{{ total│ }}'],
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
    expect(suggest({ kind: 'filter', typed: 'price' }, known, words).map(({ shown }) => shown)).toEqual(['money']);
    expect(suggest({ kind: 'output', typed: 'c' }, known, words).map(({ shown }) => shown)).toEqual([
      'city',
      'catalogs.products.title',
      'fetched.weather',
    ]);
  });
});

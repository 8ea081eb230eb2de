import type { Random } from './random-template.js';

/** People with different missing values, and random templates that show their gaps in the text. */

export const ATTRIBUTES = [
  { code: 'name', dataType: 'STRING' },
  { code: 'city', dataType: 'STRING' },
  { code: 'price', dataType: 'STRING' },
  { code: 'points', dataType: 'INT' },
  { code: 'sizes', dataType: 'STRING', array: true },
];
const NAMES = ['Ada', 'Bo', '<b>', 'é😀', "O'Hara"] as const;
const PRICES = ['12.5', 'dear', '7', '1,5'] as const;
const SIZES: [string[], ...string[][]] = [['S'], ['S', 'M'], ['XL', 'M', 'L']];

export function randomProfile(random: Random): Record<string, unknown> {
  const has = (): boolean => random.below(4) > 0;
  return {
    ...(has() && { name: random.pick(NAMES) }),
    ...(has() && { city: random.pick(NAMES) }),
    ...(has() && { price: random.pick(PRICES) }),
    ...(has() && { points: random.below(20) }),
    ...(has() && { sizes: random.pick(SIZES) }),
  };
}

export const BLANK_KINDS = ['presence', 'items', 'conditions', 'selections', 'look-ups', 'fetches'] as const;

/** Items with different missing fields; people name them by their sizes, and some that are not there. */
export const BLANK_CATALOG = {
  name: 'products',
  key: 'sku',
  fields: { title: 'STRING', price: 'DOUBLE', brand: 'STRING', stock: 'INT' },
  selections: [
    { name: 'cheapest', where: { stock: { atLeast: 1 } }, sort: 'price', limit: 2 },
    { name: 'similar', where: { stock: { above: 0 } }, same: ['brand'], sort: '-price', limit: 3 },
  ],
  items: [
    { sku: 'S', title: 'Small', price: 12.5, brand: 'n', stock: 3 },
    { sku: 'M', title: '<b>', brand: 'n', stock: 2 },
    { sku: 'L', price: 7, brand: 'w', stock: 1 },
    { sku: 'XXL', title: 'Huge', price: 1, brand: 'w', stock: 0 },
  ],
};
/** Live data that always comes. What it decides cannot be foretold. */
export const BLANK_FETCHES = [
  { name: 'weather', url: 'https://weather.example.com/now', simulator: true },
  { name: 'points', url: 'https://crm.example.com/p/@{extId}', per: 'person', simulator: true },
];

/** Each value stands in brackets, so that a blank is `[]`, and money without its sign is of a wrong type. */
export function randomBlankTemplate(random: Random, kind: (typeof BLANK_KINDS)[number]): string {
  const pieces = Array.from({ length: 1 + random.below(3) }, () => randomPiece(random, kind));
  return pieces.join(' ');
}

function randomPiece(random: Random, kind: (typeof BLANK_KINDS)[number]): string {
  const name = random.pick(['name', 'city', 'price']);
  switch (kind) {
    case 'presence':
      return random.pick([
        `[{{ ${name} }}]`,
        `[@{${name}}]`,
        `[{{ ${name} | upcase }}]`,
        `[@{${name}|x}]`,
        `[{{ ${name} | default: city }}]`,
        `[{{ points }}]`,
      ]);
    case 'conditions':
      return random.pick([
        `{% if points > ${random.below(20)} %}[{{ ${name} }}]{% else %}[{{ ${name} | default: 'x' }}]{% endif %}`,
        `{% unless ${name} %}none{% else %}[{{ ${name} }}]{% endunless %}`,
        `{% if points < ${random.below(12)} %}{% abort_message 'few' %}{% endif %}`,
        `{% case name %}{% when 'Ada' %}[{{ city }}]{% else %}[{{ name | default: city | append: '' }}]{% endcase %}`,
        `€[{{ price | default: 1 | money: 'EUR' }}]`,
      ]);
    case 'items':
      return random.pick([
        `[{{ catalogs.products[sizes[${random.below(3)}]].title }}]`,
        `{% for size in sizes %}[{{ catalogs.products[size].title }}]€[{{ catalogs.products[size].price | money: 'EUR' }}]{% endfor %}`,
        `{% assign p = catalogs.products[sizes.first] %}[{{ p.title | default: 'x' }}]`,
        `{% unless catalogs.products[sizes.last] %}{% abort_message 'gone' %}{% endunless %}[{{ catalogs.products[sizes.last].price }}]`,
        `{% if catalogs.products[sizes.first].stock > ${random.below(4)} %}[{{ ${name} }}]{% endif %}`,
      ]);
    case 'selections':
      return random.pick([
        '{% for p in catalogs.products.similar[catalogs.products[sizes[0]].brand] %}[{{ p.title }}]{% else %}none{% endfor %}',
        `{% for p in catalogs.products.cheapest %}[{{ p.price }}][{{ p.title | default: 'x' }}]{% endfor %}`,
        `{% assign s = catalogs.products.similar[catalogs.products[sizes.last].brand] %}[{{ s[${random.below(3)}].title }}]`,
        `{% assign s = catalogs.products.similar["w"] %}{% if s.size > ${random.below(3)} %}[{{ ${name} }}]{% endif %}`,
      ]);
    case 'fetches':
      return random.pick([
        `({{ fetched.weather.temperature }})[{{ ${name} }}]`,
        `({{ fetched.points.last }})[{{ catalogs.products[sizes[0]].title }}]`,
        `{% for p in catalogs.products.cheapest %}({{ fetched.weather.city }})[{{ p.title }}]{% endfor %}[{{ ${name} }}]`,
        `({{ fetched.weather.city | default: '-' }})[{{ ${name} }}]`,
        `{% if fetched.weather.temperature > ${random.below(40)} %}[{{ ${name} }}]{% else %}[{{ city }}]{% endif %}[{{ points }}]`,
        `{% assign t = fetched.points.last %}{% unless t == 7 %}[{{ ${name} }}]{% endunless %}[{{ sizes[0] }}]`,
      ]);
    case 'look-ups':
      return random.pick([
        `[{{ sizes[${random.below(3)}] }}]`,
        `{% for size in sizes offset: ${random.below(2)} %}[{{ size }}][{{ sizes[forloop.index] }}]{% endfor %}`,
        `{% if sizes.size > ${random.below(3)} %}[{{ sizes.last }}]{% endif %}[{{ sizes.first }}]`,
        `{% assign one = sizes | last %}[{{ one }}]`,
        `[{{ sizes | join: '-' | default: 'x' }}][{{ points | plus: sizes.size }}]`,
      ]);
  }
}

/** Tests if a text that arrived lacks something. */
export function lacksSomething(text: string): boolean {
  return text.includes('[]') || (text.includes('€[') && /€\[[^\]€]*\]/.test(text));
}

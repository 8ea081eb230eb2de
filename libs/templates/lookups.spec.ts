import { Liquid } from 'liquidjs';
import { describe, expect, it } from 'vitest';
import { Random } from '../../test/support/templates/random-template.js';
import { compileTemplate, renderText, TemplateError, TemplateTooLongError } from './index.js';

/** `npm run templates -- --count N --seed S`. */
const COUNT = Number(process.env['TEMPLATE_COUNT'] ?? 400);
const SEED = Number(process.env['TEMPLATE_SEED'] ?? 1);
const PLACE = { language: 'en', timeZone: 'UTC', now: 0 };

const CATALOGS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  products: {
    A1: { sku: 'A1', title: 'Blue <shoes>', price: 59.9, next: 'B2', sizes: ['S', 'M'] },
    B2: { sku: 'B2', title: '', price: 0, next: 'gone', sizes: [] },
    '7': { sku: '7', title: 'Seven', next: 'A1' },
  },
  brands: { n: { name: 'North' } },
};
const DATA = { sku: 'A1', number: 7, none: null, cart: ['A1', 'gone', 'B2', '7'], brand: 'n' };
const oracle = new Liquid({ ownPropertyOnly: true, strictFilters: true });

const KEYS = [
  'sku',
  'cart[0]',
  'cart[1]',
  'cart.last',
  'number',
  '"B2"',
  'none',
  'absent',
  'catalogs.products[sku].next',
] as const;
const FIELDS = ['.title', '.price', '.sizes.first', '.sizes.size', '["next"]', '.absent', '.title.size'] as const;
const FILTERS = ['', ' | upcase', ' | default: "?"', ' | append: "!"', ' | size'] as const;

function lookup(random: Random): string {
  const name = random.pick(['catalogs.products', 'catalogs["products"]', 'catalogs.brands']);
  return `${name}[${random.pick(KEYS)}]${random.pick(FIELDS)}`;
}

function randomPart(random: Random): string {
  const [first, second] = [lookup(random), lookup(random)];
  return random.pick([
    `{{ ${first}${random.pick(FILTERS)} }}`,
    `{% if ${first} == ${second} %}same{% elsif ${first} %}{{ ${first} }}{% else %}no{% endif %}`,
    `{% for k in cart %}{{ forloop.index }}{{ catalogs.products[k]${random.pick(FIELDS)} }}{% endfor %}`,
    `{% assign p = catalogs.products[${random.pick(KEYS)}] %}{{ p.title }}{% unless p %}-{% endunless %}`,
    `{% capture c %}{{ ${first} }}{% endcapture %}[{{ c }}]`,
    `{% case ${first} %}{% when 0, "" %}zero{% when "B2" %}two{% else %}other{% endcase %}`,
  ]);
}

const read = (catalog: string, key: string): unknown => {
  const items = Object.hasOwn(CATALOGS, catalog) ? CATALOGS[catalog] : undefined;
  return items && Object.hasOwn(items, key) ? items[key] : undefined;
};
const render = (source: string): string => renderText(compileTemplate(source), DATA, PLACE, { read });

describe('look-ups in catalogs', () => {
  it(`A random template with look-ups gives the text of liquidjs on the whole catalogs: ${COUNT} of them`, () => {
    const differences: object[] = [];
    for (let seed = SEED; seed < SEED + COUNT; seed += 1) {
      const random = new Random(seed);
      const source = Array.from({ length: 3 }, () => randomPart(random)).join(' ');
      const [own, other] = [render(source), String(oracle.parseAndRenderSync(source, { ...DATA, catalogs: CATALOGS }))];
      if (own !== other) {
        differences.push({ seed, source, own, other });
      }
    }
    expect(differences.slice(0, 3)).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'toString', ''])('The key %j has no item', (key) => {
    expect(render(`{{ catalogs.products["${key}"].title }}{{ catalogs["${key}x"][sku].title }}`)).toBe('');
  });

  it.each([
    ['{{ catalogs }}', 'line 1, column 4'],
    ['a\n{{ catalogs.products }}', 'line 2, column 4'],
    ['{% for p in catalogs.products %}{% endfor %}', 'line 1, column 13'],
    ['{{ catalogs[sku]["A1"] }}', 'line 1, column 4'],
  ])('The template %j, which reads a catalog without a key, is refused with its place', (source, place) => {
    expect(() => compileTemplate(source)).toThrow(TemplateError);
    expect(() => compileTemplate(source)).toThrow(place);
  });

  it('A variable of the template named catalogs is no look-up', () => {
    expect(render('{% assign catalogs = cart %}{{ catalogs.first }}')).toBe('A1');
  });

  it('More than two hundred items end the render', () => {
    const source = (count: number): string =>
      `{% for n in (1..${count}) %}{{ catalogs.products[n].title }}{% endfor %}`;
    expect(render(source(200))).toBe('Seven');
    expect(() => render(source(201))).toThrow(TemplateTooLongError);
  });

  it('A program names the catalogs and fields that it reads, each with its place', () => {
    const { lookups, uses } = compileTemplate(
      '{{ catalogs.products[sku].title }}{% if catalogs.brands[brand] %}x{% endif %}',
    );
    expect(lookups.map(({ catalog, field }) => ({ catalog, field }))).toContainEqual({
      catalog: 'products',
      field: 'title',
    });
    expect(lookups.at(-1)).toMatchObject({ catalog: 'brands', field: undefined });
    expect(lookups.at(-1)?.refuse('unknown').message).toBe('unknown (line 1, column 41)');
    expect(new Set(uses.map(({ name }) => name))).toEqual(new Set(['sku', 'brand']));
  });
});

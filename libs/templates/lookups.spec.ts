import { Liquid } from 'liquidjs';
import { describe, expect, it } from 'vitest';
import { Random } from '../../test/support/templates/random-template.js';
import { compileTemplate, renderText, templateFault, TemplateError, TemplateTooLongError } from './index.js';

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
const [A1, B2, SEVEN] = ['A1', 'B2', '7'].map((key) => CATALOGS['products']?.[key]);
/** Catalogs as liquidjs reads them: a selection is a list in the catalog, by its parameters. */
const SELECTED = {
  cheapest: [B2, A1],
  similar: { n: [A1, SEVEN], A1: [], '7': [SEVEN] },
  fitting: { n: { A1: [B2], '7': [A1, B2] } },
};
Object.assign(CATALOGS['products'] ?? {}, SELECTED);
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

function selection(random: Random): string {
  return `catalogs.products${random.pick(['.cheapest', '["cheapest"]', '.similar[brand]', '.similar[sku]', '.similar[number]', '.fitting[brand][sku]', '.fitting["n"][number]'])}`;
}

function randomPart(random: Random): string {
  const [first, second] = [lookup(random), lookup(random)];
  return random.pick([
    `{{ ${first}${random.pick(FILTERS)} }}`,
    `{% if ${first} == ${second} %}same{% elsif ${first} %}{{ ${first} }}{% else %}no{% endif %}`,
    `{% for k in cart %}{{ forloop.index }}{{ catalogs.products[k]${random.pick(FIELDS)} }}{% endfor %}`,
    `{% assign p = catalogs.products[${random.pick(KEYS)}] %}{{ p.title }}{% unless p %}-{% endunless %}`,
    `{% capture c %}{{ ${first} }}{% endcapture %}[{{ c }}]`,
    `{% for p in ${selection(random)} %}{{ forloop.index }}{{ p${random.pick(FIELDS)} }}{% else %}none{% endfor %}`,
    `{% assign l = ${selection(random)} %}{{ l.size }}{{ l.first.title }}{{ l[1].price }}{{ l | map: "title" | join: "," }}`,
    `{{ ${selection(random)}[0]${random.pick(FIELDS)} }}`,
    `{% case ${first} %}{% when 0, "" %}zero{% when "B2" %}two{% else %}other{% endcase %}`,
  ]);
}

const read = (catalog: string, key: string): unknown => {
  const items = Object.hasOwn(CATALOGS, catalog) ? CATALOGS[catalog] : undefined;
  return items && Object.hasOwn(items, key) ? items[key] : undefined;
};
/** How many values each selection is given. */
const SELECTIONS: Readonly<Record<string, number>> = { cheapest: 0, similar: 1, fitting: 2 };
const countParams = (catalog: string, name: string): number | undefined =>
  catalog === 'products' && Object.hasOwn(SELECTIONS, name) ? SELECTIONS[name] : undefined;
const select = (catalog: string, name: string, values: readonly unknown[]): readonly unknown[] =>
  values.reduce<unknown>((level, value) => readOwn(level, String(value)), read(catalog, name)) as readonly unknown[];
const readOwn = (from: unknown, key: string): unknown =>
  typeof from === 'object' && from !== null && Object.hasOwn(from, key) ? Reflect.get(from, key) : [];
const render = (source: string): string =>
  renderText(compileTemplate(source), DATA, PLACE, { read, countParams, select });

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

  it('More than ten different selections end the render, and their items count as items', () => {
    const source = (count: number): string =>
      `{% for n in (1..${count}) %}{% for p in catalogs.products.similar[n] %}{{ p.title }}{% endfor %}{% endfor %}`;
    expect(render(source(10))).toBe('Seven');
    expect(() => render(source(11))).toThrow(TemplateTooLongError);
    const many = { read, countParams, select: () => Array.from({ length: 50 }, () => A1) };
    const run = (count: number): string => renderText(compileTemplate(source(count)), DATA, PLACE, many);
    expect(run(4)).toContain('Blue');
    expect(() => run(5)).toThrow(TemplateTooLongError);
  });

  it('A selection without one of its values is nothing', () => {
    expect(render('{% for p in catalogs.products.similar[absent] %}x{% else %}none{% endfor %}')).toBe('none');
    expect(render('{% for p in catalogs.products.similar[cart] %}x{% else %}none{% endfor %}')).toBe('none');
  });

  it('A program names the catalogs and fields that it reads, each with its place', () => {
    const { lookups, uses } = compileTemplate(
      '{{ catalogs.products[sku].title }}{% if catalogs.brands[brand] %}x{% endif %}',
    );
    expect(lookups.map(({ catalog, fields }) => ({ catalog, fields }))).toContainEqual({
      catalog: 'products',
      fields: ['title'],
    });
    expect(lookups.at(-1)).toMatchObject({ catalog: 'brands', key: undefined, fields: [] });
    expect(lookups.at(-1)?.refuse(templateFault('catalog_unknown', 'brands')).message).toBe(
      'unknown catalog brands (line 1, column 41)',
    );
    expect(new Set(uses.map(({ name }) => name))).toEqual(new Set(['sku', 'brand']));
  });
});

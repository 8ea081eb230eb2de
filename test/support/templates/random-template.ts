/** Random templates and data for them, the same for a seed. Every tag and filter that Liquid has too comes up. */

/** Random numbers (mulberry32). */
export class Random {
  constructor(private state: number) {}

  below(limit: number): number {
    this.state = (this.state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  pick<T>(values: readonly [T, ...T[]]): T {
    return values[this.below(values.length)] ?? values[0];
  }
}

export const TEMPLATE_DATA = {
  name: 'Ada Lovelace',
  empty_text: '',
  spaces: '  two  words \n',
  age: 36,
  price: 12.345,
  debt: -7,
  zero: 0,
  vip: true,
  blocked: false,
  nothing: null,
  html: `<b title="x">Tom & 'Jerry'</b><script>1<2</script>`,
  emoji: 'a😀b👨‍👩‍👧é',
  numbers: [3, 1, 2, 3, -4],
  words: ['pear', 'Apple', 'fig', 'apple'],
  mixed: ['a', null, 1, true],
  none: [],
  day: '2026-03-09',
  moment: '2026-11-30T21:04:05.678Z',
  seconds: 1_764_000_000,
  cart: {
    total: 99.5,
    items: [
      { title: 'Shoes', price: 40, tags: ['new', 'blue'], maker: { name: 'Zed' } },
      { title: 'hat', price: 9.5, tags: [], maker: { name: 'Ann' } },
      { title: 'Coat', price: 50, tags: ['wool'], maker: {} },
    ],
  },
};

const PATHS = [
  'name',
  'empty_text',
  'spaces',
  'age',
  'price',
  'debt',
  'zero',
  'vip',
  'blocked',
  'nothing',
  'html',
  'emoji',
  'missing',
  'numbers',
  'words',
  'none',
  'cart.total',
  'cart.items[0].title',
  'cart.items[-1].price',
  'cart.items.size',
  'cart.items.first.maker.name',
  'words[zero]',
  'cart["total"]',
  'name.size',
  'x',
  'y',
  'day',
  'seconds',
  'moment',
] as const satisfies [string, ...string[]];
/** Lists have no order here, and one by their texts in liquidjs. */
const ORDERED = [
  'name',
  'empty_text',
  'age',
  'price',
  'zero',
  'vip',
  'missing',
  'cart.total',
  'name.size',
  'day',
  '2',
  '"b"',
] as const;
const LISTS = ['numbers', 'words', 'cart.items', 'none', '(1..3)', '(age..38)', 'name', 'missing', 'x'] as const;
const LITERALS = ['"x"', "'Ada'", '1', '2', '-3', '0.5', 'true', 'false', 'nil', '"a,b,c"', '""'] as const;
const FILTERS = [
  'upcase',
  'downcase',
  'capitalize',
  'strip',
  'lstrip',
  'rstrip',
  'strip_newlines',
  'strip_html',
  'escape',
  'escape_once',
  'url_encode',
  'size',
  'first',
  'last',
  'reverse',
  'uniq',
  'compact',
  'sort',
  'sort_natural',
  'sum',
  'join',
  'join: ", "',
  'append: "é"',
  'prepend: name',
  'replace: "a", "bb"',
  'replace_first: "a", "$&"',
  'replace_last: "e", ""',
  'remove: "l"',
  'remove_first: "a"',
  'remove_last: "a"',
  'truncate: 5',
  'truncate: 7, "…"',
  'truncatewords: 1',
  'split: ","',
  'split: ""',
  'slice: 1',
  'slice: 1, 2',
  'slice: -3, 2',
  'default: "none"',
  'default: 0, allow_false: true',
  'plus: 2',
  'minus: age',
  'times: 1.5',
  'divided_by: 4',
  'modulo: 3',
  'round',
  'round: 1',
  'ceil',
  'floor',
  'abs',
  'at_least: 5',
  'at_most: 2.5',
  'map: "title"',
  'map: "maker.name"',
  'where: "price", 50',
  'where: "tags"',
  'sort: "price"',
  'sum: "price"',
  'concat: words',
  'url_decode',
] as const satisfies [string, ...string[]];
const DATES = ['"%Y-%m-%d %H:%M"', '"%A %-d %B %y, %j %U %e %I%p"', '"%s %z %%"', '"%b %^a %C %N %L %W %q"'] as const;
const TEXTS = ['Hello ', ' and ', '\n', 'é😀', ' <b> ', '{ } % ', ''] as const;
const EQUALITIES = ['==', '!='] as const;
const ORDERS = ['<', '>', '<=', '>='] as const;

export function randomTemplate(random: Random, depth = 0): string {
  const count = 1 + random.below(4);
  return Array.from({ length: count }, () => randomNode(random, depth)).join('');
}

function randomNode(random: Random, depth: number): string {
  const inner = (): string => (depth > 3 ? random.pick(TEXTS) : randomTemplate(random, depth + 1));
  const dash = (): string => (random.below(6) === 0 ? '-' : '');
  const tag = (text: string): string => `{%${dash()} ${text} ${dash()}%}`;
  switch (random.below(12)) {
    case 0:
      return (
        tag(`if ${condition(random)}`) +
        inner() +
        (random.below(2) ? tag(`elsif ${condition(random)}`) + inner() : '') +
        (random.below(2) ? tag('else') + inner() : '') +
        tag('endif')
      );
    case 1:
      return tag(`unless ${condition(random)}`) + inner() + tag('endunless');
    case 2: {
      const bounds = random.pick([
        '',
        ' limit: 2',
        ' offset: 1',
        ' reversed',
        ' limit:2 offset:1 reversed',
        ', limit: x',
      ]);
      const stop =
        random.below(3) === 0 ? tag(`if i == 2`) + tag(random.pick(['break', 'continue'])) + tag('endif') : '';
      const field = random.pick(['index', 'index0', 'rindex', 'rindex0', 'first', 'last', 'length']);
      const otherwise = random.below(3) === 0 ? tag('else') + inner() : '';
      return `${tag(`for i in ${random.pick(LISTS)}${bounds}`)}${stop}${inner()}{{ forloop.${field} }}{{ i.title }}${otherwise}${tag('endfor')}`;
    }
    case 3:
      return tag(`assign ${random.pick(['x', 'y'])} = ${filtered(random)}`);
    case 4:
      return tag(`capture ${random.pick(['x', 'y'])}`) + inner() + tag('endcapture');
    case 5:
      return `${tag(`case ${value(random)}`)}${tag(`when ${value(random)}, ${value(random)}`)}${inner()}${tag('else')}${inner()}${tag('endcase')}`;
    case 6:
      return random.pick([
        `{% raw %} {{ x }} {%- if %}{% endraw %}`,
        `{% comment %} {{ name }} {% if a %}{% endcomment %}`,
        `{%- raw -%} {{ {% endraw -%} `,
      ]);
    case 7:
    case 8:
      return random.pick(TEXTS);
    default:
      return `{{${dash()} ${filtered(random)} ${dash()}}}`;
  }
}

function value(random: Random): string {
  return random.below(3) === 0 ? random.pick(LITERALS) : random.pick(PATHS);
}

function filtered(random: Random): string {
  if (random.below(8) === 0) {
    return `${random.pick(['day', 'moment', 'seconds'])} | date: ${random.pick(DATES)}`;
  }
  const filters = Array.from({ length: random.below(4) }, () => ` | ${random.pick(FILTERS)}`);
  return value(random) + filters.join('');
}

function condition(random: Random): string {
  const test = (): string => {
    switch (random.below(6)) {
      case 0:
        return value(random);
      case 1:
        return `not ${value(random)}`;
      case 2:
        return `${random.pick(PATHS)} ${random.pick(['==', '!='])} ${random.pick(['empty', 'blank', 'nil'])}`;
      case 3:
        return `${random.pick(ORDERED)} ${random.pick(ORDERS)} ${random.pick(ORDERED)}`;
      case 4:
        return `${value(random)} contains ${random.pick(ORDERED.slice(-2) as ['2', '"b"'])}`;
      default:
        return `${value(random)} ${random.pick(EQUALITIES)} ${value(random)}`;
    }
  };
  const more = Array.from({ length: random.below(3) }, () => ` ${random.pick(['and', 'or'])} ${test()}`);
  return test() + more.join('');
}

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

export const BLANK_KINDS = ['presence', 'conditions', 'look-ups'] as const;

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

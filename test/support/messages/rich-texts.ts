import fc from 'fast-check';
import { hostile, template } from './random-messages.js';

const words = fc.oneof(template, hostile).map((text) => text.replaceAll(/[\0\ud800-\udfff]/g, ''));
const address = fc.oneof(
  words.map((text) => `https://a.example/${text}`.slice(0, 300)),
  fc.constantFrom('mailto:a@a.example', 'tel:1', '@{a}', ''),
);
const mark = fc.option(fc.boolean(), { nil: undefined });
const marks = { bold: mark, italic: mark, link: fc.option(address, { nil: undefined }) };

/** A piece without the marks that it has not: what a client sends. */
function sent<T extends object>(piece: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(piece).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('text' as const), text: words, ...marks }).map(sent) },
  {
    weight: 2,
    arbitrary: fc
      .record({
        type: fc.constant('placeholder' as const),
        name: fc.constantFrom('a', 'b', 'constructor'),
        fallback: words.map((text) => text.replaceAll(/[{}]/g, '').slice(0, 20)),
        ...marks,
      })
      .map(sent),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'break' as const }) },
);

/** The rich text of a block, as a client sends it: hostile words between marks of every kind. */
export const richText = fc.array(fc.record({ pieces: fc.array(piece, { maxLength: 5 }) }), {
  minLength: 1,
  maxLength: 3,
});

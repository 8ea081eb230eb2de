import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RichPiece, RichText } from '../mails/mail.types.js';
import { BrokenTagError, listLinks, plainOf, readFragment, writeFragment } from './rich-fragment.js';

const words = fc
  .array(fc.constantFrom('Hi', ' ', '<b>', '</a1>', '&lt;', '&amp;lt;', '<', 'a > b', '{{ x }}', '<p>', '😀'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(''));
const marks = fc.record(
  {
    bold: fc.constant(true as const),
    italic: fc.constant(true as const),
    link: fc.constantFrom('https://a.example/', 'mailto:a@b.example'),
  },
  { requiredKeys: [] },
);
const pieces: fc.Arbitrary<RichPiece> = fc.oneof(
  fc.tuple(words, marks).map(([text, looks]) => ({ type: 'text' as const, text, ...looks })),
  fc.tuple(fc.constantFrom('name', 'first name'), marks).map(([name, looks]) => ({
    type: 'placeholder' as const,
    name,
    ...looks,
  })),
);
const richTexts: fc.Arbitrary<RichText> = fc.array(
  fc.array(pieces, { maxLength: 4 }).map((line) => ({ pieces: line })),
  { minLength: 1, maxLength: 3 },
);

/** A text as runs of characters with their looks, which pieces may cut anywhere. */
function runsOf(rich: RichText): unknown[] {
  return rich.map(({ pieces: line }) =>
    line.flatMap((piece): unknown[] => {
      if (piece.type === 'break') {
        return ['\n'];
      }
      const { bold, italic, link } = piece;
      const text = piece.type === 'text' ? piece.text : `@{${piece.name}}`;
      return Array.from(text, (char) => [char, bold, italic, link]);
    }),
  );
}

describe('A rich text for translators', () => {
  it('A paragraph may have more lines than a call has arguments', () => {
    expect(plainOf(readFragment('a\n'.repeat(200_000), []))).toHaveLength(400_000);
  });

  it('Any text comes back with its looks', () => {
    fc.assert(
      fc.property(richTexts, (rich) => {
        expect(runsOf(readFragment(writeFragment(rich), listLinks(rich)))).toEqual(runsOf(rich));
      }),
      { numRuns: 500 },
    );
  });

  it('Tags stand around words, and links keep their numbers', () => {
    const rich: RichText = [
      {
        pieces: [
          { type: 'text', text: 'Dear ' },
          { type: 'placeholder', name: 'name', fallback: 'you', bold: true },
          { type: 'break' },
          { type: 'text', text: 'look', link: 'https://a.example/' },
        ],
      },
      { pieces: [{ type: 'text', text: 'Bye' }] },
    ];
    const fragment = writeFragment(rich);
    expect(fragment).toBe('Dear <b>@{name|you}\n</b><a1>look</a1>\n\nBye');
    expect(plainOf(readFragment(fragment, listLinks(rich)))).toBe('Dear @{name|you}\nlook\n\nBye');
  });

  it.each(['<b>open', 'closed</b>', '<b><i>crossed</b></i>', '<a2>unknown</a2>', '<b><b>twice</b></b>'])(
    'A broken tag is refused in %j',
    (text) => {
      expect(() => readFragment(text, ['https://a.example/'])).toThrow(BrokenTagError);
    },
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMailForm, newBlock, newMail } from '../../../../apps/panel/mails/mail-form.js';
import { isRichText, paragraphsOf, readBlockText } from '../../../../apps/panel/rich-text/rich-text.js';
import { template } from '../../../support/messages/random-messages.js';

const piece = fc.constantFrom(
  'a',
  ' ',
  '\n',
  '\n\n',
  '@{name}',
  '@{name|you}',
  '@{',
  '}',
  '@{ | }',
  '@{a}@{b|}',
  '@{<b>}',
);
const text = fc.oneof(
  fc.array(piece).map((pieces) => pieces.join('')),
  template,
);

describe('Text of a block', () => {
  it('Plain text of a block stays the same, with all its placeholders and lines', () => {
    fc.assert(
      fc.property(text, (written) => {
        const paragraphs = paragraphsOf({ text: written });
        expect(isRichText(paragraphs)).toBe(true);
        expect(readBlockText(paragraphs)).toEqual({ text: written });
      }),
      { numRuns: 500, seed: 9 },
    );
  });

  it('Formatted text of a block is rich, with plain text beside it', () => {
    const rich = [
      { pieces: [{ type: 'text', text: 'Hi ', italic: true }, { type: 'break' }] },
      { pieces: [{ type: 'placeholder', name: 'name', fallback: 'you', link: 'https://a.example' }] },
    ] as const;
    const paragraphs = rich.map(({ pieces }) => ({ pieces: [...pieces] }));
    expect(readBlockText(paragraphs)).toEqual({ text: 'Hi \n\n\n@{name|you}', rich: paragraphs });
    expect(paragraphsOf({ text: 'else', rich: paragraphs })).toEqual(paragraphs);
  });

  it('Blocks of drafts from before and after rich text are read, and no other form', () => {
    const blockOf = (fields: object) => ({ ...newMail(), blocks: [{ ...newBlock('text'), text: 'a', ...fields }] });
    expect(isMailForm(blockOf({}))).toBe(true);
    expect(isMailForm(blockOf({ rich: [{ pieces: [{ type: 'text', text: 'a' }] }] }))).toBe(true);
    for (const rich of ['x', [null], [{ pieces: [{ type: 'script' }] }], [{ pieces: [{ type: 'text' }] }]]) {
      expect(isMailForm(blockOf({ rich })), JSON.stringify(rich)).toBe(false);
    }
  });
});

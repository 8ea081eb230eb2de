import fc from 'fast-check';
import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, it } from 'vitest';
import { richText } from '../../../test/support/messages/rich-texts.js';
import { escapeText } from './escape-text.js';
import { readRichText } from './read-rich-text.js';
import type { RichParagraphDto, RichPieceDto } from './rich-text.dto.js';
import { isBlankRich, richTextToHtml } from './rich-text-to-html.js';

const htmlOf = (pieces: RichPieceDto[]): string => richTextToHtml(readRichText([{ pieces }], 'rich'), 'color:red');

/** Renders a text with an empty value for every placeholder. */
const filled = (html: string): string => html.replaceAll(/@\{[^{}]{1,200}\}/g, '');

function tagsOf(parent: DefaultTreeAdapterTypes.ParentNode): string[] {
  return parent.childNodes.flatMap((child) => ('tagName' in child ? [child.tagName, ...tagsOf(child)] : []));
}

describe('Rich text', () => {
  it('The HTML of a rich text keeps its marks, each link in one piece, and its placeholders', () => {
    expect(
      htmlOf([
        { type: 'text', text: 'Hi ' },
        { type: 'placeholder', name: 'name', fallback: 'you & me', bold: true },
        { type: 'text', text: ', ', italic: true, bold: true },
        { type: 'break' },
        { type: 'text', text: 'see ', link: 'https://a.example/?a=1&b=2' },
        { type: 'text', text: 'this', bold: true, link: 'https://a.example/?a=1&b=2' },
        { type: 'text', text: ' or ', link: '' },
        { type: 'text', text: 'call', link: ' tel:1 ' },
      ]),
    ).toBe(
      'Hi <strong>@{name|you &amp; me}</strong><strong><em>, </em></strong><br>' +
        '<a href="https://a.example/?a=1&amp;b=2" style="color:red">see <strong>this</strong></a> or ' +
        '<a href="tel:1" style="color:red">call</a>',
    );
  });

  it('Paragraphs of a rich text are separated by an empty line, and a text without content is blank', () => {
    const paragraph = (text: string): RichParagraphDto => ({ pieces: [{ type: 'text', text }] });
    expect(richTextToHtml(readRichText([paragraph('a'), paragraph('b\nc')], 'rich'), '')).toBe('a<br><br>b<br>c');
    expect(isBlankRich(readRichText([paragraph(' '), { pieces: [{ type: 'break' }] }], 'rich'))).toBe(true);
    expect(isBlankRich(readRichText([{ pieces: [{ type: 'placeholder', name: 'a' }] }], 'rich'))).toBe(false);
  });

  it('Half a placeholder in a rich text is broken up, so that it cannot swallow the tags behind it', () => {
    const html = htmlOf([
      { type: 'text', text: 'a @{b', link: 'https://a.example/@{' },
      { type: 'text', text: '} c @', bold: true },
      { type: 'text', text: '{d}', bold: true },
    ]);
    expect(filled(html)).toBe(html);
    expect(escapeText('@{a|b} @{c')).toBe('@{a|b} @\u2060{c');
  });

  it('Each element of a rich text is closed where it belongs, for any text and any placeholder value', () => {
    fc.assert(
      fc.property(richText, (text) => {
        const html = filled(richTextToHtml(readRichText(text, 'rich'), 'color:red'));
        const tags = tagsOf(parseFragment(html, { treeAdapter: defaultTreeAdapter }));
        expect(tags.filter((tag) => !['a', 'br', 'strong', 'em'].includes(tag))).toEqual([]);
        // A text that the parser had to mend would have more tags, or fewer.
        expect(tags).toEqual([...html.matchAll(/<(\w+)/g)].map(([, tag]) => tag));
        const pieces: RichPieceDto[] = text.flatMap((paragraph) => paragraph.pieces);
        const bold = pieces.filter(({ bold: isBold, text: words }) => isBold === true && words !== '');
        expect(tags.filter((tag) => tag === 'strong')).toHaveLength(bold.length);
      }),
      { numRuns: 300, seed: 5 },
    );
  });

  it.each([
    [{ type: 'text' }, 'rich.0.pieces.0.text'],
    [{ type: 'placeholder' }, 'rich.0.pieces.0.name'],
    [{ type: 'placeholder', name: ' ' }, 'rich.0.pieces.0.name'],
    [{ type: 'placeholder', name: 'a}<b>' }, 'rich.0.pieces.0.name'],
    [{ type: 'placeholder', name: '<script>' }, 'rich.0.pieces.0.name'],
    [{ type: 'placeholder', name: 'a|b' }, 'rich.0.pieces.0.name'],
    [{ type: 'placeholder', name: 'a', fallback: '@{b}' }, 'rich.0.pieces.0.fallback'],
    [{ type: 'placeholder', name: 'a'.repeat(150), fallback: 'b'.repeat(50) }, 'rich.0.pieces.0.fallback'],
    [{ type: 'text', text: 'a', link: 'javascript:alert(1)' }, 'rich.0.pieces.0.link'],
    [{ type: 'text', text: 'a', link: '//a.example' }, 'rich.0.pieces.0.link'],
  ] as const)('The piece %o of a rich text is refused', (piece, field) => {
    expect(() => readRichText([{ pieces: [piece] }], 'rich')).toThrow(expect.objectContaining({ field }));
  });
});

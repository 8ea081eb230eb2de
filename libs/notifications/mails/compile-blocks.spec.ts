import fc from 'fast-check';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, it } from 'vitest';
import { hostile } from '../../../test/support/messages/random-messages.js';
import { compileBlocks } from './compile-blocks.js';
import type { BlockDto } from './mail.dto.js';
import { parseHtml } from './parse-html.js';
import { readBlockMail } from './read-blocks.js';
import type { RichParagraphDto } from './rich-text.dto.js';

const compile = async (blocks: BlockDto[], more: object = {}): Promise<string> =>
  compileBlocks(readBlockMail({ blocks, ...more }, 'mail.design'));

interface Found {
  tag: string;
  attributes: Record<string, string>;
}

function elementsOf(html: string): { elements: Found[]; text: string } {
  const elements: Found[] = [];
  let text = '';
  const visit = (parent: DefaultTreeAdapterTypes.ParentNode): void => {
    for (const child of parent.childNodes) {
      if ('value' in child) {
        text += child.value;
      }
      if ('tagName' in child) {
        const attributes = Object.fromEntries(child.attrs.map(({ name, value }) => [name, value]));
        elements.push({ tag: child.tagName, attributes });
        visit(child);
      }
    }
  };
  const document = parseHtml(html);
  if (document) {
    visit(document);
  }
  return { elements, text };
}

describe('Mail of blocks', () => {
  it('A compiled mail has the texts, pictures and links of its blocks, with their placeholders', async () => {
    const html = await compile(
      [
        { type: 'heading', text: 'Hi @{name|Tom & "Co"}', level: 2 },
        { type: 'text', text: 'one\ntwo' },
        { type: 'image', url: 'https://a.example/@{pic|a.png}', alt: '"quoted"', link: 'https://a.example/?a=1&b=2' },
        {
          type: 'columns',
          columns: [
            { blocks: [{ type: 'text', text: 'left' }] },
            { blocks: [{ type: 'button', text: 'Go', link: 'tel:1' }] },
          ],
        },
        { type: 'divider' },
        { type: 'footer', text: 'Shop', unsubscribe: 'Bye' },
      ],
      { preheader: 'Soon', accent: '#ffffff' },
    );
    const { elements, text } = elementsOf(html);
    expect(html).toContain('Hi @{name|Tom &amp; &quot;Co&quot;}');
    expect(text).toContain('Hi @{name|Tom & "Co"}');
    expect(text).toContain('Soon');
    expect(html).toContain('one<br>two');
    expect(elements.find(({ tag }) => tag === 'img')?.attributes).toMatchObject({
      src: 'https://a.example/@{pic|a.png}',
      alt: '"quoted"',
    });
    const links = elements.filter(({ tag }) => tag === 'a').map(({ attributes }) => attributes['href']);
    expect(links).toEqual(['https://a.example/?a=1&b=2', 'tel:1', '@{unsubscribeUrl}']);
    // Dark letters on a light button.
    expect(html).toContain('color:#1b1f24');
    expect(await compile([{ type: 'text', text: 'same' }])).toBe(await compile([{ type: 'text', text: 'same' }]));
  });

  it('A compiled mail leaves out incomplete blocks', async () => {
    const html = await compile([
      { type: 'image' },
      { type: 'button', text: 'Go' },
      { type: 'text', text: ' ' },
      { type: 'columns', columns: [{ blocks: [] }, { blocks: [] }] },
    ]);
    expect(elementsOf(html).elements.filter(({ tag }) => ['img', 'a', 'table'].includes(tag))).toEqual([]);
  });

  it('Typed text adds no element and no attribute to a compiled mail', async () => {
    const harmless = await compile(blocksOf('x'));
    const allowed = new Set(
      elementsOf(harmless)
        .elements.map(({ tag }) => tag)
        .concat('br'),
    );
    const names = new Set(elementsOf(harmless).elements.flatMap(({ attributes }) => Object.keys(attributes)));
    await fc.assert(
      fc.asyncProperty(fc.oneof(hostile, fc.constantFrom(...MJML)), async (typed) => {
        const { elements } = elementsOf(await compile(blocksOf(typed)));
        for (const { tag, attributes } of elements) {
          expect(allowed).toContain(tag);
          expect(Object.keys(attributes).filter((name) => !names.has(name))).toEqual([]);
        }
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it.each([
    ['image', { url: 'javascript:alert(1)' }, 'mail.design.blocks.0.url'],
    ['image', { url: '/etc/passwd' }, 'mail.design.blocks.0.url'],
    ['button', { link: 'data:text/html,x' }, 'mail.design.blocks.0.link'],
    ['button', { link: ' jAvAscript:alert(1)' }, 'mail.design.blocks.0.link'],
    ['columns', { columns: [{ blocks: [] }] }, 'mail.design.blocks.0.columns'],
  ] as const)('A block of type %s with %o is refused', (type, fields, field) => {
    const block = { type, ...fields } as BlockDto;
    expect(() => readBlockMail({ blocks: [block] }, 'mail.design')).toThrow(expect.objectContaining({ field }));
  });
});

const MJML = [
  '<mj-include path="/etc/passwd" />',
  '</mj-text><mj-raw><script>alert(1)</script></mj-raw>',
  '<!--[if mso]><script>alert(1)</script><![endif]-->',
  "--><img src=x onerror='alert(1)'>",
  '<![CDATA[<script>]]>',
  '$& $1 $`',
  '" onerror="alert(1)" x="',
  '@{a|"><script>alert(1)</script>}',
];

function richOf(text: string): RichParagraphDto[] {
  const name = text
    .replaceAll(/[{}|<>]/g, '')
    .trim()
    .slice(0, 60);
  return [
    {
      pieces: [
        { type: 'text', text, link: `https://a.example/${text}` },
        { type: 'text', text: '}', bold: true, link: `https://a.example/${text}` },
        { type: 'break' },
        { type: 'text', text: '} no link' },
        { type: 'placeholder', name: name === '' ? 'a' : name, italic: true },
      ],
    },
  ];
}

function blocksOf(typed: string): BlockDto[] {
  const text = typed.replaceAll(/[\0\ud800-\udfff]/g, '');
  return [
    { type: 'heading', text },
    { type: 'text', text },
    { type: 'text', rich: richOf(text) },
    { type: 'image', url: `https://a.example/${text}`, alt: text, link: `https://a.example/${text}` },
    { type: 'button', text: `.${text}`, link: `https://a.example/${text}` },
    { type: 'footer', text, unsubscribe: `.${text}` },
  ];
}

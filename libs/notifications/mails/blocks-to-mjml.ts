import { escapeLines, escapeText } from './escape-text.js';
import { contrastOf } from './contrast.js';
import type { Block, BlockMail, InnerBlock, RichText } from './mail.types.js';
import { isBlankRich, richTextToHtml } from './rich-text-to-html.js';

/** An element of MJML. `content` is HTML; values of attributes are written as they are, so both are escaped here. */
export interface MjmlNode {
  tagName: string;
  attributes: Record<string, string>;
  children?: MjmlNode[];
  content?: string;
}

const FONT = 'Helvetica, Arial, sans-serif';
const INK = '#1b1f24';
const QUIET = '#55606b';
const LINE = '#e4e7ea';
const DESK = '#f3f5f6';
const PAPER = '#ffffff';
/** Pixels of a heading by its level. */
const HEADINGS = [26, 20, 16];

/**
 * The MJML of a mail. It is a tree and never text, so nothing that someone typed is read as MJML: there is no element
 * and no attribute but those that are written here.
 *
 * @param language  a tag of the language of the texts; undefined: not known
 */
export function toMjml({ preheader, accent, font, blocks }: BlockMail, language: string | undefined): MjmlNode {
  const sections = blocks.flatMap((block) => toSection(block, accent));
  const preview = preheader.trim() === '' ? [] : [leaf('mj-preview', {}, escapeText(preheader))];
  return node('mjml', language === undefined ? {} : { lang: language }, [
    node('mj-head', {}, preview),
    node(
      'mj-body',
      { width: '600px', 'background-color': DESK },
      font === undefined ? sections : sections.map((section) => withFont(section, `${font}, ${FONT}`)),
    ),
  ]);
}

/** A section of its own for each block; none for a block that shows nothing. */
function toSection(block: Block, accent: string): MjmlNode[] {
  switch (block.type) {
    case 'columns': {
      const columns = block.columns.map(({ blocks }) => blocks.flatMap((part) => toElement(part, accent)));
      return columns.every((column) => column.length === 0)
        ? []
        : [sectionOf(columns.map((column) => node('mj-column', { 'vertical-align': 'top' }, column)))];
    }
    case 'footer': {
      const content = footerOf(block);
      return content === '' ? [] : [sectionOf([node('mj-column', {}, [footerText(content)])], DESK)];
    }
    default: {
      const elements = toElement(block, accent);
      return elements.length === 0 ? [] : [sectionOf([node('mj-column', {}, elements)])];
    }
  }
}

function sectionOf(columns: MjmlNode[], background = PAPER): MjmlNode {
  return node('mj-section', { 'background-color': background, padding: '0' }, columns);
}

function toElement(block: InnerBlock, accent: string): MjmlNode[] {
  switch (block.type) {
    case 'heading': {
      const size = `${HEADINGS[block.level - 1] ?? HEADINGS[0]}px`;
      const tag = `h${block.level}`;
      const style = `margin:0;font-size:${size};line-height:1.25;font-weight:600`;
      const content = `<${tag} style="${style}">${wordsOf(block, accent)}</${tag}>`;
      return isWordless(block) ? [] : [textOf(content, { 'font-size': size, align: block.align })];
    }
    case 'text':
      return isWordless(block) ? [] : [textOf(wordsOf(block, accent), { 'font-size': '16px', align: block.align })];
    case 'image':
      return isBlank(block.url)
        ? []
        : [
            node('mj-image', {
              src: escapeText(block.url),
              alt: escapeText(block.alt),
              align: block.align,
              ...(block.link !== '' && { href: escapeText(block.link) }),
            }),
          ];
    case 'button':
      return isBlank(block.text) || isBlank(block.link)
        ? []
        : [
            leaf(
              'mj-button',
              {
                href: escapeText(block.link),
                align: block.align,
                'background-color': accent,
                color: contrastOf(accent),
                'font-family': FONT,
                'font-size': '16px',
                'border-radius': '6px',
              },
              escapeText(block.text),
            ),
          ];
    case 'divider':
      return [node('mj-divider', { 'border-width': '1px', 'border-color': LINE })];
  }
}

/** @property rich  in place of `text` */
interface Words {
  text: string;
  rich?: RichText;
}

function wordsOf({ text, rich }: Words, accent: string): string {
  // A light accent is a colour for buttons, which have dark letters then; as letters on paper no one could read it.
  const color = contrastOf(accent) === PAPER ? accent : INK;
  return rich ? richTextToHtml(rich, `color:${color};text-decoration:underline`) : escapeLines(text);
}

/** Tests if a heading or text shows nothing. */
export function isWordless({ text, rich }: Words): boolean {
  return rich ? isBlankRich(rich) : isBlank(text);
}

function footerOf({ text, unsubscribe }: Extract<Block, { type: 'footer' }>): string {
  const link = isBlank(unsubscribe)
    ? []
    : [`<a href="@{unsubscribeUrl}" style="color:${QUIET}">${escapeText(unsubscribe)}</a>`];
  return [...(isBlank(text) ? [] : [escapeLines(text)]), ...link].join('<br>');
}

function footerText(content: string): MjmlNode {
  return textOf(content, { 'font-size': '12px', color: QUIET, align: 'center' });
}

function textOf(content: string, attributes: Record<string, string>): MjmlNode {
  return leaf('mj-text', { 'font-family': FONT, color: INK, 'line-height': '1.5', ...attributes }, content);
}

/** An element and those inside it, in another font where they name one. */
function withFont(element: MjmlNode, font: string): MjmlNode {
  const { attributes, children } = element;
  return {
    ...element,
    attributes: 'font-family' in attributes ? { ...attributes, 'font-family': font } : attributes,
    ...(children && { children: children.map((child) => withFont(child, font)) }),
  };
}

function node(tagName: string, attributes: Record<string, string>, children: MjmlNode[] = []): MjmlNode {
  return { tagName, attributes, children };
}

function leaf(tagName: string, attributes: Record<string, string>, content: string): MjmlNode {
  return { tagName, attributes, content };
}

/** Tests if a block with this text shows nothing. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

import type { components } from '../../../openapi/panel.d.ts';
import { isRichText, readBlockText, type BlockText } from '../rich-text/rich-text.js';

type Schemas = components['schemas'];
export type MailDesign = Schemas['BlockMailDto'];
/** The content that the server makes the HTML of a mail from. */
export type MailContent = Schemas['MailContentDto'];

export const BLOCK_KINDS = ['heading', 'text', 'image', 'button', 'columns', 'divider', 'footer'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** A block as it is typed; which fields count is said by its kind. */
export interface FormBlock extends BlockText {
  /** Names it on the page. */
  id: string;
  kind: BlockKind;
  level: string;
  url: string;
  alt: string;
  link: string;
  align: string;
  unsubscribe: string;
  columns: readonly (readonly FormBlock[])[];
}

export interface FormRegion {
  name: string;
  text: string;
  url: string;
}

/** How a mail is written: as HTML, of blocks, or with a template whose regions are filled in. */
export interface MailForm {
  kind: 'blocks' | 'template' | 'html';
  html: string;
  preheader: string;
  accent: string;
  /** A font family; absent: that of every system. */
  font?: string | undefined;
  blocks: readonly FormBlock[];
  /** In the version with which it was begun. `template.id` is how the server finds what uses a template. */
  template: { id: string; version: number; regions: readonly FormRegion[] };
}

export const ACCENT = '#0b6e63';

export function newMail(): MailForm {
  return {
    kind: 'blocks',
    html: '',
    preheader: '',
    accent: ACCENT,
    blocks: [],
    template: { id: '', version: 0, regions: [] },
  };
}

let counter = 0;

/** @param unsubscribe  text of the link of a footer */
export function newBlock(kind: BlockKind, unsubscribe = ''): FormBlock {
  counter += 1;
  return {
    id: `${Date.now().toString(36)}-${counter}`,
    kind,
    text: '',
    level: '1',
    url: '',
    alt: '',
    link: '',
    align: 'left',
    unsubscribe,
    columns: kind === 'columns' ? [[], []] : [],
  };
}

/** The content of a mail for the server; undefined: it is HTML, and stands in the message itself. */
export function mailContentOf({ kind, template, ...form }: MailForm): MailContent | undefined {
  switch (kind) {
    case 'html':
      return undefined;
    case 'template':
      return { template: { ...template, regions: template.regions.map((region) => ({ ...region })) } };
    case 'blocks':
      return { design: designOf(form) };
  }
}

export function designOf({
  preheader,
  accent,
  font = '',
  blocks,
}: Pick<MailForm, 'preheader' | 'accent' | 'font' | 'blocks'>): MailDesign {
  return {
    blocks: blocks.map((block) =>
      block.kind === 'columns'
        ? { type: 'columns', columns: block.columns.map((inner) => ({ blocks: inner.map(innerOf) })) }
        : block.kind === 'footer'
          ? { type: 'footer', text: block.text, unsubscribe: block.unsubscribe }
          : innerOf(block),
    ),
    ...(preheader.trim() !== '' && { preheader }),
    accent: /^#[0-9a-f]{6}$/i.test(accent) ? accent : ACCENT,
    ...(font.trim() !== '' && { font: font.trim() }),
  };
}

type Inner = Schemas['InnerBlockDto'];

function innerOf({ kind, text, rich, level, url, alt, link, align }: FormBlock): Inner {
  const side = align === 'center' ? 'center' : 'left';
  switch (kind) {
    case 'heading':
      return { type: kind, ...writtenText({ text, rich }), level: Number(level), align: side };
    case 'image':
      return { type: kind, url, alt, link, align: side };
    case 'button':
      return { type: kind, text, link, align: side };
    case 'divider':
      return { type: kind };
    default:
      return { type: 'text', ...writtenText({ text, rich }), align: side };
  }
}

/** The server takes the one or the other. */
function writtenText({ text, rich }: BlockText): Pick<Inner, 'text' | 'rich'> {
  return rich === undefined ? { text } : { rich: rich.map(({ pieces }) => ({ pieces: [...pieces] })) };
}

/** True where there is content to show. */
export function isMailWritten({ kind, html, blocks, template }: MailForm): boolean {
  return kind === 'html' ? html.trim() !== '' : kind === 'blocks' ? blocks.length > 0 : template.id !== '';
}

/** The form of blocks that were stored. */
export function formOfDesign({
  blocks,
  preheader = '',
  accent = ACCENT,
  font,
}: MailDesign): Pick<MailForm, 'blocks' | 'preheader' | 'accent' | 'font'> {
  return {
    preheader,
    accent,
    ...(font !== undefined && { font }),
    blocks: blocks.map((block) => ({
      ...formOfInner(block),
      unsubscribe: block.unsubscribe ?? '',
      columns: (block.columns ?? []).map((column) => column.blocks.map(formOfInner)),
    })),
  };
}

function formOfInner(block: MailDesign['blocks'][number] | Inner): FormBlock {
  const { type, text = '', rich, level = 1, url = '', alt = '', link = '', align = 'left' } = block;
  const content = rich === undefined ? { text } : { text: readBlockText(rich).text, rich };
  return { ...newBlock(type), ...content, level: String(level), url, alt, link, align, columns: [] };
}

/** The form of what was stored. @param html  of the message, where there is no content */
export function formOfContent(content: MailContent | undefined, html: string): MailForm {
  const form = newMail();
  if (content?.design) {
    return { ...form, kind: 'blocks', ...formOfDesign(content.design) };
  }
  if (content?.template) {
    const { id, version, regions } = content.template;
    const filled = regions.map(({ name, text, url = '' }) => ({ name, text, url }));
    return { ...form, kind: 'template', template: { id, version, regions: filled } };
  }
  return { ...form, kind: 'html', html };
}

/** Checks that a stored value has the form of a mail of this build. */
export function isMailForm(value: unknown): value is MailForm {
  const { kind, html, preheader, accent, font = '', blocks, template } = fieldsOf(value);
  const { id, version, regions } = fieldsOf(template);
  return (
    (kind === 'html' || kind === 'blocks' || kind === 'template') &&
    [html, preheader, accent, font, id].every((field) => typeof field === 'string') &&
    typeof version === 'number' &&
    isListOf(regions, (region) =>
      ['name', 'text', 'url'].every((name) => typeof fieldsOf(region)[name] === 'string'),
    ) &&
    isListOf(blocks, isBlock)
  );
}

function isBlock(value: unknown): boolean {
  const block = fieldsOf(value);
  return (
    BLOCK_KINDS.some((kind) => kind === block['kind']) &&
    ['id', 'text', 'level', 'url', 'alt', 'link', 'align', 'unsubscribe'].every(
      (name) => typeof block[name] === 'string',
    ) &&
    (block['rich'] === undefined || isRichText(block['rich'])) &&
    isListOf(block['columns'], (column) => isListOf(column, isBlock))
  );
}

function isListOf(value: unknown, isEntry: (entry: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isEntry);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
}

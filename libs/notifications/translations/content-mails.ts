import { type Fields, fieldsOf, listMailTexts, listOf, withMailTexts } from './mail-form-texts.js';
import type { SourceText } from './translation.types.js';

/** A content that is stored as HTML, perhaps with the blocks that this was made of. */
interface MailContent {
  text?: string | undefined;
  mail?: unknown;
}

/** Tests if the HTML of a content is still that of its blocks. */
export function hasBlocks({ text, mail }: MailContent): boolean {
  const { mark } = fieldsOf(mail);
  return mark !== undefined && mark === markOf(text ?? '');
}

/** The texts of the blocks, with their translations. */
export function listBlockTexts({ mail }: MailContent, language: string, prefix: string): SourceText[] {
  return listMailTexts(toForm(fieldsOf(mail)), toForm(languageOf(mail, language)), prefix);
}

/** The blocks of a content with those of a language. @param texts  by id */
export function withBlockTexts(
  { mail }: MailContent,
  language: string,
  texts: ReadonlyMap<string, string>,
  prefix: string,
): Fields {
  const whole = fieldsOf(mail);
  const form = withMailTexts(toForm(whole), toForm(languageOf(mail, language)), texts, prefix);
  return { ...whole, languages: { ...fieldsOf(whole['languages']), [language]: fromForm(form) } };
}

function languageOf(mail: unknown, language: string): Fields {
  const languages = fieldsOf(fieldsOf(mail)['languages']);
  return Object.hasOwn(languages, language) ? fieldsOf(languages[language]) : {};
}

/** Writes a mail in the form of a draft. */
function toForm({ design, template }: Fields): Fields {
  if (template !== undefined) {
    return { kind: 'template', template };
  }
  const { blocks, ...look } = fieldsOf(design);
  return { ...look, kind: 'blocks', blocks: listOf(blocks).map(toFormBlock) };
}

function fromForm({ kind, template, blocks, ...look }: Fields): Fields {
  return kind === 'template' ? { template } : { design: { ...look, blocks: listOf(blocks).map(fromFormBlock) } };
}

function toFormBlock(entry: unknown): Fields {
  const { type, columns, ...block } = fieldsOf(entry);
  const inner = listOf(columns).map((column) => listOf(fieldsOf(column)['blocks']).map(toFormBlock));
  return { ...block, kind: type, columns: inner };
}

function fromFormBlock(entry: unknown): Fields {
  const { kind, columns, ...block } = fieldsOf(entry);
  const inner = listOf(columns).map((column) => ({ blocks: listOf(column).map(fromFormBlock) }));
  // Pieces stand in place of a text.
  const isText = (name: string): boolean => name === 'text' && block['rich'] !== undefined;
  const known = Object.entries(block).filter(([name, value]) => value !== undefined && !isText(name));
  return { ...Object.fromEntries(known), type: kind, ...(inner.length > 0 && { columns: inner }) };
}

/** Marks HTML as the composer of journeys does: its length, and a sum of its characters (FNV-1a). */
function markOf(text: string): string {
  let sum = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01_00_01_93);
  }
  return `${text.length}-${(sum >>> 0).toString(16)}`;
}

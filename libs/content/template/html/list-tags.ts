import { ATTRIBUTE, RAW_TEXT_TAGS, readTags, type Tag } from './html-tags.js';

/** Attributes with words, and with the language of words. A translator changes them. */
const OF_WORDS: ReadonlySet<string> = new Set(['alt', 'title', 'aria-label', 'lang', 'dir']);
/** Raw texts that are words of a reader. */
const WORDS: ReadonlySet<string> = new Set(['title', 'textarea']);

/**
 * Lists the tags of a text as a browser reads them, each without what a translator changes: two texts with the same tags lead to
 * the same places. Comments, declarations, scripts and styles are whole. Time grows with the length.
 */
export function listTags(html: string): string[] {
  const tags: string[] = [];
  let raw: Tag | undefined;
  for (const tag of readTags(html)) {
    if (raw) {
      tags.push(html.slice(raw.end, tag.start));
    }
    raw = RAW_TEXT_TAGS.has(tag.name) && !WORDS.has(tag.name) ? tag : undefined;
    const text = html.slice(tag.start, tag.end);
    tags.push(tag.name === '' ? text : toPlain(text, tag.name));
  }
  return raw ? [...tags, html.slice(raw.end)] : tags;
}

/** A tag with its attributes apart by a blank, and with what is none as it is written. */
function toPlain(text: string, name: string): string {
  const attributes: string[] = [];
  let at = 1 + name.length;
  ATTRIBUTE.lastIndex = at;
  for (let found = ATTRIBUTE.exec(text); found; found = ATTRIBUTE.exec(text)) {
    const [, written = '', double, single, bare] = found;
    const code = written.toLowerCase();
    const value = double ?? single ?? bare;
    if (!OF_WORDS.has(code)) {
      attributes.push(value === undefined ? code : `${code}=${JSON.stringify(value)}`);
    }
    at = ATTRIBUTE.lastIndex;
  }
  const rest = text.slice(at).replace(/^[\s/]*>$/, '');
  return `<${[name, ...attributes, ...(rest === '' ? [] : [rest])].join(' ')}>`;
}

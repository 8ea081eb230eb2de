import type { Message } from '#libs/content';

/** Enough of a text to find it by; a row stays within one page of the database. */
const MAX_WORDS = 1800;
const STYLE = '<style';
/** Fields that people read, at any depth of a message. */
const READ = new Set([
  'title',
  'subject',
  'text',
  'subtitle',
  'bigText',
  'content',
  'personalizedTitle',
  'personalizedMessage',
  'personalizedSubText',
]);
/** Letters that no decomposition leads to their plain ones (Unicode, NFKD). */
const PLAIN: Readonly<Record<string, string>> = { ı: 'i', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe' };

/** Folds case and accents away, so that `Istanbul` and `İSTANBUL` are one word. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ıßøłđæœ]/g, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/\s+/g, ' ');
}

/**
 * The words by which a campaign is found: its label in the first line, then name and texts of its contents, without markup.
 *
 * @param contents  messages, the first with the label
 */
export function wordsOf(...contents: readonly Partial<Message>[]): string {
  const texts: string[] = [];
  for (const content of contents) {
    texts.push(content.title ?? '');
    collect({ ...content, title: '' }, texts);
  }
  const words = foldText([...new Set(texts)].filter((text) => text !== '').join(' '));
  return `${labelLine(contents.find(({ labels }) => labels !== undefined)?.labels ?? null)}${cut(words)}`;
}

/** The first line of the words. */
export function labelLine(label: string | null): string {
  return `${foldText(label ?? '')}\n`;
}

function collect(value: unknown, texts: string[]): void {
  if (typeof value !== 'object' || value === null || texts.join('').length > 2 * MAX_WORDS) {
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string') {
      if (READ.has(name)) {
        texts.push(plain(inner));
      }
    } else {
      collect(inner, texts);
    }
  }
}

/** A text without styles and tags, as far as it is needed. Every step moves on, so the work is linear in hostile texts. */
function plain(text: string): string {
  let words = '';
  for (let at = 0; at < text.length && words.length < MAX_WORDS;) {
    const open = text.indexOf('<', at);
    const end = Math.min(open < 0 ? text.length : open, at + MAX_WORDS);
    words += `${text.slice(at, end)} `;
    if (open < 0) {
      break;
    }
    // The content of a style has no tags, so the next one ends it.
    const isStyle = text.slice(open, open + STYLE.length).toLowerCase() === STYLE;
    const from = isStyle ? text.indexOf('</', open) : open;
    const close = from < 0 ? -1 : text.indexOf('>', from);
    if (close < 0) {
      break;
    }
    at = close + 1;
  }
  return words
    .replaceAll(/&[a-z0-9#]{2,8};/gi, ' ')
    .trim()
    .slice(0, MAX_WORDS);
}

/** Cuts between characters: half of a surrogate pair is no text for the database. */
function cut(words: string): string {
  return words.slice(0, MAX_WORDS).replace(/[\uD800-\uDBFF]$/, '');
}

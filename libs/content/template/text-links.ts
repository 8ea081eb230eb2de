/**
 * Finds where links begin and end in a text, the only place that knows it. People write links into sentences of every
 * script: a Turkish suffix follows an apostrophe, a Korean particle or a Chinese word follows at once.
 *
 * Sources: RFC 3986, section 2 (characters of an address) and appendix C (what stands around one in a text); The Unicode
 * Standard, section 4.5 (general categories, `\p{P}`) and Annex 24 (scripts, `\p{scx=…}`).
 */

/** A part of a text. */
export interface TextRange {
  start: number;
  end: number;
}

const SCHEME = /https?:\/\//gi;
/** Characters that no address has, besides spaces and controls (RFC 3986, appendix C and section 2). */
const DELIMITERS = '"<>\\`';
/** Signs that end a sentence, or stand around a word, where they follow a link. */
const SENTENCE_SIGNS = `.,;:!?'*|ʼʻ`;
/** Brackets that an address may have, each with its end. */
const BRACKETS = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['（', '）'],
]);
const CLOSING = new Set(BRACKETS.values());
/** Letters, digits, and marks on them, in any script. All other characters beyond ASCII end a link. */
const WORD = /[\p{L}\p{M}\p{N}]/u;
/** Joiners inside a word of Arabic and Indic scripts, and the dot of `l·l` in Catalan. */
const INSIDE_WORD = /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])|(?<=l)·(?=l)/iuy;

/** Characters of an address that never end it by themselves. They are passed over at once. */
const PLAIN = /[A-Za-z0-9\-._~:/?#@!$&*+=%]+/y;

/** Letters, or a value in their place. */
const LETTERS = String.raw`(?:[\p{L}\p{M}]|\ufdd0\d+\ufdd1)+`;
/** An apostrophe with the suffix of the word before it. What goes on as an address after the letters is no suffix. */
const SUFFIX = String.raw`(?:['ʼʻ]${LETTERS})+(?!['ʼʻ]?[\p{L}\p{M}\ufdd0]|[\p{N}/?#&=%_~+@$^\-])`;
/** Scripts whose words follow each other without a space (Unicode Standard Annex 14, classes ID, H2, H3 and SA). */
const UNSPACED_SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
/** A word of such a script right after an address in ASCII, or after a value, which is percent-encoded. */
const NEXT_WORD = `(?<=[A-Za-z0-9)\\]}\\ufdd1])(?=[（\\p{L}\\p{M}\\p{N}])[（${UNSPACED_SCRIPTS.map((name) => `\\p{scx=${name}}`).join('')}]`;
const NEXT_LINK = String.raw`[,;|](?=[Hh][Tt][Tt][Pp][Ss]?:\/\/)`;
/** Ends of a link at which an address could go on. */
const SOFT_END = new RegExp(`${SUFFIX}|${NEXT_WORD}|${NEXT_LINK}`, 'uy');
/** Ends of a link in quotation marks, which enclose the words of its address. */
const QUOTED_END = new RegExp(`${SUFFIX}|${NEXT_LINK}`, 'uy');
const QUOTES = new Set(['「」', '『』', '《》', '〈〉', '【】', '“”', '‘’', '„“', '„”', '«»', '»«', '""', '<>']);
/** A host that no port follows after its colon: a Finnish or Swedish suffix does, as in `shop.example:ssa`. */
const HOST_WITH_SUFFIX = /^[^/?#:@[\]]+(?=:\p{L}[^/?#@]*(?:[/?#]|$))/u;
/** A host beyond ASCII without a dot: words that follow the name of the scheme. */
const WORDS_FOR_HOST = /^(?=[^/?#:]*[^\0-\x7f\ufdd0\ufdd1])[^./?#:\ufdd0]+(?:[/?#:]|$)/u;

/** Characters up to the first that no link has, and the brackets among them: the place of each to that of its partner. */
interface Run {
  end: number;
  partners: ReadonlyMap<number, number>;
}

/**
 * Finds the links of a text, in order. A mark of a placeholder counts as letters. Its time grows with the length of the
 * text, whatever the text is.
 */
export function findTextLinks(text: string): TextRange[] {
  const links: TextRange[] = [];
  let run: Run = { end: 0, partners: new Map() };
  SCHEME.lastIndex = 0;
  for (let match = SCHEME.exec(text); match; match = SCHEME.exec(text)) {
    const from = match.index + match[0].length;
    run = from < run.end ? run : readRun(text, from);
    const isQuoted = QUOTES.has(text.charAt(match.index - 1) + text.charAt(run.end));
    const end = trimSigns(text, from, findEnd(text, from, run, isQuoted ? QUOTED_END : SOFT_END));
    const address = text.slice(from, end);
    const host = HOST_WITH_SUFFIX.exec(address)?.[0] ?? address;
    if (host !== '' && !WORDS_FOR_HOST.test(host)) {
      links.push({ start: match.index, end: from + host.length });
    }
    SCHEME.lastIndex = from + host.length;
  }
  return links;
}

function readRun(text: string, from: number): Run {
  const partners = new Map<number, number>();
  const open: { at: number; closing: string }[] = [];
  let at = passPlain(text, from);
  for (let char = charAt(text, at); char !== '' && !isHardEnd(text, at, char); char = charAt(text, at)) {
    const closing = BRACKETS.get(char);
    if (closing !== undefined) {
      open.push({ at, closing });
    } else if (open.at(-1)?.closing === char) {
      const opening = open.pop()?.at ?? at;
      partners.set(opening, at).set(at, opening);
    }
    at = passPlain(text, at + char.length);
  }
  return { end: at, partners };
}

/** A bracket belongs to a link that has its partner too. */
function findEnd(text: string, from: number, { end, partners }: Run, softEnd: RegExp): number {
  let at = passPlain(text, from);
  while (at < end) {
    const char = charAt(text, at);
    const isBracket = BRACKETS.has(char) || CLOSING.has(char);
    if (isBracket && (partners.get(at) ?? -1) < from) {
      return at;
    }
    softEnd.lastIndex = at;
    if (softEnd.test(text)) {
      return at;
    }
    at = passPlain(text, at + char.length);
  }
  return at;
}

function passPlain(text: string, at: number): number {
  PLAIN.lastIndex = at;
  return PLAIN.test(text) ? PLAIN.lastIndex : at;
}

function isHardEnd(text: string, at: number, char: string): boolean {
  if (char <= '\u007f') {
    return char <= ' ' || char === '\u007f' || DELIMITERS.includes(char);
  }
  if (WORD.test(char) || BRACKETS.has(char) || CLOSING.has(char) || char === '\ufdd0' || char === '\ufdd1') {
    return false;
  }
  INSIDE_WORD.lastIndex = at;
  return !INSIDE_WORD.test(text);
}

function trimSigns(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && SENTENCE_SIGNS.includes(text.charAt(end - 1))) {
    end -= 1;
  }
  return end;
}

/** The character at a place, of one or two units; empty at the end. */
function charAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

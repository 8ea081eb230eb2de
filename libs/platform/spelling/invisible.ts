/**
 * Characters without a glyph: Unicode's Default_Ignorable_Code_Point (UAX #44: zero-width spaces, marks of direction, soft
 * hyphens, fillers, selectors), controls, separators of lines and paragraphs, marks of annotations, and the empty Braille cell.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\uFFF9-\uFFFB\u2800]/u;
/** Selectors and tags belong to the character before them, so they are no edge of a text (UTS #51, UTS #37). */
const SELECTOR = /[\uFE00-\uFE0F]|[\u{E0020}-\u{E007F}]|[\u{E0100}-\u{E01EF}]/u;
/** Most texts: nothing in them needs a second look. */
const PLAIN = /^[ -~]*$/;

/** Scripts whose words are spelt with joiners (RFC 5892, appendix A.1 and A.2; Unicode, chapters 9, 12, 13 and 16). */
const JOINING =
  '[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}' +
  '\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Tibt}\\p{scx=Mymr}\\p{scx=Khmr}]';
const JOINER = new RegExp(`(?<=${JOINING})[\\u200C\\u200D](?=${JOINING})`, 'gu');
/** UTS #51, "Emoji sequences": flags of regions, keycaps, and pictures with selectors and joiners. */
const EMOJI =
  /\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F}|[#*0-9]\uFE0F\u20E3|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?(?:\u200D\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?)*/gu;

/** Removes blanks and invisible characters from both ends of a text: byte order marks, marks of direction, line ends. */
export function trimInvisible(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end) {
    const char = String.fromCodePoint(text.codePointAt(start) ?? 0);
    if (!isEdge(char)) {
      break;
    }
    start += char.length;
  }
  while (end > start) {
    const width = end - start > 1 && (text.codePointAt(end - 2) ?? 0) > 0xffff ? 2 : 1;
    if (!isEdge(text.slice(end - width, end))) {
      break;
    }
    end -= width;
  }
  return end - start === text.length ? text : text.slice(start, end);
}

/**
 * Tests if a text has an invisible character. Such a text looks like another one and is not the same. Joiners count
 * only where no script needs them, and selectors only outside of emoji.
 */
export function hasInvisible(text: string): boolean {
  return (
    !PLAIN.test(text) && INVISIBLE.test(text) && INVISIBLE.test(text.replaceAll(EMOJI, ' ').replaceAll(JOINER, ' '))
  );
}

function isEdge(char: string): boolean {
  return char <= ' ' || (char > '~' && (/\s/.test(char) || (INVISIBLE.test(char) && !SELECTOR.test(char))));
}

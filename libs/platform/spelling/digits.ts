/** Digits of every script but ASCII (Unicode, Nd). Superscripts and digits in circles are none. */
const OTHER_DIGIT = /(?!\d)\p{Nd}/gu;

/** A text with the digits of every script as those of ASCII. */
export function toAsciiDigits(text: string): string {
  return text.replaceAll(OTHER_DIGIT, (digit) => String(valueOf(digit)));
}

/** The digits of a script follow each other, from zero on (Unicode, section 4.6). */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) {
    value += 1;
  }
  return value % 10;
}

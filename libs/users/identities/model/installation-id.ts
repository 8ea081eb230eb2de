const LENGTH = 7;
const RADIX = 36;
const FORM = /^[0-9a-z]{7}$/;
/** An odd factor permutes the 32-bit numbers; the second is its inverse modulo 2^32. */
const FACTOR = 0x45d9f3b;
const INVERSE = 0x119de1f3;

/**
 * The public form of an installation's id: seven characters of base 36 over a fixed permutation of 32 bits, so that
 * consecutive ids look different. It is short and reversible, and hides nothing (there is no key).
 *
 * @param instId  integer in 0..2^32-1
 */
export function toInstallationId(instId: number): string {
  return scramble(scramble(instId, FACTOR), FACTOR).toString(RADIX).padStart(LENGTH, '0');
}

/** Decodes a public id; undefined for any other text. */
export function fromInstallationId(text: string): number | undefined {
  const mixed = FORM.test(text) ? Number.parseInt(text, RADIX) : Number.NaN;
  return mixed < 2 ** 32 ? scramble(scramble(mixed, INVERSE), INVERSE) : undefined;
}

/** `x ^ (x >>> 16)` undoes itself, so the rounds run backwards with the inverse factor. */
function scramble(value: number, factor: number): number {
  const folded = fold(value);
  return fold(Math.imul(folded, factor));
}

function fold(value: number): number {
  return (value ^ (value >>> 16)) >>> 0;
}

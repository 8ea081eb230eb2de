/** A number, or a text that writes one; undefined: any other value. */
export function readNumber(input: unknown): number | undefined {
  const isNumeric =
    typeof input === 'number' || (typeof input === 'string' && /^-?\d{1,300}(?:\.\d{1,99})?$/.test(input));
  return isNumeric ? Number(input) : undefined;
}

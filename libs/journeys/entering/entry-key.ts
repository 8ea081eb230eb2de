/** Characters of the value by which visits of a person differ. */
const MAX_KEY = 200;

/** The key of a visit. @param code  of the value that is it; absent: one visit at a time @returns undefined: no plain value */
export function keyOf(code: string | undefined, data: Readonly<Record<string, unknown>>): string | undefined {
  const value = code === undefined ? '' : Object.hasOwn(data, code) ? data[code] : undefined;
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? String(value).slice(0, MAX_KEY) : undefined;
}

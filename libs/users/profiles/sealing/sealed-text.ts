/** Sealed values begin with it, and no other text value of an attribute may. */
export const SEALED_PREFIX = '~sealed.';

export function isSealedText(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(SEALED_PREFIX);
}

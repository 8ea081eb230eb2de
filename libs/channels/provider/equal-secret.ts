import { timingSafeEqual } from 'node:crypto';

/** Compares what a request gave with what it should have, in a time that shows nothing of the latter. */
export function isEqualSecret(given: string | readonly string[] | undefined, expected: string): boolean {
  if (typeof given !== 'string') {
    return false;
  }
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

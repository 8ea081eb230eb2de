import { HOSTILE_TEXTS } from '../../test/support/rooms/hostile-texts.js';
import type { Dice } from './dice.js';

/** From 1 KB to 4 MB. */
const [SMALLEST, DOUBLINGS] = [1024, 12];
const KEYS = [100, 999, 1000, 1001];
const ENTRIES = [50, 1000, 1001, 5000, 30_000];

/** A value as large as a request may have, or a little larger. */
export function longValue(dice: Dice): unknown {
  const length = SMALLEST * 2 ** dice.below(DOUBLINGS + 1);
  switch (dice.below(5)) {
    case 0:
      return Array.from({ length: dice.pick(ENTRIES) }, (_, n) => `user${n}`);
    case 1:
      return Array.from({ length: dice.pick(ENTRIES) }, (_, n) => ({ age: n, extId: `user${n}` }));
    case 2:
      return Object.fromEntries(Array.from({ length: dice.pick(KEYS) }, (_, n) => [`key${n}`, n]));
    default:
      return dice.pick(HOSTILE_TEXTS).make(length);
  }
}

/** Characters of the largest body: more than any limit, and not so many that the test itself takes long. */
const LARGEST = 8 * 1024 * 1024;

/** Lengthens a list to the allowed number of entries or more; another value stays. */
export function lengthen(value: unknown, dice: Dice): unknown {
  const length = (JSON.stringify(value) ?? '').length;
  const count = Math.min(dice.pick(ENTRIES), Math.ceil(LARGEST / Math.max(1, length)));
  return Array.isArray(value) && value.length > 0
    ? Array.from({ length: count }, (_, n) => renumber(value[n % value.length], n))
    : value;
}

/** Entries of one user each, so that they are not merged. */
function renumber(entry: unknown, n: number): unknown {
  return typeof entry === 'object' && entry !== null && 'extId' in entry
    ? { ...entry, extId: `many${n % 1000}` }
    : entry;
}

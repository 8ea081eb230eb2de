import { createHash } from 'node:crypto';
import { LruCache } from '#platform/collections';

/**
 * Draws a uniform sample of users: exactly `size`, or all if there are fewer. A keyed permutation of the 32-bit numbers ranks
 * the users, and the first ranks are drawn. The same key draws the same users; another key draws independently.
 *
 * @param uids  without duplicates
 * @param draw  the key, for example the dispatch id
 */
export function drawSample(uids: Uint32Array, size: number, draw: string): Uint32Array {
  if (uids.length <= size) {
    return uids;
  }
  const keys = keysOf(`sample ${draw}`);
  const ranks = uids.map((uid) => rankOf(uid, keys));
  const maxRank = ranks.toSorted()[size - 1] ?? 0;
  return size === 0 ? new Uint32Array() : uids.filter((_, index) => (ranks[index] ?? 0) <= maxRank);
}

/** Tests if a user is in a share of all users. The same draw has the same users; another one draws independently. */
export function drawShare(uid: number, share: number, draw: string): boolean {
  const keys = shareKeys.get(draw) ?? keysOf(draw);
  shareKeys.set(draw, keys);
  return rankOf(uid, keys) < share * RANKS;
}

const RANKS = 2 ** 32;
const shareKeys = new LruCache<string, readonly number[]>({ max: 1000 });

function keysOf(draw: string): readonly number[] {
  const key = createHash('sha256').update(draw).digest();
  return [key.readUInt32LE(0), key.readUInt32LE(4), key.readUInt32LE(8)];
}

/** A permutation: every user has a rank of its own, so a bound on ranks is a bound on users. */
function rankOf(uid: number, keys: readonly number[]): number {
  return keys.reduce((rank, key) => mix((rank ^ key) >>> 0), uid);
}

/** The finalizer of MurmurHash3. Every step is invertible, so it is a permutation. */
function mix(value: number): number {
  let x = value;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

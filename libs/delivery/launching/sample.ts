import { createHash } from 'node:crypto';

/**
 * Draws a uniform sample of users: exactly `size` of them, or all where there are fewer. Every user has a place that a
 * keyed permutation of the 32-bit numbers gives; the first places win. The same draw gives the same users, another key
 * others that have nothing to do with them.
 *
 * @param uids  each once
 * @param draw  names the draw, for example its dispatch
 */
export function drawSample(uids: Uint32Array, size: number, draw: string): Uint32Array {
  if (uids.length <= size) {
    return uids;
  }
  const key = createHash('sha256').update(`sample ${draw}`).digest();
  const keys = [key.readUInt32LE(0), key.readUInt32LE(4), key.readUInt32LE(8)];
  const ranks = uids.map((uid) => rankOf(uid, keys));
  const maxRank = ranks.toSorted()[size - 1] ?? 0;
  return size === 0 ? new Uint32Array() : uids.filter((_, index) => (ranks[index] ?? 0) <= maxRank);
}

/** A permutation: no two users have the same place, so a bound on places is a bound on users. */
function rankOf(uid: number, keys: readonly number[]): number {
  return keys.reduce((rank, key) => mix((rank ^ key) >>> 0), uid);
}

/** The finalizer of MurmurHash3: every bit of the input moves half of those of the output, and each step can be undone. */
function mix(value: number): number {
  let x = value;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

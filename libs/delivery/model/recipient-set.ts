import { RoaringBitmap32 } from 'roaring-wasm';
import { BUCKETS } from '#platform/ids';

/**
 * Encodes a set of recipient ids for `bytea`: a roaring bitmap in the portable format (RoaringFormatSpec), which other
 * programs can read. Ids are below 2^32.
 */
export function encodeIds(ids: readonly number[]): Buffer {
  const bitmap = new RoaringBitmap32(ids);
  try {
    bitmap.runOptimize();
    return Buffer.from(bitmap.serialize('portable'));
  } finally {
    bitmap.dispose();
  }
}

/** The ids of a stored set in (vb, id) order, which is the order of keys and indexes. */
export function decodeIds(stored: Buffer): number[] {
  const bitmap = RoaringBitmap32.deserialize('portable', stored);
  try {
    return [...bitmap.toUint32Array()].sort(byBucket);
  } finally {
    bitmap.dispose();
  }
}

/** Size of a stored pair of ids. */
const PAIR_BYTES = 8;

/** User of an installation, for the installations of a chunk that had left their first user before they were frozen. */
export type FrozenOwners = ReadonlyMap<number, number>;

/** By which account a recipient of a chunk has left, or must leave. */
export type PinnedAccounts = ReadonlyMap<number, number>;

/** Encodes what some recipients of a chunk have for `bytea`: pairs of ids, 32 bits each, low byte first. Null: none. */
export function encodePairs(idByRecipient: ReadonlyMap<number, number>): Buffer | null {
  if (idByRecipient.size === 0) {
    return null;
  }
  const stored = Buffer.alloc(idByRecipient.size * PAIR_BYTES);
  let offset = 0;
  for (const [recipientId, id] of idByRecipient) {
    stored.writeUInt32LE(recipientId, offset);
    stored.writeUInt32LE(id, offset + PAIR_BYTES / 2);
    offset += PAIR_BYTES;
  }
  return stored;
}

/** The stored pairs, by recipient. */
export function decodePairs(stored: Buffer | null): ReadonlyMap<number, number> {
  const idByRecipient = new Map<number, number>();
  const pairs = stored ?? Buffer.alloc(0);
  for (let offset = 0; offset < pairs.length; offset += PAIR_BYTES) {
    idByRecipient.set(pairs.readUInt32LE(offset), pairs.readUInt32LE(offset + PAIR_BYTES / 2));
  }
  return idByRecipient;
}

/** Tests if a stored set contains an id. */
export function hasId(stored: Buffer, id: number): boolean {
  return selectIds(stored, [id]).length > 0;
}

/** Selects those of some ids that a stored set contains. Costs no list of the others. */
export function selectIds(stored: Buffer, ids: readonly number[]): number[] {
  const bitmap = RoaringBitmap32.deserialize('portable', stored);
  try {
    return ids.filter((id) => bitmap.has(id));
  } finally {
    bitmap.dispose();
  }
}

function byBucket(a: number, b: number): number {
  return (a % BUCKETS) - (b % BUCKETS) || a - b;
}

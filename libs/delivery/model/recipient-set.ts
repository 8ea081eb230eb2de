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

/** Size of a stored pair of installation and uid. */
const OWNER_BYTES = 8;

/** User of an installation, for the installations of a chunk that had left their first user before they were frozen. */
export type FrozenOwners = ReadonlyMap<number, number>;

/** Encodes the owners of a chunk for `bytea`: pairs of installation and uid, 32 bits each, low byte first. Null: none. */
export function encodeOwners(owners: FrozenOwners): Buffer | null {
  if (owners.size === 0) {
    return null;
  }
  const stored = Buffer.alloc(owners.size * OWNER_BYTES);
  let offset = 0;
  for (const [instId, uid] of owners) {
    stored.writeUInt32LE(instId, offset);
    stored.writeUInt32LE(uid, offset + OWNER_BYTES / 2);
    offset += OWNER_BYTES;
  }
  return stored;
}

/** The owners of a stored chunk. */
export function decodeOwners(stored: Buffer | null): FrozenOwners {
  const owners = new Map<number, number>();
  const pairs = stored ?? Buffer.alloc(0);
  for (let offset = 0; offset < pairs.length; offset += OWNER_BYTES) {
    owners.set(pairs.readUInt32LE(offset), pairs.readUInt32LE(offset + OWNER_BYTES / 2));
  }
  return owners;
}

/** Whether a stored set contains an id. */
export function hasId(stored: Buffer, id: number): boolean {
  const bitmap = RoaringBitmap32.deserialize('portable', stored);
  try {
    return bitmap.has(id);
  } finally {
    bitmap.dispose();
  }
}

function byBucket(a: number, b: number): number {
  return (a % BUCKETS) - (b % BUCKETS) || a - b;
}

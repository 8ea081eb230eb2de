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

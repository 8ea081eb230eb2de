import { BUCKETS } from '#platform/ids';

/**
 * Uids of a range of buckets as a statement parameter: a list for few uids, else a bit set. Bit `n * width + (vb -
 * vbFrom)` stands for the uid `n * 1024 + vb`.
 */
export type MemberSet =
  | { kind: 'list'; uids: number[] }
  | {
      kind: 'bits';
      /** In the bit order of Postgres' `get_bit`: the lowest bit of a byte first. */
      bits: Buffer;
      /** How many values of `n` the bits cover. */
      rows: number;
      vbFrom: number;
      vbTo: number;
    };

/** Up to this size, a look-up for each uid is cheaper than a scan of all users. */
export const MAX_LIST_SIZE = 500;
/** A larger list is still cheaper if at most one of this many users is a member. */
const MIN_SPARSENESS = 50;

/** @param uids  with buckets from `vbFrom` up to, not including, `vbTo` */
export function createMemberSet(uids: number[], vbFrom: number, vbTo: number): MemberSet {
  const width = vbTo - vbFrom;
  const rows = 1 + uids.reduce((max, uid) => Math.max(max, Math.floor(uid / BUCKETS)), 0);
  if (uids.length <= Math.max(MAX_LIST_SIZE, (rows * width) / MIN_SPARSENESS)) {
    return { kind: 'list', uids };
  }
  const bits = Buffer.alloc(Math.ceil((rows * width) / 8));
  for (const uid of uids) {
    const bit = Math.floor(uid / BUCKETS) * width + (uid % BUCKETS) - vbFrom;
    const byte = Math.floor(bit / 8);
    bits[byte] = (bits[byte] ?? 0) | (1 << (bit % 8));
  }
  return { kind: 'bits', bits, rows, vbFrom, vbTo };
}

import { BUCKETS } from '#platform/ids';

/**
 * Uids of a range of buckets in the form in which a statement takes them: a list where an index look-up per user is
 * cheapest, else one bit for each number that a user of the range can have. Bit `n * width + (vb - vbFrom)` stands for
 * the uid `n * 1024 + vb`.
 */
export type MemberSet =
  | { kind: 'few'; uids: number[] }
  | {
      kind: 'many';
      /** In the order of Postgres' `get_bit`: the lowest bit of a byte first. */
      bits: Buffer;
      /** How many `n` there are bits for. */
      rows: number;
      vbFrom: number;
      vbTo: number;
    };

/** Up to so many a look-up each is cheaper than a look at everybody, and a hash of them is small. */
export const MAX_LIST_SIZE = 500;
/** The same where a member has at least so many numbers beside it: what a look-up costs more than a look at a row in its turn. */
const MIN_SPARSENESS = 50;

/** @param uids  all with buckets from `vbFrom` up to, not including, `vbTo` */
export function createMemberSet(uids: number[], vbFrom: number, vbTo: number): MemberSet {
  const width = vbTo - vbFrom;
  const rows = 1 + uids.reduce((max, uid) => Math.max(max, Math.floor(uid / BUCKETS)), 0);
  if (uids.length <= Math.max(MAX_LIST_SIZE, (rows * width) / MIN_SPARSENESS)) {
    return { kind: 'few', uids };
  }
  const bits = Buffer.alloc(Math.ceil((rows * width) / 8));
  for (const uid of uids) {
    const bit = Math.floor(uid / BUCKETS) * width + (uid % BUCKETS) - vbFrom;
    const byte = Math.floor(bit / 8);
    bits[byte] = (bits[byte] ?? 0) | (1 << (bit % 8));
  }
  return { kind: 'many', bits, rows, vbFrom, vbTo };
}

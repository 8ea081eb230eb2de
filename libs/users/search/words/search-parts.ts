import { BUCKETS } from '#platform/ids';

/** Letters of a part. */
export const PART_LENGTH = 3;
/** Slices of the users of an application: what many users have is found in the first of them. */
export const SLICES = 64;
const BUCKETS_OF_SLICE = BUCKETS / SLICES;
/** Letters of one value that are searched. */
export const MAX_WORD_LENGTH = 256;

/** A text by which a user is found. @property isPrivate  members need a right to search it */
export interface SearchWord {
  text: string;
  isPrivate: boolean;
}

/** Lists the parts of a folded text, each once: three letters side by side, blanks between words left out. */
export function listParts(folded: string): string[] {
  const parts = new Set<string>();
  for (const word of folded.split(' ')) {
    const letters = Array.from(word).slice(0, MAX_WORD_LENGTH);
    for (let at = 0; at + PART_LENGTH <= letters.length; at += 1) {
      parts.add(letters.slice(at, at + PART_LENGTH).join(''));
    }
  }
  return [...parts];
}

/**
 * Computes what the entry of a user holds: a hash of each part of its words. Hashes of private words are others, so that
 * who may not see them cannot ask for them; those of another application or slice too.
 *
 * @returns sorted, each once
 */
export function hashParts(appId: number, uid: number, words: readonly SearchWord[]): number[] {
  const slice = sliceOf(uid);
  const hashes = new Set<number>();
  for (const { text, isPrivate } of words) {
    const seed = seedOf(appId, slice, isPrivate);
    for (const part of listParts(text)) {
      hashes.add(hashIn(seed, part));
    }
  }
  return [...hashes].toSorted((a, b) => a - b);
}

/** Hashes of one part, slice by slice. @param kinds  which words are searched: open ones, private ones */
export function hashPart(appId: number, part: string, kinds: readonly SearchWord['isPrivate'][]): number[] {
  return Array.from({ length: SLICES }, (_, slice) =>
    kinds.map((isPrivate) => hashIn(seedOf(appId, slice, isPrivate), part)),
  ).flat();
}

function sliceOf(uid: number): number {
  return Math.floor((uid % BUCKETS) / BUCKETS_OF_SLICE);
}

function seedOf(appId: number, slice: number, isPrivate: boolean): number {
  return mix(mix(mix(0x9e_37_79_b9, appId), slice), isPrivate ? 1 : 0);
}

function hashIn(seed: number, part: string): number {
  let hash = seed;
  for (const letter of part) {
    hash = mix(hash, letter.codePointAt(0) ?? 0);
  }
  // A signed number of 32 bits, as Postgres stores it.
  return hash | 0;
}

/** The finalizer of MurmurHash3 over a running hash: equal bits spread over the whole number. */
function mix(hash: number, value: number): number {
  let mixed = Math.imul(hash, 31) ^ value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85_eb_ca_6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35);
  return mixed ^ (mixed >>> 16);
}

import { disposeBitmaps, type Bitmap } from '../model/bitmap.js';
import type { AspectChange } from '../model/delta-content.js';
import { isBitSliceTerm, type Words } from '../model/bit-slices.js';
import { ASPECTS, SLICE_SIZE } from '../model/terms.js';

/** A term of a slice in memory: a bitmap or, for bit slices, one bit per user. */
export interface CachedTerm {
  aspect: CachedAspect;
  term: string;
  bitmap?: Bitmap;
  words?: Words;
  bytes: number;
  /** The use counter at its last use. */
  usedAt: number;
}

/** Terms of one aspect in one slice. `isComplete`: all terms except bit slices are in memory. */
export interface CachedAspect {
  terms: Map<string, CachedTerm>;
  isComplete: boolean;
}

/** Memory of a term besides its bitmap. */
const TERM_OVERHEAD_BYTES = 250;

/**
 * Caches terms up to a number of bytes and evicts the least recently used. Terms in use by a running evaluation stay,
 * so a plain LRU cache does not fit.
 */
export class TermCache {
  /** In order of use. */
  private readonly terms = new Set<CachedTerm>();
  private usedBytes = 0;
  private useCounter = 0;
  /** Start of each running evaluation: terms used since then stay. */
  private readonly evaluations = new Set<{ at: number }>();

  /** @param maxBytes  the limit while no evaluation runs */
  constructor(readonly maxBytes: number) {}

  /** Bytes of cached terms. */
  get bytes(): number {
    return this.usedBytes;
  }

  /** Adds a term and takes ownership of its bitmap. */
  add(aspect: CachedAspect, term: string, bitmap: Bitmap): void {
    const { isComplete } = aspect;
    this.remove(aspect.terms.get(term));
    aspect.isComplete = isComplete;
    const cached: CachedTerm = { aspect: aspect, term, bytes: 0, usedAt: (this.useCounter += 1) };
    if (isBitSliceTerm(term)) {
      cached.words = toWords(bitmap);
      disposeBitmaps(bitmap);
    } else {
      cached.bitmap = bitmap;
    }
    aspect.terms.set(term, cached);
    this.terms.add(cached);
    this.updateSize(cached);
  }

  touch(cached: CachedTerm): void {
    cached.usedAt = this.useCounter += 1;
    this.terms.delete(cached);
    this.terms.add(cached);
  }

  /** Applies a change to a cached aspect. */
  apply(aspect: CachedAspect, change: AspectChange, empty: () => Bitmap): void {
    for (const cached of aspect.terms.values()) {
      const added = change.aspect === ASPECTS.everything ? undefined : change.added.get(cached.term);
      if (cached.words) {
        setWords(cached.words, change.removed, false);
        if (added && !added.isEmpty) {
          cached.words = cached.words === NO_WORDS ? new Int32Array(WORDS_PER_SLICE) : cached.words;
          setWords(cached.words, added, true);
          this.updateSize(cached);
        }
      } else if (cached.bitmap) {
        cached.bitmap.andNotInPlace(change.removed);
        if (added) {
          cached.bitmap.orInPlace(added);
        }
        this.updateSize(cached);
      }
    }
    if (aspect.isComplete) {
      for (const [term, members] of change.added) {
        if (!isBitSliceTerm(term) && !aspect.terms.has(term)) {
          const bitmap = empty();
          bitmap.orInPlace(members);
          this.add(aspect, term, bitmap);
        }
      }
    }
  }

  /** Runs an evaluation. The terms that it uses stay until it ends; then the cache evicts. */
  async runEvaluation<R>(work: () => Promise<R>): Promise<R> {
    const evaluation = { at: this.useCounter };
    this.evaluations.add(evaluation);
    try {
      return await work();
    } finally {
      this.evaluations.delete(evaluation);
      this.evict();
    }
  }

  private evict(): void {
    const [oldest] = this.evaluations;
    for (const cached of this.terms) {
      if (this.usedBytes <= this.maxBytes || (oldest && cached.usedAt > oldest.at)) {
        return;
      }
      this.remove(cached);
    }
  }

  clear(aspects: ReadonlyMap<string, CachedAspect>): void {
    for (const { terms } of aspects.values()) {
      for (const cached of terms.values()) {
        this.remove(cached);
      }
    }
  }

  private remove(cached: CachedTerm | undefined): void {
    if (cached && this.terms.delete(cached)) {
      cached.aspect.terms.delete(cached.term);
      cached.aspect.isComplete = false;
      this.usedBytes -= cached.bytes;
      disposeBitmaps(cached.bitmap);
    }
  }

  private updateSize(cached: CachedTerm): void {
    const bytes =
      TERM_OVERHEAD_BYTES +
      (cached.words?.byteLength ?? 0) +
      (cached.bitmap?.getSerializationSizeInBytes('portable') ?? 0);
    this.usedBytes += bytes - cached.bytes;
    cached.bytes = bytes;
  }
}

const WORDS_PER_SLICE = SLICE_SIZE / 32;
/** A bit slice without users, as most bit slices of most numbers. */
const NO_WORDS: Words = new Int32Array(0);

function toWords(bitmap: Bitmap): Words {
  if (bitmap.isEmpty) {
    return NO_WORDS;
  }
  const words = new Int32Array(WORDS_PER_SLICE);
  setWords(words, bitmap, true);
  return words;
}

function setWords(words: Words, members: Bitmap, on: boolean): void {
  if (words === NO_WORDS) {
    return;
  }
  for (const uid of members.toUint32Array()) {
    const at = (uid % SLICE_SIZE) >>> 5;
    const bit = 1 << (uid & 31);
    words[at] = on ? (words[at] ?? 0) | bit : (words[at] ?? 0) & ~bit;
  }
}

import { disposeBitmaps, type Bitmap } from '../model/bitmap.js';
import type { AspectChange } from '../model/delta-content.js';
import { isBitSliceTerm, type Words } from '../model/bit-slices.js';
import { ASPECTS, SLICE_SIZE } from '../model/terms.js';

/** A term of a slice in memory: a bitmap or, for planes, one bit for each user that a slice can have. */
export interface CachedTerm {
  aspect: CachedAspect;
  term: string;
  bitmap?: Bitmap;
  words?: Words;
  bytes: number;
  /** When it was used last, counted in uses. */
  usedAt: number;
}

/** Terms of one aspect in one slice. `isWhole`: all of them but the planes. */
export interface CachedAspect {
  terms: Map<string, CachedTerm>;
  isComplete: boolean;
}

/** What a term costs beside its bitmap. */
const TERM_OVERHEAD_BYTES = 250;

/** Terms that were read, up to so many bytes; the one longest unused goes first. */
export class TermCache {
  /** In the order of use. */
  private readonly terms = new Set<CachedTerm>();
  private usedBytes = 0;
  private useCounter = 0;
  /** When evaluations that are under way began: what they use stays. */
  private readonly evaluations = new Set<{ at: number }>();

  constructor(readonly maxBytes: number) {}

  get bytes(): number {
    return this.usedBytes;
  }

  /** Keeps a term; the bitmap is the cache's from now on. */
  add(aspect: CachedAspect, term: string, bitmap: Bitmap): void {
    const { isComplete: isWhole } = aspect;
    this.remove(aspect.terms.get(term));
    aspect.isComplete = isWhole;
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

  /** Brings a cached aspect up to a change of its slice. */
  apply(aspect: CachedAspect, change: AspectChange, empty: () => Bitmap): void {
    for (const cached of aspect.terms.values()) {
      const joined = change.aspect === ASPECTS.everything ? undefined : change.added.get(cached.term);
      if (cached.words) {
        setWords(cached.words, change.removed, false);
        if (joined && !joined.isEmpty) {
          cached.words = cached.words === NO_WORDS ? new Int32Array(WORDS_PER_SLICE) : cached.words;
          setWords(cached.words, joined, true);
          this.updateSize(cached);
        }
      } else if (cached.bitmap) {
        cached.bitmap.andNotInPlace(change.removed);
        if (joined) {
          cached.bitmap.orInPlace(joined);
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

  /** Runs an evaluation: what it uses stays until it ends, then room is made. */
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
/** A plane that nobody is on: most numbers leave most planes empty. */
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

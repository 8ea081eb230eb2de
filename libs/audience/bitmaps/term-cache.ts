import { free, type Bitmap } from './bitmap.js';
import type { AspectChange } from './delta-content.js';
import { isPlaneTerm, type Words } from './number-planes.js';
import { ASPECTS, SLICE } from './terms.js';

/** A term of a slice in memory: a bitmap or, for planes, one bit for each user that a slice can have. */
export interface CachedTerm {
  home: CachedAspect;
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
  isWhole: boolean;
}

/** What a term costs beside its bitmap. */
const OVERHEAD = 250;

/** Terms that were read, up to so many bytes; the one longest unused goes first. */
export class TermCache {
  /** In the order of use. */
  private readonly terms = new Set<CachedTerm>();
  private used = 0;
  private now = 0;
  /** When evaluations that are under way began: what they use stays. */
  private readonly begun = new Set<{ at: number }>();

  constructor(readonly mostBytes: number) {}

  get bytes(): number {
    return this.used;
  }

  /** Keeps a term; the bitmap is the cache's from now on. */
  add(aspect: CachedAspect, term: string, bitmap: Bitmap): void {
    const { isWhole } = aspect;
    this.remove(aspect.terms.get(term));
    aspect.isWhole = isWhole;
    const cached: CachedTerm = { home: aspect, term, bytes: 0, usedAt: (this.now += 1) };
    if (isPlaneTerm(term)) {
      cached.words = wordsOf(bitmap);
      free(bitmap);
    } else {
      cached.bitmap = bitmap;
    }
    aspect.terms.set(term, cached);
    this.terms.add(cached);
    this.measure(cached);
  }

  use(cached: CachedTerm): void {
    cached.usedAt = this.now += 1;
    this.terms.delete(cached);
    this.terms.add(cached);
  }

  /** Brings a cached aspect up to a change of its slice. */
  apply(aspect: CachedAspect, change: AspectChange, empty: () => Bitmap): void {
    for (const cached of aspect.terms.values()) {
      const joined = change.aspect === ASPECTS.everything ? undefined : change.joined.get(cached.term);
      if (cached.words) {
        mark(cached.words, change.touched, false);
        if (joined && !joined.isEmpty) {
          cached.words = cached.words === NO_WORDS ? new Int32Array(WORDS) : cached.words;
          mark(cached.words, joined, true);
          this.measure(cached);
        }
      } else if (cached.bitmap) {
        cached.bitmap.andNotInPlace(change.touched);
        if (joined) {
          cached.bitmap.orInPlace(joined);
        }
        this.measure(cached);
      }
    }
    if (aspect.isWhole) {
      for (const [term, members] of change.joined) {
        if (!isPlaneTerm(term) && !aspect.terms.has(term)) {
          const bitmap = empty();
          bitmap.orInPlace(members);
          this.add(aspect, term, bitmap);
        }
      }
    }
  }

  /** Runs an evaluation: what it uses stays until it ends, then room is made. */
  async during<R>(work: () => Promise<R>): Promise<R> {
    const begun = { at: this.now };
    this.begun.add(begun);
    try {
      return await work();
    } finally {
      this.begun.delete(begun);
      this.trim();
    }
  }

  private trim(): void {
    const [oldest] = this.begun;
    for (const cached of this.terms) {
      if (this.used <= this.mostBytes || (oldest && cached.usedAt > oldest.at)) {
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
      cached.home.terms.delete(cached.term);
      cached.home.isWhole = false;
      this.used -= cached.bytes;
      free(cached.bitmap);
    }
  }

  private measure(cached: CachedTerm): void {
    const bytes =
      OVERHEAD + (cached.words?.byteLength ?? 0) + (cached.bitmap?.getSerializationSizeInBytes('portable') ?? 0);
    this.used += bytes - cached.bytes;
    cached.bytes = bytes;
  }
}

const WORDS = SLICE / 32;
/** A plane that nobody is on: most numbers leave most planes empty. */
const NO_WORDS: Words = new Int32Array(0);

function wordsOf(bitmap: Bitmap): Words {
  if (bitmap.isEmpty) {
    return NO_WORDS;
  }
  const words = new Int32Array(WORDS);
  mark(words, bitmap, true);
  return words;
}

function mark(words: Words, members: Bitmap, on: boolean): void {
  if (words === NO_WORDS) {
    return;
  }
  for (const uid of members.toUint32Array()) {
    const at = (uid % SLICE) >>> 5;
    const bit = 1 << (uid & 31);
    words[at] = on ? (words[at] ?? 0) | bit : (words[at] ?? 0) & ~bit;
  }
}

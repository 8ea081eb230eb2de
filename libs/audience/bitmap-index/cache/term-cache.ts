import { disposeBitmaps, type Bitmap } from '../model/bitmap.js';
import { wordsOfBitmap } from '../model/bitmap-of-words.js';
import type { AspectChange } from '../model/delta-content.js';
import { isBitSliceTerm } from '../model/bit-slices.js';
import { ASPECTS } from '../model/terms.js';
import { DENSE_FROM, DenseUsers, disposeSet, toUserSet, type UserSet } from '../model/user-set.js';
import { readUids, setBits, WORDS_PER_SLICE, type Words } from '../model/words.js';
import type { PlaceColumns } from '../places/place-columns.js';

/** A term of a slice in memory: its users or, for bit slices, one bit per user. All terms of places are one thing. */
export interface CachedTerm {
  aspect: CachedAspect;
  term: string;
  users?: UserSet;
  words?: Words;
  places?: PlaceColumns;
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

  /**
   * @param maxBytes   the limit while no evaluation runs
   * @param denseFrom  terms of so many users in a slice have one bit per user
   */
  constructor(
    readonly maxBytes: number,
    private readonly denseFrom = DENSE_FROM,
  ) {}

  /** Bytes of cached terms. */
  get bytes(): number {
    return this.usedBytes;
  }

  /** Adds a term and takes ownership of its bitmap. */
  add(aspect: CachedAspect, term: string, bitmap: Bitmap): void {
    if (isBitSliceTerm(term)) {
      this.insert(aspect, term, { words: bitmap.isEmpty ? NO_WORDS : wordsOfBitmap(bitmap) });
      disposeBitmaps(bitmap);
    } else {
      this.insert(aspect, term, { users: toUserSet(bitmap, this.denseFrom) });
    }
  }

  /** Adds the places of a slice under one name. */
  addPlaces(aspect: CachedAspect, name: string, places: PlaceColumns): void {
    this.insert(aspect, name, { places });
  }

  private insert(aspect: CachedAspect, term: string, content: Pick<CachedTerm, 'users' | 'words' | 'places'>): void {
    const { isComplete } = aspect;
    this.remove(aspect.terms.get(term));
    aspect.isComplete = isComplete;
    const cached: CachedTerm = { aspect, term, ...content, bytes: 0, usedAt: (this.useCounter += 1) };
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
      if (cached.places) {
        cached.places.apply(change);
        this.updateSize(cached);
      } else if (cached.words) {
        if (cached.words !== NO_WORDS) {
          setBits(cached.words, readUids(change.removed), false);
        }
        if (added && !added.isEmpty) {
          cached.words = cached.words === NO_WORDS ? new Int32Array(WORDS_PER_SLICE) : cached.words;
          setBits(cached.words, readUids(added), true);
          this.updateSize(cached);
        }
      } else if (cached.users instanceof DenseUsers) {
        cached.users.change(change.removed, added);
      } else if (cached.users) {
        cached.users.andNotInPlace(change.removed);
        if (added) {
          cached.users.orInPlace(added);
        }
        cached.users = toUserSet(cached.users, this.denseFrom);
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
      if (cached.users) {
        disposeSet(cached.users);
      }
    }
  }

  private updateSize(cached: CachedTerm): void {
    const bytes =
      TERM_OVERHEAD_BYTES + (cached.words?.byteLength ?? 0) + (cached.places?.bytes ?? 0) + sizeInBytes(cached.users);
    this.usedBytes += bytes - cached.bytes;
    cached.bytes = bytes;
  }
}

/** A bit slice without users, as most bit slices of most numbers. */
const NO_WORDS: Words = new Int32Array(0);

function sizeInBytes(users: UserSet | undefined): number {
  return users instanceof DenseUsers ? users.words.byteLength : (users?.getSerializationSizeInBytes('portable') ?? 0);
}

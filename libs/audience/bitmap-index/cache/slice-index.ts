import { createEmptyBitmap, disposeBitmaps, readBitmap, type Bitmap } from '../model/bitmap.js';
import { readDelta } from '../model/delta-content.js';
import { BitSlicedNumbers } from '../model/bit-sliced-numbers.js';
import { BIT_SLICE_TERMS } from '../model/bit-slices.js';
import { DeltaOverlay } from '../model/delta-overlay.js';
import type { CachedAspect, CachedTerm, TermCache } from './term-cache.js';
import type { TermRow, TermName } from '../store/term.repository.js';
import { ASPECTS, TERMS } from '../model/terms.js';
import type { UserSet } from '../model/user-set.js';
import type { Words } from '../model/words.js';
import { PlaceColumns } from '../places/place-columns.js';

/** The places of a slice in the cache. */
const COLUMNS = 'columns';

/** One slice of an index in memory: the terms that were requested, all at the same position. */
export class SliceIndex {
  readonly aspects = new Map<string, CachedAspect>();
  private overlay = new DeltaOverlay();

  /**
   * @param mergedSeq  the last delta in the base bitmaps
   * @param cache      the cache of the process
   */
  constructor(
    readonly slice: number,
    public mergedSeq: number,
    private readonly cache: TermCache,
  ) {}

  /** Starts a new overlay, because the base bitmaps contain more deltas. */
  rebase(mergedSeq: number): void {
    this.mergedSeq = mergedSeq;
    this.overlay.dispose();
    this.overlay = new DeltaOverlay();
  }

  /**
   * Applies a delta.
   *
   * @param isKnown  whether the cached terms already contain it
   */
  apply(content: Buffer, isKnown: boolean): void {
    for (const change of readDelta(content)) {
      const isAll = change.aspect === ASPECTS.everything;
      if (isKnown || (isAll && change.removed.isEmpty)) {
        // Only terms that are read later lack the delta.
      } else if (isAll) {
        this.aspects.forEach((aspect) => this.cache.apply(aspect, change, createEmptyBitmap));
      } else {
        const aspect = this.aspects.get(change.aspect);
        if (aspect) {
          this.cache.apply(aspect, change, createEmptyBitmap);
        }
      }
      this.overlay.add(change);
    }
  }

  findMissing(terms: readonly TermName[]): TermName[] {
    return terms.filter(({ aspect, term }) => !this.aspects.get(aspect)?.terms.has(term));
  }

  isComplete(aspect: string): boolean {
    return this.aspects.get(aspect)?.isComplete === true;
  }

  listAddedTerms(aspect: string): string[] {
    return this.overlay.listAddedTerms(aspect);
  }

  /** Caches terms after applying the overlay. */
  addTerms(rows: readonly TermRow[]): void {
    for (const { aspect, term, members } of rows) {
      const bitmap = members ? readBitmap(members) : createEmptyBitmap();
      this.overlay.apply(aspect, term, bitmap);
      this.cache.add(this.getAspect(aspect), term, bitmap);
    }
  }

  /** Caches the places of all terms of places, after applying the overlay. */
  addPlaces(rows: readonly TermRow[]): void {
    const terms = new Map<string, Bitmap>();
    for (const { aspect, term, members } of rows) {
      const bitmap = members ? readBitmap(members) : createEmptyBitmap();
      this.overlay.apply(aspect, term, bitmap);
      terms.set(term, bitmap);
    }
    const places = new PlaceColumns();
    places.add(terms);
    disposeBitmaps(...terms.values());
    this.cache.addPlaces(this.getAspect(ASPECTS.place), COLUMNS, places);
  }

  /** Undefined: the places were not read. */
  findPlaces(): PlaceColumns | undefined {
    return this.find(ASPECTS.place, COLUMNS)?.places;
  }

  markComplete(aspect: string): void {
    this.getAspect(aspect).isComplete = true;
  }

  /** Not to be changed. */
  getUsers(aspect: string, term: string): UserSet {
    const users = this.find(aspect, term)?.users;
    if (!users) {
      throw new Error(`Term ${aspect} ${term} was not read`);
    }
    return users;
  }

  /** Undefined: no user has a number. */
  getNumbers(aspect: string): BitSlicedNumbers | undefined {
    const everyUser = this.getWords(aspect, TERMS.number);
    return (
      everyUser &&
      new BitSlicedNumbers(
        everyUser,
        BIT_SLICE_TERMS.map((term) => this.getWords(aspect, term)),
      )
    );
  }

  listTerms(aspect: string): Iterable<CachedTerm> {
    return this.aspects.get(aspect)?.terms.values() ?? [];
  }

  clear(): void {
    this.cache.clear(this.aspects);
    this.aspects.clear();
  }

  dispose(): void {
    this.clear();
    this.overlay.dispose();
  }

  /** Undefined: no user has a 1 in this bit. */
  private getWords(aspect: string, term: string): Words | undefined {
    const words = this.find(aspect, term)?.words;
    return words && words.length > 0 ? words : undefined;
  }

  private find(aspect: string, term: string): CachedTerm | undefined {
    const cached = this.aspects.get(aspect)?.terms.get(term);
    if (cached) {
      this.cache.touch(cached);
    }
    return cached;
  }

  private getAspect(name: string): CachedAspect {
    let aspect = this.aspects.get(name);
    if (!aspect) {
      aspect = { terms: new Map(), isComplete: false };
      this.aspects.set(name, aspect);
    }
    return aspect;
  }
}

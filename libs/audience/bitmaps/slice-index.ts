import { emptyBitmap, readBitmap, type Bitmap } from './bitmap.js';
import { readDelta } from './delta-content.js';
import { NumberPlanes, PLANE_TERMS, type Words } from './number-planes.js';
import { Overlay } from './overlay.js';
import type { CachedAspect, CachedTerm, TermCache } from './term-cache.js';
import type { FoundTerm, TermName } from './term.repository.js';
import { ASPECTS, TERMS } from './terms.js';

/** One slice of an index as this process knows it: the terms that were asked for, all at the same position. */
export class SliceIndex {
  readonly aspects = new Map<string, CachedAspect>();
  private overlay = new Overlay();

  /**
   * @param mergedSeq  the last delta that the bases hold
   * @param cache      of the process
   */
  constructor(
    readonly slice: number,
    public mergedSeq: number,
    private readonly cache: TermCache,
  ) {}

  /** The bases hold more: what was remembered for them is remembered anew, from there on. */
  rebase(mergedSeq: number): void {
    this.mergedSeq = mergedSeq;
    this.overlay.dispose();
    this.overlay = new Overlay();
  }

  /**
   * Takes in a delta.
   *
   * @param isKnown  whether the terms that are cached have it already
   */
  apply(content: Buffer, isKnown: boolean): void {
    for (const change of readDelta(content)) {
      const isAll = change.aspect === ASPECTS.everything;
      if (isKnown || (isAll && change.touched.isEmpty)) {
        // Only what is read later lacks it.
      } else if (isAll) {
        this.aspects.forEach((aspect) => this.cache.apply(aspect, change, emptyBitmap));
      } else {
        const aspect = this.aspects.get(change.aspect);
        if (aspect) {
          this.cache.apply(aspect, change, emptyBitmap);
        }
      }
      this.overlay.add(change);
    }
  }

  missing(terms: readonly TermName[]): TermName[] {
    return terms.filter(({ aspect, term }) => !this.aspects.get(aspect)?.terms.has(term));
  }

  isWhole(aspect: string): boolean {
    return this.aspects.get(aspect)?.isWhole === true;
  }

  /** Names of the terms that the deltas added to an aspect. */
  joinedTerms(aspect: string): string[] {
    return this.overlay.termsOf(aspect);
  }

  /** Keeps what was read, brought up to the position. */
  add(found: readonly FoundTerm[]): void {
    for (const { aspect, term, members } of found) {
      const bitmap = members ? readBitmap(members) : emptyBitmap();
      this.overlay.apply(aspect, term, bitmap);
      this.cache.add(this.aspectOf(aspect), term, bitmap);
    }
  }

  markWhole(aspect: string): void {
    this.aspectOf(aspect).isWhole = true;
  }

  bitmap(aspect: string, term: string): Bitmap {
    const bitmap = this.find(aspect, term)?.bitmap;
    if (!bitmap) {
      throw new Error(`Term ${aspect} ${term} was not read`);
    }
    return bitmap;
  }

  /** Undefined: nobody has a number. */
  numbers(aspect: string): NumberPlanes | undefined {
    const everybody = this.words(aspect, TERMS.number);
    return (
      everybody &&
      new NumberPlanes(
        everybody,
        PLANE_TERMS.map((term) => this.words(aspect, term)),
      )
    );
  }

  terms(aspect: string): Iterable<CachedTerm> {
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

  /** Undefined: nobody is on the plane. */
  private words(aspect: string, term: string): Words | undefined {
    const words = this.find(aspect, term)?.words;
    return words && words.length > 0 ? words : undefined;
  }

  private find(aspect: string, term: string): CachedTerm | undefined {
    const cached = this.aspects.get(aspect)?.terms.get(term);
    if (cached) {
      this.cache.use(cached);
    }
    return cached;
  }

  private aspectOf(name: string): CachedAspect {
    let aspect = this.aspects.get(name);
    if (!aspect) {
      aspect = { terms: new Map(), isWhole: false };
      this.aspects.set(name, aspect);
    }
    return aspect;
  }
}

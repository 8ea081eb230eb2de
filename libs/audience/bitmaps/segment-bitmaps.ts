import type { SliceRepository, StoredSlice } from '../segments/slice.repository.js';
import type { SegmentLeaf } from '../target.js';
import { emptyBitmap, readBitmap, type Bitmap } from './bitmap.js';
import type { CachedAspect, TermCache } from './term-cache.js';

/**
 * Members of segments in memory, within the bound of the terms. What a slice of a version was at a revision never
 * changes: one short statement tells which revisions count now, and only what is not in memory is read.
 */
export class SegmentBitmaps {
  private readonly home: CachedAspect = { terms: new Map(), isWhole: false };

  constructor(
    private readonly slices: SliceRepository,
    private readonly cache: TermCache,
  ) {}

  /**
   * Members by slice, of at least one of a leaf's segments or of all of them; slices without any are left out. To be
   * called while an evaluation runs: the bitmaps stay in memory until it ends, and are not to be changed.
   *
   * @param made  takes what is the caller's to dispose of
   */
  async find(appId: number, leaf: SegmentLeaf, made: Bitmap[]): Promise<Map<number, Bitmap>> {
    const stored = await this.slices.findRevisions(appId, leaf.segments);
    const known = stored.map((of) => this.home.terms.get(keyOf(appId, of)));
    known.forEach((cached) => cached && this.cache.use(cached));
    const missing = stored.filter((_, i) => !known[i]);
    const read = missing.length > 0 ? await this.slices.findMembers(appId, missing) : [];
    const bySlice = new Map<number, Bitmap[]>();
    const add = (slice: number, bitmap: Bitmap): void => {
      bySlice.set(slice, [...(bySlice.get(slice) ?? []), bitmap]);
    };
    stored.forEach(({ slice }, i) => known[i]?.bitmap && add(slice, known[i].bitmap));
    read.forEach((of) => add(of.slice, this.keep(appId, of)));
    const found = new Map<number, Bitmap>();
    for (const [slice, bitmaps] of bySlice) {
      if (leaf.mode !== 'all' || bitmaps.length === leaf.segments.length) {
        found.set(slice, combine(leaf.mode === 'all', bitmaps, made));
      }
    }
    return found;
  }

  /** Another evaluation may have read the same meanwhile: then its bitmap serves both. */
  private keep(appId: number, of: StoredSlice & { members: Buffer }): Bitmap {
    const key = keyOf(appId, of);
    const known = this.home.terms.get(key);
    if (known?.bitmap) {
      this.cache.use(known);
      return known.bitmap;
    }
    const bitmap = readBitmap(of.members);
    this.cache.add(this.home, key, bitmap);
    return bitmap;
  }
}

function keyOf(appId: number, { segmentId, version, revision, slice }: StoredSlice): string {
  return `${appId}/${segmentId}/${version}/${revision}/${slice}`;
}

function combine(isAll: boolean, bitmaps: readonly Bitmap[], made: Bitmap[]): Bitmap {
  const [first = emptyBitmap(), ...others] = bitmaps;
  if (others.length === 0) {
    return first;
  }
  const combined = first.clone();
  made.push(combined);
  others.forEach((other) => (isAll ? combined.andInPlace(other) : combined.orInPlace(other)));
  return combined;
}

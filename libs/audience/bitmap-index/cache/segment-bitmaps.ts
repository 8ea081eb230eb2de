import type { SegmentSliceRepository, StoredSlice } from '../../segment-store/segment-slice.repository.js';
import type { SegmentLeaf } from '../../targets/target.js';
import { createEmptyBitmap, readBitmap, type Bitmap } from '../model/bitmap.js';
import type { CachedAspect, TermCache } from './term-cache.js';

/**
 * Caches members of segments within the limit of the term cache. A slice of a version never changes at one revision.
 * One short statement finds the current revisions; only missing ones are read.
 */
export class SegmentBitmaps {
  private readonly versions: CachedAspect = { terms: new Map(), isComplete: false };

  constructor(
    private readonly slices: SegmentSliceRepository,
    private readonly cache: TermCache,
  ) {}

  /**
   * Members by slice, of at least one segment of a leaf or of all of them; empty slices are left out. Call it during an
   * evaluation: the bitmaps stay in memory until it ends. Do not change them.
   *
   * @param owned  receives bitmaps that the caller must dispose of
   */
  async find(appId: number, leaf: SegmentLeaf, owned: Bitmap[]): Promise<Map<number, Bitmap>> {
    const stored = await this.slices.findRevisions(appId, leaf.segments);
    const cachedTerms = stored.map((row) => this.versions.terms.get(cacheKey(appId, row)));
    cachedTerms.forEach((cached) => cached && this.cache.touch(cached));
    const missing = stored.filter((_, i) => !cachedTerms[i]);
    const read = missing.length > 0 ? await this.slices.findMembers(appId, missing) : [];
    const bySlice = new Map<number, Bitmap[]>();
    const add = (slice: number, bitmap: Bitmap): void => {
      bySlice.set(slice, [...(bySlice.get(slice) ?? []), bitmap]);
    };
    stored.forEach(({ slice }, i) => cachedTerms[i]?.bitmap && add(slice, cachedTerms[i].bitmap));
    read.forEach((row) => add(row.slice, this.cacheBitmap(appId, row)));
    const bySliceNumber = new Map<number, Bitmap>();
    for (const [slice, bitmaps] of bySlice) {
      if (leaf.mode !== 'all' || bitmaps.length === leaf.segments.length) {
        bySliceNumber.set(slice, combine(leaf.mode === 'all', bitmaps, owned));
      }
    }
    return bySliceNumber;
  }

  /** If another evaluation has read the same slice, its bitmap is used. */
  private cacheBitmap(appId: number, row: StoredSlice & { members: Buffer }): Bitmap {
    const key = cacheKey(appId, row);
    const cached = this.versions.terms.get(key);
    if (cached?.bitmap) {
      this.cache.touch(cached);
      return cached.bitmap;
    }
    const bitmap = readBitmap(row.members);
    this.cache.add(this.versions, key, bitmap);
    return bitmap;
  }
}

function cacheKey(appId: number, { segmentId, version, revision, slice }: StoredSlice): string {
  return `${appId}/${segmentId}/${version}/${revision}/${slice}`;
}

function combine(isAll: boolean, bitmaps: readonly Bitmap[], owned: Bitmap[]): Bitmap {
  const [first = createEmptyBitmap(), ...rest] = bitmaps;
  if (rest.length === 0) {
    return first;
  }
  const combined = first.clone();
  owned.push(combined);
  rest.forEach((bitmap) => (isAll ? combined.andInPlace(bitmap) : combined.orInPlace(bitmap)));
  return combined;
}

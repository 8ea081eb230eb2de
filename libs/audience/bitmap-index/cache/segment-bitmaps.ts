import type { SegmentSliceRepository, StoredSlice } from '../../segment-store/segment-slice.repository.js';
import type { SegmentLeaf } from '../../targets/target.js';
import { createEmptyBitmap, readBitmap } from '../model/bitmap.js';
import { findCommon, unite, type UserSet } from '../model/user-set.js';
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
   * evaluation: they stay in memory until it ends. Do not change them.
   *
   * @param owned  receives sets that the caller must dispose of
   */
  async find(appId: number, leaf: SegmentLeaf, owned: UserSet[]): Promise<Map<number, UserSet>> {
    const stored = await this.slices.findRevisions(appId, leaf.segments);
    const cachedTerms = stored.map((row) => this.versions.terms.get(cacheKey(appId, row)));
    cachedTerms.forEach((cached) => cached && this.cache.touch(cached));
    const missing = stored.filter((_, i) => !cachedTerms[i]);
    const read = missing.length > 0 ? await this.slices.findMembers(appId, missing) : [];
    const bySlice = new Map<number, UserSet[]>();
    const add = (slice: number, users: UserSet): void => {
      bySlice.set(slice, [...(bySlice.get(slice) ?? []), users]);
    };
    stored.forEach(({ slice }, i) => cachedTerms[i]?.users && add(slice, cachedTerms[i].users));
    read.forEach((row) => add(row.slice, this.cacheMembers(appId, row)));
    const found = new Map<number, UserSet>();
    for (const [slice, sets] of bySlice) {
      if (leaf.mode !== 'all' || sets.length === leaf.segments.length) {
        found.set(slice, combine(leaf.mode === 'all', sets, owned));
      }
    }
    return found;
  }

  /** If another evaluation has read the same slice, its set is used. */
  private cacheMembers(appId: number, row: StoredSlice & { members: Buffer }): UserSet {
    const key = cacheKey(appId, row);
    const cached = this.versions.terms.get(key);
    if (cached?.users) {
      this.cache.touch(cached);
      return cached.users;
    }
    this.cache.add(this.versions, key, readBitmap(row.members));
    return this.versions.terms.get(key)?.users ?? createEmptyBitmap();
  }
}

function cacheKey(appId: number, { segmentId, version, revision, slice }: StoredSlice): string {
  return `${appId}/${segmentId}/${version}/${revision}/${slice}`;
}

function combine(isAll: boolean, sets: readonly UserSet[], owned: UserSet[]): UserSet {
  const [first = createEmptyBitmap(), ...rest] = sets;
  if (rest.length === 0) {
    return first;
  }
  if (!isAll) {
    const united = unite(sets);
    owned.push(united);
    return united;
  }
  return rest.reduce((common, users) => {
    const less = findCommon(common, users);
    owned.push(less);
    return less;
  }, first);
}

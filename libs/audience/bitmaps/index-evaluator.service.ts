import { Injectable } from '@nestjs/common';
import { PLATFORMS } from '#libs/content';
import { UsersService } from '#libs/users';
import { BUCKETS } from '#platform/ids';
import { BehaviourRepository } from '../behaviour/behaviour.repository.js';
import { AudienceRepository } from '../audience.repository.js';
import type { BucketRange } from '../audience.types.js';
import { bucketRanges } from '../bucket-ranges.js';
import { SliceRepository } from '../segments/slice.repository.js';
import type { Mode, ResolvedTarget, SegmentLeaf } from '../target.js';
import { bitmapOf, emptyBitmap, free, readBitmap, type Bitmap } from './bitmap.js';
import { countMatches, findMatches, type ForeignUsers } from './evaluate.js';
import { IndexReader } from './index-reader.service.js';
import { EVERYBODY, foreignLeaves, indexTarget, termsOf, type ForeignLeaf, type IndexTarget } from './index-target.js';
import type { OpenIndex } from './open-index.js';
import type { SliceIndex } from './slice-index.js';
import type { TermName } from './term.repository.js';
import { ASPECTS, SLICE, sliceOf, TERMS } from './terms.js';

/** What an evaluation needs may be dropped while it waits for more: then it is read again, so often. */
const ATTEMPTS = 5;

type ForeignBySlice = Map<number, Map<ForeignLeaf, Bitmap>>;

/** Evaluates targets by the index. Whatever it answers `undefined` to is for the SQL engine. */
@Injectable()
export class IndexEvaluator {
  constructor(
    private readonly reader: IndexReader,
    private readonly audiences: AudienceRepository,
    private readonly segmentSlices: SliceRepository,
    private readonly users: UsersService,
    private readonly behaviours: BehaviourRepository,
  ) {}

  /** Distinct users who match, as of the index's time. */
  async count(appId: number, index: OpenIndex, target: ResolvedTarget): Promise<number | undefined> {
    const wanted = indexTarget(target, (aspect) => index.isRare(aspect));
    if (isForeign(wanted)) {
      return undefined;
    }
    return this.withForeign(appId, wanted, async (foreign) => {
      let count = 0;
      for (const slice of index.slices.keys()) {
        const found = await this.inSlice(index, slice, withEverybody(wanted), (of) =>
          countMatches(wanted, of, meetEverybody(of, foreign.get(slice))),
        );
        if (found === undefined) {
          return undefined;
        }
        count += found;
      }
      return count;
    });
  }

  /**
   * Users who match, slice by slice, and which of them have an installation of each platform; platform 0: all of them. What
   * they are handed over in lives as long as the call.
   */
  async findMembers(
    appId: number,
    index: OpenIndex,
    target: ResolvedTarget,
    take: (platform: number, slice: number, uids: Uint32Array) => void,
  ): Promise<boolean> {
    const wanted = indexTarget(target, (aspect) => index.isRare(aspect));
    if (isForeign(wanted)) {
      return false;
    }
    const terms = PLATFORM_NUMBERS.map((platform) => platformTerm(platform));
    return this.withForeign(appId, wanted, async (foreign) => {
      for (const slice of index.slices.keys()) {
        const isFound = await this.inSlice(index, slice, [...withEverybody(wanted), ...terms], (of) => {
          const found = findMatches(wanted, of, meetEverybody(of, foreign.get(slice)));
          try {
            take(0, slice, found.toUint32Array());
            for (const platform of PLATFORM_NUMBERS) {
              const { aspect, term } = platformTerm(platform);
              const having = of.bitmap(aspect, term).clone();
              try {
                having.andInPlace(found);
                take(platform, slice, having.toUint32Array());
              } finally {
                free(having);
              }
            }
          } finally {
            free(found);
          }
          return true;
        });
        if (!isFound) {
          return false;
        }
      }
      return true;
    });
  }

  /** Uids of users in a range of buckets who match, in no order. */
  async find(index: OpenIndex, target: ResolvedTarget, range: BucketRange): Promise<number[] | undefined> {
    const wanted = indexTarget(target, (aspect) => index.isRare(aspect));
    if (foreignLeaves(wanted).length > 0) {
      return undefined;
    }
    return this.reader.during(async () => {
      const uids: number[] = [];
      for (const slice of index.slices.keys()) {
        const found = await this.inSlice(index, slice, termsOf(wanted), (of) =>
          inRange(findMatches(wanted, of, new Map()), slice, range),
        );
        if (found === undefined) {
          return undefined;
        }
        for (const uid of found) {
          uids.push(uid);
        }
      }
      return uids;
    });
  }

  /** Runs `work` when terms of a slice are in memory. */
  async inSlice<R>(
    index: OpenIndex,
    slice: number,
    terms: readonly TermName[],
    work: (slice: SliceIndex) => R,
  ): Promise<R | undefined> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const of = index.slices.get(slice);
      if (!of) {
        return undefined;
      }
      if (of.missing(terms).length === 0) {
        return work(of);
      }
      await index.load(slice, terms);
    }
    return undefined;
  }

  private async withForeign<R>(
    appId: number,
    target: IndexTarget,
    work: (foreign: ForeignBySlice) => Promise<R>,
  ): Promise<R> {
    const foreign: ForeignBySlice = new Map();
    try {
      for (const leaf of new Set(foreignLeaves(target))) {
        const found = leaf.type === 'segment' ? await this.members(appId, leaf) : await this.usersOf(appId, leaf);
        for (const [slice, bitmap] of found) {
          foreign.set(slice, (foreign.get(slice) ?? new Map<ForeignLeaf, Bitmap>()).set(leaf, bitmap));
        }
      }
      return await this.reader.during(() => work(foreign));
    } finally {
      foreign.forEach((leaves) => free(...leaves.values()));
    }
  }

  private async members(appId: number, leaf: SegmentLeaf): Promise<Map<number, Bitmap>> {
    const found = new Map<number, Bitmap>();
    for (const { slice, members } of await this.segmentSlices.findBySlice(appId, leaf.segments)) {
      const combined = combine(leaf.mode, members, leaf.segments.length);
      found.set(slice, combined);
    }
    return found;
  }

  private async usersOf(appId: number, leaf: ResolvedTarget): Promise<Map<number, Bitmap>> {
    const bySlice = new Map<number, number[]>();
    for (const range of bucketRanges(await this.users.highestCount(appId))) {
      const found =
        leaf.type === 'event'
          ? await this.behaviours.findUids(appId, leaf, range)
          : await this.audiences.findUids(appId, leaf, range);
      for (const uid of found) {
        const slice = sliceOf(uid);
        const uids = bySlice.get(slice);
        if (uids) {
          uids.push(uid);
        } else {
          bySlice.set(slice, [uid]);
        }
      }
    }
    return new Map([...bySlice].map(([slice, uids]) => [slice, bitmapOf(uids)]));
  }
}

const PLATFORM_NUMBERS: readonly number[] = Object.values(PLATFORMS).map(({ number }) => number);

function platformTerm(platform: number): TermName {
  return { aspect: ASPECTS.device, term: TERMS.column('platform', String(platform)) };
}

/** Segments and SQL may know users who are gone by the index, or not yet there. */
function meetEverybody(slice: SliceIndex, foreign: Map<ForeignLeaf, Bitmap> | undefined): ForeignUsers {
  for (const bitmap of foreign?.values() ?? []) {
    bitmap.andInPlace(slice.bitmap(ASPECTS.user, TERMS.all));
  }
  return foreign ?? new Map<ForeignLeaf, Bitmap>();
}

function withEverybody(target: IndexTarget): TermName[] {
  return foreignLeaves(target).length > 0 ? [...termsOf(EVERYBODY), ...termsOf(target)] : termsOf(target);
}

/** Nothing of it is in the index: SQL alone is cheaper. */
function isForeign(target: IndexTarget): boolean {
  return termsOf(target).length === 0 && foreignLeaves(target).some(({ type }) => type !== 'segment');
}

function combine(mode: Mode, stored: readonly Buffer[], count: number): Bitmap {
  const combined = stored[0] && !(mode === 'all' && stored.length < count) ? readBitmap(stored[0]) : emptyBitmap();
  for (const other of stored.slice(1)) {
    const bitmap = readBitmap(other);
    if (mode === 'all') {
      combined.andInPlace(bitmap);
    } else {
      combined.orInPlace(bitmap);
    }
    free(bitmap);
  }
  return combined;
}

/** Disposes of the bitmap. */
function inRange(found: Bitmap, slice: number, { vbFrom, vbTo }: BucketRange): Uint32Array {
  const mask = emptyBitmap();
  try {
    if (vbTo - vbFrom < BUCKETS) {
      for (let row = slice * SLICE; row < (slice + 1) * SLICE; row += BUCKETS) {
        mask.addRange(row + vbFrom, row + vbTo);
      }
      found.andInPlace(mask);
    }
    return found.toUint32Array();
  } finally {
    free(mask, found);
  }
}

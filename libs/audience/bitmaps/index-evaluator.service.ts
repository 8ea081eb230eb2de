import { Injectable } from '@nestjs/common';
import { PLATFORMS } from '#libs/content';
import { UserLookupService } from '#libs/users';
import { BUCKETS } from '#platform/ids';
import { BehaviourRepository } from '../behaviour/behaviour.repository.js';
import { AudienceRepository } from '../audience.repository.js';
import type { BucketRange } from '../audience.types.js';
import { bucketRanges } from '../bucket-ranges.js';
import { SliceRepository } from '../segments/slice.repository.js';
import type { ResolvedTarget } from '../target.js';
import { bitmapOf, emptyBitmap, free, type Bitmap } from './bitmap.js';
import { countMatches, findMatches, type ForeignUsers } from './evaluate.js';
import { IndexReader } from './index-reader.service.js';
import { foreignLeaves, indexTarget, isForeign, termsOf, type ForeignLeaf, type IndexTarget } from './index-target.js';
import type { OpenIndex } from './open-index.js';
import { SegmentBitmaps } from './segment-bitmaps.js';
import type { SliceIndex } from './slice-index.js';
import type { TermName } from './term.repository.js';
import { inTurns } from './slice-turns.js';
import { ASPECTS, SLICE, sliceOf, TERMS } from './terms.js';

/** What an evaluation needs may be dropped while it waits for more: then it is read again, so often. */
const ATTEMPTS = 5;

const NOBODY: ForeignUsers = new Map();

type ForeignBySlice = Map<number, Map<ForeignLeaf, Bitmap>>;

/** Evaluates targets by the index. Whatever it answers `undefined` to is for the SQL engine. */
@Injectable()
export class IndexEvaluator {
  private readonly segments: SegmentBitmaps;

  constructor(
    private readonly reader: IndexReader,
    private readonly audiences: AudienceRepository,
    segmentSlices: SliceRepository,
    private readonly users: UserLookupService,
    private readonly behaviours: BehaviourRepository,
  ) {
    this.segments = new SegmentBitmaps(segmentSlices, reader.cache);
  }

  /** Distinct users who match, as of the index's time. */
  async count(appId: number, index: OpenIndex, target: ResolvedTarget): Promise<number | undefined> {
    const wanted = indexTarget(target, (aspect) => index.isRare(aspect));
    if (isForeign(wanted)) {
      return undefined;
    }
    const terms = termsOf(wanted);
    return this.withForeign(appId, wanted, async (foreign) => {
      let count = 0;
      for await (const slice of inTurns(index.slices)) {
        const found = await this.inSlice(index, slice, terms, (of) =>
          countMatches(wanted, of, foreign.get(slice) ?? NOBODY),
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
      for await (const slice of inTurns(index.slices)) {
        const isFound = await this.inSlice(index, slice, [...termsOf(wanted), ...terms], (of) => {
          const found = findMatches(wanted, of, foreign.get(slice) ?? NOBODY);
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
      for await (const slice of inTurns(index.slices)) {
        const found = await this.inSlice(index, slice, termsOf(wanted), (of) =>
          inRange(findMatches(wanted, of, NOBODY), slice, range),
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
    return this.reader.during(async () => {
      const foreign: ForeignBySlice = new Map();
      const made: Bitmap[] = [];
      try {
        for (const leaf of new Set(foreignLeaves(target))) {
          const found =
            leaf.type === 'segment'
              ? await this.segments.find(appId, leaf, made)
              : await this.usersOf(appId, leaf, made);
          for (const [slice, bitmap] of found) {
            foreign.set(slice, (foreign.get(slice) ?? new Map<ForeignLeaf, Bitmap>()).set(leaf, bitmap));
          }
        }
        return await work(foreign);
      } finally {
        free(...made);
      }
    });
  }

  private async usersOf(appId: number, leaf: ResolvedTarget, made: Bitmap[]): Promise<Map<number, Bitmap>> {
    const bySlice = new Map<number, number[]>();
    for (const range of bucketRanges(await this.users.countAllocatedUids(appId))) {
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
    const found = new Map([...bySlice].map(([slice, uids]) => [slice, bitmapOf(uids)]));
    made.push(...found.values());
    return found;
  }
}

const PLATFORM_NUMBERS: readonly number[] = Object.values(PLATFORMS).map(({ number }) => number);

function platformTerm(platform: number): TermName {
  return { aspect: ASPECTS.device, term: TERMS.column('platform', String(platform)) };
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

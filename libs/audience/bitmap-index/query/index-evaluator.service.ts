import { Injectable } from '@nestjs/common';
import { PLATFORMS } from '#libs/content';
import { UserLookupService } from '#libs/users';
import { BUCKETS } from '#platform/ids';
import { BehaviourRepository } from '../../sql-engine/behaviour.repository.js';
import { AudienceRepository } from '../../sql-engine/audience.repository.js';
import { type BucketRange, splitBuckets } from '../../sql-engine/ranges.js';
import { SegmentSliceRepository } from '../../segment-store/segment-slice.repository.js';
import type { ResolvedTarget } from '../../targets/target.js';
import { createBitmap, createEmptyBitmap, disposeBitmaps, type Bitmap } from '../model/bitmap.js';
import { countMatches, findMatches, type UnindexedUsers } from './evaluate.js';
import { IndexReaderService } from '../cache/index-reader.service.js';
import {
  listAspects,
  listUnindexedLeaves,
  toIndexTarget,
  isUnindexed,
  listTerms,
  type UnindexedLeaf,
  type IndexTarget,
} from './index-target.js';
import type { OpenIndex } from '../cache/open-index.js';
import { SegmentBitmaps } from '../cache/segment-bitmaps.js';
import type { SliceIndex } from '../cache/slice-index.js';
import type { TermName } from '../store/term.repository.js';
import { iterateSlices } from './slice-scheduler.js';
import { ASPECTS, SLICE_SIZE, sliceOf, TERMS } from '../model/terms.js';

/** Terms may be evicted while others are read; then they are read again, at most this often. */
const MAX_ATTEMPTS = 5;

const NO_USERS: UnindexedUsers = new Map();

/** Terms that an evaluation reads, and aspects of which it reads all terms except bit slices. */
interface NeededTerms {
  terms?: readonly TermName[];
  aspects?: readonly string[];
}

type UnindexedBySlice = Map<number, Map<UnindexedLeaf, Bitmap>>;

/** Evaluates targets by the index. It answers undefined when the SQL engine has to evaluate. */
@Injectable()
export class IndexEvaluatorService {
  private readonly segments: SegmentBitmaps;

  constructor(
    private readonly reader: IndexReaderService,
    private readonly audienceRepository: AudienceRepository,
    segmentSlices: SegmentSliceRepository,
    private readonly users: UserLookupService,
    private readonly behaviours: BehaviourRepository,
  ) {
    this.segments = new SegmentBitmaps(segmentSlices, reader.cache);
  }

  /** Counts distinct matching users as of the index's time. */
  async count(appId: number, index: OpenIndex, target: ResolvedTarget): Promise<number | undefined> {
    const query = toIndexTarget(target, (aspect) => index.hasUnindexedValues(aspect));
    if (isUnindexed(query)) {
      return undefined;
    }
    const needed = listNeeded(query);
    return this.withUnindexedUsers(appId, query, async (unindexed) => {
      let count = 0;
      for await (const slice of iterateSlices(index.slices)) {
        const matching = await this.withSlice(index, slice, needed, (sliceIndex) =>
          countMatches(query, sliceIndex, unindexed.get(slice) ?? NO_USERS),
        );
        if (matching === undefined) {
          return undefined;
        }
        count += matching;
      }
      return count;
    });
  }

  /**
   * Finds matching users slice by slice, and those of each platform; platform 0: all users. The arrays are valid only
   * during the call.
   */
  async findMembers(
    appId: number,
    index: OpenIndex,
    target: ResolvedTarget,
    take: (platform: number, slice: number, uids: Uint32Array) => void,
  ): Promise<boolean> {
    const query = toIndexTarget(target, (aspect) => index.hasUnindexedValues(aspect));
    if (isUnindexed(query)) {
      return false;
    }
    const { terms, aspects } = listNeeded(query);
    const needed = { terms: [...terms, ...PLATFORM_NUMBERS.map((platform) => platformTerm(platform))], aspects };
    return this.withUnindexedUsers(appId, query, async (unindexed) => {
      for await (const slice of iterateSlices(index.slices)) {
        const isFound = await this.withSlice(index, slice, needed, (sliceIndex) => {
          const matching = findMatches(query, sliceIndex, unindexed.get(slice) ?? NO_USERS);
          try {
            take(0, slice, matching.toUint32Array());
            for (const platform of PLATFORM_NUMBERS) {
              const { aspect, term } = platformTerm(platform);
              const having = sliceIndex.getBitmap(aspect, term).clone();
              try {
                having.andInPlace(matching);
                take(platform, slice, having.toUint32Array());
              } finally {
                disposeBitmaps(having);
              }
            }
          } finally {
            disposeBitmaps(matching);
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

  /** About how many users match: the index may lag. */
  async estimateUsers(appId: number, target: ResolvedTarget): Promise<number | undefined> {
    const index = await this.reader.find(appId);
    return index && this.count(appId, index, target);
  }

  /** Uids of matching users in a range of buckets, unordered, by an index that has every earlier commit. */
  async findUids(appId: number, target: ResolvedTarget, range: BucketRange): Promise<number[] | undefined> {
    const index = await this.reader.findCurrent(appId);
    if (!index) {
      return undefined;
    }
    const query = toIndexTarget(target, (aspect) => index.hasUnindexedValues(aspect));
    if (listUnindexedLeaves(query).length > 0) {
      return undefined;
    }
    const needed = listNeeded(query);
    return this.reader.cache.runEvaluation(async () => {
      const uids: number[] = [];
      for await (const slice of iterateSlices(index.slices)) {
        const matching = await this.withSlice(index, slice, needed, (sliceIndex) =>
          selectRange(findMatches(query, sliceIndex, NO_USERS), slice, range),
        );
        if (matching === undefined) {
          return undefined;
        }
        for (const uid of matching) {
          uids.push(uid);
        }
      }
      return uids;
    });
  }

  /** Runs `work` with terms of a slice in memory. */
  async withSlice<R>(
    index: OpenIndex,
    slice: number,
    { terms = [], aspects = [] }: NeededTerms,
    work: (slice: SliceIndex) => R,
  ): Promise<R | undefined> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const sliceIndex = index.slices.get(slice);
      if (!sliceIndex) {
        return undefined;
      }
      const incomplete = aspects.filter((aspect) => !sliceIndex.isComplete(aspect));
      if (incomplete.length === 0 && sliceIndex.findMissing(terms).length === 0) {
        return work(sliceIndex);
      }
      await index.loadTerms(slice, terms);
      for (const aspect of incomplete) {
        await index.loadAspect(slice, aspect);
      }
    }
    return undefined;
  }

  private async withUnindexedUsers<R>(
    appId: number,
    target: IndexTarget,
    work: (unindexed: UnindexedBySlice) => Promise<R>,
  ): Promise<R> {
    return this.reader.cache.runEvaluation(async () => {
      const unindexed: UnindexedBySlice = new Map();
      const owned: Bitmap[] = [];
      try {
        for (const leaf of new Set(listUnindexedLeaves(target))) {
          const bitmaps =
            leaf.type === 'segment'
              ? await this.segments.find(appId, leaf, owned)
              : await this.findLeafUsers(appId, leaf, owned);
          for (const [slice, bitmap] of bitmaps) {
            unindexed.set(slice, (unindexed.get(slice) ?? new Map<UnindexedLeaf, Bitmap>()).set(leaf, bitmap));
          }
        }
        return await work(unindexed);
      } finally {
        disposeBitmaps(...owned);
      }
    });
  }

  private async findLeafUsers(appId: number, leaf: ResolvedTarget, owned: Bitmap[]): Promise<Map<number, Bitmap>> {
    const uids: number[] = [];
    for (const range of splitBuckets(await this.users.countAllocatedUids(appId))) {
      const leafUids =
        leaf.type === 'event'
          ? await this.behaviours.findUids(appId, leaf, range)
          : await this.audienceRepository.findUids(appId, leaf, range);
      for (const uid of leafUids) {
        uids.push(uid);
      }
    }
    const bitmaps = new Map(
      [...Map.groupBy(uids, sliceOf)].map(([slice, sliceUids]) => [slice, createBitmap(sliceUids)]),
    );
    owned.push(...bitmaps.values());
    return bitmaps;
  }
}

function listNeeded(query: IndexTarget): { terms: TermName[]; aspects: string[] } {
  return { terms: listTerms(query), aspects: [...new Set(listAspects(query))] };
}

const PLATFORM_NUMBERS: readonly number[] = Object.values(PLATFORMS).map(({ number }) => number);

function platformTerm(platform: number): TermName {
  return { aspect: ASPECTS.device, term: TERMS.column('platform', String(platform)) };
}

/** Selects the uids of a range and disposes of the bitmap. */
function selectRange(bitmap: Bitmap, slice: number, { vbFrom, vbTo }: BucketRange): Uint32Array {
  const mask = createEmptyBitmap();
  try {
    if (vbTo - vbFrom < BUCKETS) {
      for (let row = slice * SLICE_SIZE; row < (slice + 1) * SLICE_SIZE; row += BUCKETS) {
        mask.addRange(row + vbFrom, row + vbTo);
      }
      bitmap.andInPlace(mask);
    }
    return bitmap.toUint32Array();
  } finally {
    disposeBitmaps(mask, bitmap);
  }
}

import { Injectable } from '@nestjs/common';
import { PLATFORMS } from '#libs/content';
import { UserLookupService } from '#libs/users/registry';
import { groupBy } from '#platform/collections';
import { BUCKETS } from '#platform/ids';
import { BehaviourUsersService } from '../../behaviour/behaviour-users.service.js';
import { AudienceRepository } from '../../sql-engine/audience.repository.js';
import { type BucketRange, splitBuckets } from '../../sql-engine/ranges.js';
import { SegmentSliceRepository } from '../../segment-store/segment-slice.repository.js';
import type { ResolvedTarget } from '../../targets/target.js';
import { createBitmap, createEmptyBitmap, disposeBitmaps } from '../model/bitmap.js';
import { disposeSet, findCommon, listUids, toBitmap, toUserSet, type UserSet } from '../model/user-set.js';
import { countMatches, type UnindexedUsers, withMatches, withMatchesOfAll } from './evaluate.js';
import { IndexReaderService } from '../cache/index-reader.service.js';
import { toIndexTarget } from './index-target.js';
import type { UnindexedLeaf, IndexTarget } from './index-algebra.js';
import { listAspects, listPlaces, listUnindexedLeaves, isUnindexed, listTerms } from './target-terms.js';
import type { OpenIndex } from '../cache/open-index.js';
import type { SliceIndex } from '../cache/slice-index.js';
import { SegmentBitmaps } from '../cache/segment-bitmaps.js';
import type { TermName } from '../store/term.repository.js';
import { PlaceFinder } from './place-finder.js';
import { iterateSlices } from './slice-scheduler.js';
import { withSlice, type NeededTerms } from './with-slice.js';
import { ASPECTS, SLICE_SIZE, sliceOf, TERMS } from '../model/terms.js';

const NO_USERS: UnindexedUsers = new Map();

type UnindexedBySlice = Map<number, Map<UnindexedLeaf, UserSet>>;

/** Evaluates targets by the index. It answers undefined when the SQL engine has to evaluate. */
@Injectable()
export class IndexEvaluatorService {
  private readonly segments: SegmentBitmaps;
  private readonly places: PlaceFinder;

  constructor(
    private readonly reader: IndexReaderService,
    private readonly audienceRepository: AudienceRepository,
    segmentSlices: SegmentSliceRepository,
    private readonly users: UserLookupService,
    private readonly behaviours: BehaviourUsersService,
  ) {
    this.segments = new SegmentBitmaps(segmentSlices, reader.cache);
    this.places = new PlaceFinder(audienceRepository);
  }

  /** Counts distinct matching users as of the index's time. */
  async count(appId: number, index: OpenIndex, target: ResolvedTarget): Promise<number | undefined> {
    const query = toIndexTarget(target, index);
    if (isUnindexed(query)) {
      return undefined;
    }
    const needed = listNeeded(query);
    return this.withUnindexedUsers(appId, index, query, async (unindexed) => {
      let count = 0;
      for await (const slice of iterateSlices(index.slices)) {
        const matching = await withSlice(index, slice, needed, (sliceIndex) =>
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
    const terms = PLATFORM_NUMBERS.map((platform) => platformTerm(platform));
    return this.visitMembers(appId, index, target, { terms }, (matching, sliceIndex) => {
      const { slice } = sliceIndex;
      take(0, slice, listUids(matching, slice));
      for (const platform of PLATFORM_NUMBERS) {
        const { aspect, term } = platformTerm(platform);
        const having = findCommon(matching, sliceIndex.getUsers(aspect, term));
        try {
          take(platform, slice, listUids(having, slice));
        } finally {
          disposeSet(having);
        }
      }
    });
  }

  /**
   * Calls `work` with the matching users of each slice, which are valid only during the call.
   *
   * @param needed  what `work` reads beside the target
   * @returns false: the SQL engine has to evaluate
   */
  async visitMembers(
    appId: number,
    index: OpenIndex,
    target: ResolvedTarget,
    needed: NeededTerms,
    work: (matching: UserSet, slice: SliceIndex) => void,
  ): Promise<boolean> {
    return this.visitSets(appId, index, [target], needed, ([matching], slice) => matching && work(matching, slice));
  }

  /**
   * Does the same as `visitMembers` for several targets: the users of each, in their order and in one state of the
   * slice.
   */
  async visitSets(
    appId: number,
    index: OpenIndex,
    targets: readonly ResolvedTarget[],
    needed: NeededTerms,
    work: (sets: readonly UserSet[], slice: SliceIndex) => void,
  ): Promise<boolean> {
    const queries = targets.map((target) => toIndexTarget(target, index));
    if (queries.every(isUnindexed)) {
      return false;
    }
    const whole: IndexTarget = { op: 'or', of: queries };
    const ofTargets = listNeeded(whole);
    const all = {
      terms: [...ofTargets.terms, ...(needed.terms ?? [])],
      aspects: [...ofTargets.aspects, ...(needed.aspects ?? [])],
    };
    const isComplete = await this.withUnindexedUsers(appId, index, whole, async (unindexed) => {
      for await (const slice of iterateSlices(index.slices)) {
        const isFound = await withSlice(index, slice, all, (sliceIndex) =>
          withMatchesOfAll(queries, sliceIndex, unindexed.get(slice) ?? NO_USERS, (sets) => {
            work(sets, sliceIndex);
            return true;
          }),
        );
        if (!isFound) {
          return false;
        }
      }
      return true;
    });
    return isComplete === true;
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
    const query = toIndexTarget(target, index);
    if (listUnindexedLeaves(query).length > 0) {
      return undefined;
    }
    const needed = listNeeded(query);
    return this.withUnindexedUsers(appId, index, query, async (places) => {
      const uids: number[] = [];
      for await (const slice of iterateSlices(index.slices)) {
        const matching = await withSlice(index, slice, needed, (sliceIndex) =>
          withMatches(query, sliceIndex, places.get(slice) ?? NO_USERS, (users) => selectRange(users, slice, range)),
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

  /** Finds the users of unindexed leaves and of places first. Undefined: the index cannot find them. */
  private async withUnindexedUsers<R>(
    appId: number,
    index: OpenIndex,
    target: IndexTarget,
    work: (unindexed: UnindexedBySlice) => Promise<R>,
  ): Promise<R | undefined> {
    return this.reader.cache.runEvaluation(async () => {
      const unindexed: UnindexedBySlice = new Map();
      const owned: UserSet[] = [];
      const keep = (leaf: UnindexedLeaf, sets: ReadonlyMap<number, UserSet>): void =>
        sets.forEach((users, slice) =>
          unindexed.set(slice, (unindexed.get(slice) ?? new Map<UnindexedLeaf, UserSet>()).set(leaf, users)),
        );
      try {
        for (const leaf of new Set(listPlaces(target))) {
          const sets = await this.places.find(appId, index, leaf);
          if (!sets) {
            return undefined;
          }
          keep(leaf, sets);
        }
        for (const leaf of new Set(listUnindexedLeaves(target))) {
          const sets =
            leaf.type === 'segment'
              ? await this.segments.find(appId, leaf, owned)
              : leaf.type === 'event' || leaf.type === 'seen'
                ? await this.behaviours.findBySlice(appId, leaf)
                : await this.findLeafUsers(appId, leaf, owned);
          keep(leaf, sets);
        }
        return await work(unindexed);
      } finally {
        owned.forEach(disposeSet);
      }
    });
  }

  private async findLeafUsers(appId: number, leaf: ResolvedTarget, owned: UserSet[]): Promise<Map<number, UserSet>> {
    const uids: number[] = [];
    for (const range of splitBuckets(await this.users.countAllocatedUids(appId))) {
      for (const uid of await this.audienceRepository.findUids(appId, leaf, range)) {
        uids.push(uid);
      }
    }
    const sets = new Map(
      [...groupBy(uids, sliceOf)].map(([slice, sliceUids]) => [slice, toUserSet(createBitmap(sliceUids))]),
    );
    owned.push(...sets.values());
    return sets;
  }
}

function listNeeded(query: IndexTarget): { terms: TermName[]; aspects: string[] } {
  return { terms: listTerms(query), aspects: [...new Set(listAspects(query))] };
}

const PLATFORM_NUMBERS: readonly number[] = Object.values(PLATFORMS).map(({ number }) => number);

function platformTerm(platform: number): TermName {
  return { aspect: ASPECTS.device, term: TERMS.column('platform', String(platform)) };
}

/** Selects the uids of a range. */
function selectRange(users: UserSet, slice: number, { vbFrom, vbTo }: BucketRange): Uint32Array {
  const [mask, bitmap] = [createEmptyBitmap(), toBitmap(users, slice)];
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

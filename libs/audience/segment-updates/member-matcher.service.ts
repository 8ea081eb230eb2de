import { Injectable } from '@nestjs/common';
import { groupBy } from '#platform/collections';
import type { Statements } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { AudienceRepository } from '../sql-engine/audience.repository.js';
import { BehaviourRepository } from '../sql-engine/behaviour.repository.js';
import { listMembershipLeaves, type MembershipLeaf, type ResolvedTarget, type SegmentLeaf } from '../targets/target.js';
import { createMemberSet, type MemberSet } from '../sql-engine/member-set.js';
import { sliceOfMember, ALL_PLATFORMS, type MemberCollector, selectMembers } from '../segment-store/member-slices.js';
import { SegmentSliceRepository } from '../segment-store/segment-slice.repository.js';
import type { ChangedUsers } from './changed-users.js';

/** Platforms of each user's installations. */
export type UserPlatforms = ReadonlyMap<number, readonly number[]>;

/** Matches some users against a rule with the SQL engine. */
@Injectable()
export class MemberMatcherService {
  constructor(
    private readonly audienceRepository: AudienceRepository,
    private readonly behaviours: BehaviourRepository,
    private readonly slices: SegmentSliceRepository,
  ) {}

  /** Finds the platforms of some users in the transaction's snapshot. */
  async findPlatforms(tx: Statements, appId: number, uids: readonly number[]): Promise<UserPlatforms> {
    const rows = uids.length === 0 ? [] : await this.audienceRepository.findPlatforms(tx, appId, uids);
    return new Map(rows.map(({ uid, platforms }) => [uid, platforms]));
  }

  /** Finds the matching users among some, in the transaction's snapshot. */
  async findMatching(
    tx: Statements,
    appId: number,
    target: ResolvedTarget,
    uids: readonly number[],
  ): Promise<ReadonlySet<number>> {
    if (uids.length === 0) {
      return new Set();
    }
    const members = new Map<MembershipLeaf, MemberSet>();
    for (const leaf of listMembershipLeaves(target)) {
      const found =
        leaf.type === 'event'
          ? await this.behaviours.findUidsAmong(tx, appId, leaf, uids)
          : await this.findMembers(tx, appId, leaf, uids);
      members.set(leaf, createMemberSet(found, 0, BUCKETS));
    }
    return new Set(await this.audienceRepository.findUidsAmong(tx, appId, target, uids, members));
  }

  /** Members of all segments of a leaf, or of any where it asks for any or for none. */
  private async findMembers(
    tx: Statements,
    appId: number,
    { mode, segments }: SegmentLeaf,
    uids: readonly number[],
  ): Promise<number[]> {
    const bySlice = groupBy(uids, sliceOfMember);
    const stored = await this.slices.findOfVersions(tx, appId, segments, [...bySlice.keys()]);
    const times = new Map<number, number>();
    for (const { slice, members } of stored) {
      for (const uid of selectMembers(members, bySlice.get(slice) ?? [])) {
        times.set(uid, (times.get(uid) ?? 0) + 1);
      }
    }
    const least = mode === 'all' ? segments.length : 1;
    return [...times].flatMap(([uid, count]) => (count >= least ? uid : []));
  }
}

/** Lists the slices of the changed users. */
export function listSlices({ toMatch, platformsChanged }: ChangedUsers): number[] {
  return [...new Set([...toMatch, ...platformsChanged].map(sliceOfMember))];
}

/** Applies the matches to members. Users outside `toMatch` keep their membership. */
export function applyMatches(
  collector: MemberCollector,
  { toMatch, platformsChanged }: ChangedUsers,
  matching: ReadonlySet<number>,
  platforms: UserPlatforms,
): void {
  const numbers = new Set([...collector.listPlatforms(), ...[...platforms.values()].flat()]);
  const setMember = (uid: number, isMember: boolean): void => {
    collector.setMember(ALL_PLATFORMS, uid, isMember);
    const userPlatforms = platforms.get(uid);
    numbers.forEach((platform) =>
      collector.setMember(platform, uid, isMember && userPlatforms?.includes(platform) === true),
    );
  };
  toMatch.forEach((uid) => setMember(uid, matching.has(uid)));
  platformsChanged.forEach((uid) => {
    if (!toMatch.has(uid)) {
      setMember(uid, collector.has(ALL_PLATFORMS, uid));
    }
  });
}

import { Injectable } from '@nestjs/common';
import type { Statements } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { AudienceRepository } from '../sql-engine/audience.repository.js';
import { BehaviourRepository } from '../sql-engine/behaviour.repository.js';
import { listMembershipLeaves, type MembershipLeaf, type ResolvedTarget } from '../targets/target.js';
import { createMemberSet, type MemberSet } from '../sql-engine/member-set.js';
import { sliceOfMember, ALL_PLATFORMS, type MemberCollector } from '../segment-store/member-slices.js';
import type { ChangedUsers } from './changed-users.js';

/** Platforms that each user has an installation of. */
export type UserPlatforms = ReadonlyMap<number, readonly number[]>;

/** Says of some users alone whether a rule means them, by the SQL engine, and puts that into members. */
@Injectable()
export class MemberMatcherService {
  constructor(
    private readonly audienceRepository: AudienceRepository,
    private readonly behaviours: BehaviourRepository,
  ) {}

  /** Of those users, as of the transaction's snapshot. */
  async findPlatforms(tx: Statements, appId: number, uids: readonly number[]): Promise<UserPlatforms> {
    const rows = uids.length === 0 ? [] : await this.audienceRepository.findPlatforms(tx, appId, uids);
    return new Map(rows.map(({ uid, platforms }) => [uid, platforms]));
  }

  /** Which of those users match, as of the transaction's snapshot. The rule names no segments. */
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
      if (leaf.type === 'event') {
        const did = await this.behaviours.findUidsAmong(tx, appId, leaf, uids);
        members.set(leaf, createMemberSet(did, 0, BUCKETS));
      }
    }
    return new Set(await this.audienceRepository.findUidsAmong(tx, appId, target, uids, members));
  }
}

/** Slices that have any of those users. */
export function listSlices({ toMatch: judged, platformsChanged: moved }: ChangedUsers): number[] {
  return [...new Set([...judged, ...moved].map(sliceOfMember))];
}

/** Puts judgements into members. Who was not judged stays what the members say. */
export function applyMatches(
  collector: MemberCollector,
  { toMatch: judged, platformsChanged: moved }: ChangedUsers,
  matching: ReadonlySet<number>,
  platforms: UserPlatforms,
): void {
  const numbers = new Set([...collector.listPlatforms(), ...[...platforms.values()].flat()]);
  const settle = (uid: number, isMember: boolean): void => {
    collector.setMember(ALL_PLATFORMS, uid, isMember);
    const userPlatforms = platforms.get(uid);
    numbers.forEach((platform) =>
      collector.setMember(platform, uid, isMember && userPlatforms?.includes(platform) === true),
    );
  };
  judged.forEach((uid) => settle(uid, matching.has(uid)));
  moved.forEach((uid) => {
    if (!judged.has(uid)) {
      settle(uid, collector.has(ALL_PLATFORMS, uid));
    }
  });
}

import { Injectable } from '@nestjs/common';
import type { Statements } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { AudienceRepository } from '../../audience.repository.js';
import { BehaviourRepository } from '../../behaviour/behaviour.repository.js';
import { memberLeaves, type MemberLeaf, type ResolvedTarget } from '../../target.js';
import { memberSet, type MemberSet } from '../member-set.js';
import { sliceOfMember, EVERYONE, type MemberCollector } from '../member-slices.js';
import type { Touched } from './touched.js';

/** Platforms that each user has an installation of. */
export type PlatformsOf = ReadonlyMap<number, readonly number[]>;

/** Says of some users alone whether a rule means them, by the SQL engine, and puts that into members. */
@Injectable()
export class MemberJudge {
  constructor(
    private readonly audiences: AudienceRepository,
    private readonly behaviours: BehaviourRepository,
  ) {}

  /** Of those users, as of the transaction's snapshot. */
  async platformsOf(tx: Statements, appId: number, uids: readonly number[]): Promise<PlatformsOf> {
    const found = uids.length === 0 ? [] : await this.audiences.findPlatforms(tx, appId, uids);
    return new Map(found.map(({ uid, platforms }) => [uid, platforms]));
  }

  /** Which of those users match, as of the transaction's snapshot. The rule names no segments. */
  async matching(
    tx: Statements,
    appId: number,
    target: ResolvedTarget,
    uids: readonly number[],
  ): Promise<ReadonlySet<number>> {
    if (uids.length === 0) {
      return new Set();
    }
    const members = new Map<MemberLeaf, MemberSet>();
    for (const leaf of memberLeaves(target)) {
      if (leaf.type === 'event') {
        const did = await this.behaviours.findUidsAmong(tx, appId, leaf, uids);
        members.set(leaf, memberSet(did, 0, BUCKETS));
      }
    }
    return new Set(await this.audiences.findUidsAmong(tx, appId, target, uids, members));
  }
}

/** Slices that have any of those users. */
export function slicesOf({ judged, moved }: Touched): number[] {
  return [...new Set([...judged, ...moved].map(sliceOfMember))];
}

/** Puts judgements into members. Who was not judged stays what the members say. */
export function settleMembers(
  into: MemberCollector,
  { judged, moved }: Touched,
  matching: ReadonlySet<number>,
  platforms: PlatformsOf,
): void {
  const numbers = new Set([...into.platforms(), ...[...platforms.values()].flat()]);
  const settle = (uid: number, isMember: boolean): void => {
    into.put(EVERYONE, uid, isMember);
    const own = platforms.get(uid);
    numbers.forEach((platform) => into.put(platform, uid, isMember && own?.includes(platform) === true));
  };
  judged.forEach((uid) => settle(uid, matching.has(uid)));
  moved.forEach((uid) => {
    if (!judged.has(uid)) {
      settle(uid, into.has(EVERYONE, uid));
    }
  });
}

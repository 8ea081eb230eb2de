import { Injectable } from '@nestjs/common';
import type { BucketRange } from '../sql-engine/ranges.js';
import type { LeafMembers } from '../sql-engine/predicate.sql.js';
import { BehaviourUsersService } from '../behaviour/behaviour-users.service.js';
import { listMembershipLeaves, type MembershipLeaf, type ResolvedTarget, type SegmentLeaf } from '../targets/target.js';
import { createMemberSet, type MemberSet } from '../sql-engine/member-set.js';
import { combineMembers } from './member-slices.js';
import { SegmentSliceRepository } from './segment-slice.repository.js';

/** Reads the users of membership leaves, segments and events, as statement parameters. */
@Injectable()
export class LeafMembersService {
  constructor(
    private readonly slices: SegmentSliceRepository,
    private readonly behaviours: BehaviourUsersService,
  ) {}

  /** Reads the users in a range of buckets: at most as many as the range has. */
  async readMembers(appId: number, target: ResolvedTarget, range: BucketRange): Promise<LeafMembers> {
    const members = new Map<MembershipLeaf, MemberSet>();
    for (const leaf of new Set(listMembershipLeaves(target))) {
      const uids =
        leaf.type === 'segment'
          ? await this.readSegmentMembers(appId, leaf, range)
          : await this.behaviours.findInRange(appId, leaf, range);
      members.set(leaf, createMemberSet(uids, range.vbFrom, range.vbTo));
    }
    return members;
  }

  private async readSegmentMembers(appId: number, leaf: SegmentLeaf, range: BucketRange): Promise<number[]> {
    const uids: number[] = [];
    for (const { members: stored } of await this.slices.findBySlice(appId, leaf.segments)) {
      for (const uid of combineMembers(leaf.mode, stored, leaf.segments.length, range.vbFrom, range.vbTo)) {
        uids.push(uid);
      }
    }
    return uids;
  }
}

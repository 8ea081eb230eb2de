import { Injectable } from '@nestjs/common';
import type { BucketRange } from '../audience.types.js';
import type { Members } from '../predicate.sql.js';
import { BehaviourRepository } from '../behaviour/behaviour.repository.js';
import { memberLeaves, type MemberLeaf, type ResolvedTarget, type SegmentLeaf } from '../target.js';
import { memberSet, type MemberSet } from './member-set.js';
import { combineMembers } from './member-slices.js';
import { SliceRepository } from './slice.repository.js';

/** Reads the members of the segments that a target names, and who did what, as a statement takes them. */
@Injectable()
export class SegmentMembers {
  constructor(
    private readonly slices: SliceRepository,
    private readonly behaviours: BehaviourRepository,
  ) {}

  /** Those that lie in a range of buckets: about as many as the range has users, at most. */
  async read(appId: number, target: ResolvedTarget, range: BucketRange): Promise<Members> {
    const members = new Map<MemberLeaf, MemberSet>();
    for (const leaf of memberLeaves(target)) {
      const uids =
        leaf.type === 'segment'
          ? await this.membersOf(appId, leaf, range)
          : await this.behaviours.findUids(appId, leaf, range);
      members.set(leaf, memberSet(uids, range.vbFrom, range.vbTo));
    }
    return members;
  }

  private async membersOf(appId: number, leaf: SegmentLeaf, range: BucketRange): Promise<number[]> {
    const uids: number[] = [];
    for (const { members: stored } of await this.slices.findBySlice(appId, leaf.segments)) {
      for (const uid of combineMembers(leaf.mode, stored, leaf.segments.length, range.vbFrom, range.vbTo)) {
        uids.push(uid);
      }
    }
    return uids;
  }
}

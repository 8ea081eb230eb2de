import { Injectable } from '@nestjs/common';
import { groupBy } from '#platform/collections';
import {
  LeftOutRepository,
  type Reach,
  type UnreachableOfList,
  type UnreachableUsers,
} from '../sql-engine/left-out.repository.js';
import type { RecipientRange } from '../sql-engine/ranges.js';
import type { ResolvedTarget } from '../targets/target.js';
import { AudienceService } from './audience.service.js';

/** Finds the users who match a target and cannot be reached, with the reason. */
@Injectable()
export class LeftOutService {
  constructor(
    private readonly audience: AudienceService,
    private readonly leftOut: LeftOutRepository,
  ) {}

  /** Users of a range of buckets, read right after its recipients. */
  async findUnreachable(appId: number, target: ResolvedTarget, range: RecipientRange): Promise<UnreachableUsers[]> {
    const found = await this.audience.readParts(appId, target, range, (part, members, partTarget) =>
      this.leftOut.findUnreachable(appId, partTarget, part, members),
    );
    return [...groupBy(found, ({ reason }) => reason)].map(([reason, groups]) => ({
      reason,
      uids: groups.flatMap(({ uids }) => uids),
    }));
  }

  /** Finds those of some users that do not exist: they were erased, or never existed. */
  async findAbsent(appId: number, uids: readonly number[]): Promise<number[]> {
    const present = new Set(await this.leftOut.findPresent(appId, uids));
    return uids.filter((uid) => !present.has(uid));
  }

  /** Users of lists of extIds, and names that no one has. */
  async findUnreachableOfLists(
    appId: number,
    lists: readonly { vbs: readonly number[]; extIds: readonly string[] }[],
    reach: Reach,
  ): Promise<UnreachableOfList[]> {
    return this.leftOut.findUnreachableOfLists(appId, lists, reach);
  }
}

import { Injectable } from '@nestjs/common';
import { contactOfKind, type RecipientKind } from '#libs/channels';
import { SharedAddressService, UserLookupService } from '#libs/users/registry';
import { BUCKETS, bucketOfId } from '#platform/ids';
import { HolderRepository, type AddressHolder } from '../sql-engine/holder.repository.js';
import type { BucketRange, RecipientRange } from '../sql-engine/ranges.js';
import { namesUsers, type ResolvedTarget } from '../targets/target.js';
import { AudienceService } from './audience.service.js';
import { ChosenHolders } from './chosen-holders.js';

/** An audience of at most this share of all users is compared in full: that costs less than to know who shares. */
const NARROW_SHARE = 1 / 32;

/**
 * A message to an address of each user.
 *
 * @property categoryIds  of the message
 * @property keep         keeps the holders that are recipients; absent: all are
 */
export interface HolderMessage {
  kind: Exclude<RecipientKind, 'push'>;
  includeOptedOut: boolean;
  categoryIds: readonly number[];
  keep?: (holders: readonly AddressHolder[]) => Promise<readonly AddressHolder[]>;
}

/** Finds the users of a target that share an address, so that a campaign reaches one of them. */
@Injectable()
export class AddressHolderService {
  constructor(
    private readonly audience: AudienceService,
    private readonly users: UserLookupService,
    private readonly shared: SharedAddressService,
    private readonly holders: HolderRepository,
  ) {}

  /**
   * Users of a target who stand back for another one with their address.
   *
   * @param ranges   all buckets together
   * @param onRange  called after each range; false ends the search
   * @returns null: it was ended
   */
  async findStandingBack(
    appId: number,
    target: ResolvedTarget,
    ranges: readonly BucketRange[],
    { kind, includeOptedOut, categoryIds, keep }: HolderMessage,
    onRange: () => Promise<boolean>,
  ): Promise<readonly number[] | null> {
    const sharers = await this.findSharers(appId, target, kind);
    if (sharers?.size === 0) {
      return [];
    }
    const byBucket = sharers && groupByBucket(sharers);
    const chosen = new ChosenHolders();
    for (const range of ranges) {
      const among = byBucket?.slice(range.vbFrom, range.vbTo).flat();
      if (among?.length !== 0) {
        const reach: RecipientRange = { ...range, kind, platforms: [], includeOptedOut };
        const found = await this.audience.readParts(appId, target, reach, (part, members, partTarget) =>
          this.holders.findHolders(appId, { target: partTarget, range: part, members, categoryIds, among }),
        );
        chosen.add(keep ? await keep(found) : found);
      }
      if (!(await onRange())) {
        return null;
      }
    }
    return chosen.listOthers();
  }

  /** Users that may share an address; undefined: the audience is so narrow that it is compared in full. */
  private async findSharers(
    appId: number,
    target: ResolvedTarget,
    kind: HolderMessage['kind'],
  ): Promise<ReadonlySet<number> | undefined> {
    const allocated = await this.users.countAllocatedUids(appId);
    if (namesUsers(target)) {
      return undefined;
    }
    const matching = target.type === 'all' ? undefined : await this.audience.estimateUsers(appId, target);
    if (matching !== undefined && matching <= allocated * NARROW_SHARE) {
      return undefined;
    }
    return this.shared.findSharers(appId, contactOfKind(kind).address, allocated);
  }
}

function groupByBucket(uids: Iterable<number>): number[][] {
  const buckets: number[][] = Array.from({ length: BUCKETS }, () => []);
  for (const uid of uids) {
    buckets[bucketOfId(uid)]?.push(uid);
  }
  return buckets;
}

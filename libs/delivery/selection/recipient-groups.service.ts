import { Injectable } from '@nestjs/common';
import type { RecipientGroup, ResolvedTarget } from '#libs/audience';
import { AudienceService } from '#libs/audience/recipients';
import { IdentityTokenService } from '#libs/tenancy';
import type { LaunchLease } from '../dispatches/launch.repository.js';
import type { BucketRange } from './bucket-range.js';
import { HoldoutService, type OpenGroup } from './holdout.service.js';
import { reachOptionsOf } from './reach.js';

/** Reads the reachable recipients of a dispatch. */
@Injectable()
export class RecipientGroupsService {
  constructor(
    private readonly audience: AudienceService,
    private readonly identityTokens: IdentityTokenService,
    private readonly holdouts: HoldoutService,
  ) {}

  /** Finds the recipients of a range of buckets, by kind, bucket and platform, without those who are held out. */
  async find(lease: LaunchLease, target: ResolvedTarget, range: BucketRange): Promise<OpenGroup[]> {
    const groups: RecipientGroup[] = [];
    const { keyIds } = await this.identityTokens.getSettings(lease.appId);
    const holdsOut = await this.holdouts.holdsOut(lease);
    for (const reach of reachOptionsOf(lease, keyIds)) {
      const withUsers = reach.withUsers === true || holdsOut;
      groups.push(...(await this.audience.findRecipients(lease.appId, target, { ...range, ...reach, withUsers })));
    }
    return holdsOut ? this.holdouts.takeOut(lease, groups) : groups.map((group) => ({ ...group, heldOut: [] }));
  }
}

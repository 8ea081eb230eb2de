import { Injectable } from '@nestjs/common';
import { AudienceService, type RecipientGroup, type ResolvedTarget } from '#libs/audience';
import { IdentityTokenService } from '#libs/tenancy';
import type { LaunchLease } from '../dispatches/launch.repository.js';
import type { BucketRange } from './bucket-range.js';
import { reachOptionsOf } from './reach.js';

/** Reads the reachable recipients of a dispatch. */
@Injectable()
export class RecipientGroupsService {
  constructor(
    private readonly audience: AudienceService,
    private readonly identityTokens: IdentityTokenService,
  ) {}

  /** Finds the recipients of a range of buckets, by kind, bucket and platform. */
  async find(lease: LaunchLease, target: ResolvedTarget, range: BucketRange): Promise<RecipientGroup[]> {
    const groups: RecipientGroup[] = [];
    const { keyIds } = await this.identityTokens.getSettings(lease.appId);
    for (const reach of reachOptionsOf(lease, keyIds)) {
      groups.push(...(await this.audience.findRecipients(lease.appId, target, { ...range, ...reach })));
    }
    return groups;
  }
}

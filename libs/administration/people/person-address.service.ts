import { Injectable } from '@nestjs/common';
import { CONTACTS } from '#libs/channels/definitions';
import type { PersonHead } from '#libs/reporting/people';
import { requirePrivateView, type Viewer } from '#libs/tenancy';
import { SuppressionService, type ConsentOrigin, type SuppressionReason } from '#libs/users/consent';
import { isPrivateAttribute } from '#libs/users/profiles';
import { UserLookupService } from '#libs/users/registry';
import { Database } from '#platform/db';

/** Refusals of a person. A bounce is about the former address alone. */
const REFUSALS: ReadonlySet<SuppressionReason> = new Set(['COMPLAINT', 'STOP', 'UNSUBSCRIBED']);

/** Private values and addresses in the changes of a member. */
@Injectable()
export class PersonAddressService {
  constructor(
    private readonly users: UserLookupService,
    private readonly suppressions: SuppressionService,
    private readonly db: Database,
  ) {}

  /** @throws AppError permission_missing: a change of a private value reveals if there was another one */
  async refusePrivate(appId: number, codes: readonly string[], viewer: Viewer): Promise<void> {
    const attributes = await this.users.getAttributesByCode(appId, codes);
    const hidden = codes.flatMap((code) => attributes.get(code) ?? []).find(isPrivateAttribute);
    if (hidden) {
      requirePrivateView(viewer, `'${hidden.code}' is private`);
    }
  }

  /** Lets refusals of a former address hold for the corrected one: a person who wants no mail gets none by a correction. */
  async carryRefusals(appId: number, before: PersonHead, after: PersonHead, origin: ConsentOrigin): Promise<void> {
    for (const { kind: channel, address } of CONTACTS) {
      const [from, to] = [before.overview.profile[address], after.overview.profile[address]];
      if (typeof from === 'string' && typeof to === 'string' && from !== to) {
        const { list } = await this.suppressions.findByAddress(appId, channel, from);
        const entries = list
          .filter(({ reason }) => REFUSALS.has(reason))
          .map(({ reason, addedAt }) => ({ channel, address: to, reason, addedAt }));
        await this.db.tx((tx) => this.suppressions.add(tx, appId, entries, origin));
      }
    }
  }
}

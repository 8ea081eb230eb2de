import { Injectable } from '@nestjs/common';
import type { Contact } from '#libs/channels/definitions';
import { SuppressionService } from '#libs/users/consent';
import { contactKey } from '#libs/users/identities';
import { OptInRequestRepository } from '#libs/users/profiles';
import type { Tx } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { toRuledMailboxKey } from '#platform/spelling';

/** Confirmations to a mailbox of an application on a day (UTC): forms cannot flood it. */
const MAX_PER_DAY = 3;
/** Many servers put `a.b+1@` and `ab+2@` into one mailbox. Where they do not, few people share the limit. */
const ANY_SPELLING = ['dots', 'plus'] as const;

/** Decides if an address may be asked to confirm. */
@Injectable()
export class ConfirmationLimitService {
  constructor(
    private readonly requests: OptInRequestRepository,
    private readonly suppressions: SuppressionService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Counts a confirmation to an address, unless it had its number of the day or is suppressed. An address that is only
   * unsubscribed may be asked: the person asks for something again.
   */
  async admit(tx: Tx, appId: number, { kind, lookupKind }: Contact, address: string): Promise<boolean> {
    const reason = (await this.suppressions.findReasons(appId, kind, [address])).get(address);
    const asked = { kind: lookupKind, hash: contactKey(toRuledMailboxKey(address, ANY_SPELLING)).hash };
    return (
      (reason === undefined || reason === 'UNSUBSCRIBED') &&
      this.requests.countConfirmation(tx, appId, asked, this.clock.now(), MAX_PER_DAY)
    );
  }
}

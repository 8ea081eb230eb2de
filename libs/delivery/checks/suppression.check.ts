import { Injectable } from '@nestjs/common';
import { RECIPIENT_KINDS, type ContactChannel } from '#libs/channels/definitions';
import { isInformational } from '#libs/content';
import { SuppressionService } from '#libs/users/consent';
import { listAddresses, type CheckedRecipients } from './checked-recipients.js';
import type { CheckedSend, ContactCheck } from './recipient-check.js';

/**
 * Skips suppressed addresses: they may be newer than the frozen audience. Other users with the same address do not count.
 * Unsubscribed addresses get informational messages; complaints, STOP and dead addresses prevent these too.
 */
@Injectable()
export class SuppressionCheck implements ContactCheck {
  readonly order = 200;

  constructor(private readonly suppressions: SuppressionService) {}

  async applyToContacts(
    { chunk: { appId }, dispatch }: CheckedSend,
    channel: ContactChannel,
    recipients: CheckedRecipients,
  ): Promise<void> {
    const kind = RECIPIENT_KINDS[channel];
    const reachable = recipients.listReachable();
    const addresses = reachable.flatMap(listAddresses);
    const reasons = addresses.length > 0 ? await this.suppressions.findReasons(appId, kind, addresses) : undefined;
    const reachesUnsubscribed = isInformational(dispatch.message, kind);
    for (const recipient of reachable) {
      const suppressed = listAddresses(recipient).flatMap((address) => reasons?.get(address) ?? []);
      if (suppressed.some((reason) => !(reachesUnsubscribed && reason === 'UNSUBSCRIBED'))) {
        recipients.skip(recipient, 'SUPPRESSED');
      }
    }
  }
}

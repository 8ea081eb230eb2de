import { Injectable } from '@nestjs/common';
import { SuppressionService, type SuppressionChannel } from '#libs/users';

/** Whom a message could be sent to, and what keeps it from there. */
export interface AddressCandidate {
  /** Null: there is none any more. */
  address: string | null;
  skipReason: string | null;
}

/** Looks at addresses right before an e-mail or SMS leaves, whatever was known when the audience was frozen. */
@Injectable()
export class SuppressionCheckService {
  constructor(private readonly suppressions: SuppressionService) {}

  /**
   * Sets the obstacle of recipients whose address is suppressed, or belongs to somebody who opted out of the channel.
   *
   * @param isTransactional  the message goes also to who unsubscribed; nobody is written to who complained, said STOP, or
   *   whose address is dead
   */
  async applySuppressions(
    appId: number,
    channel: SuppressionChannel,
    recipients: readonly AddressCandidate[],
    isTransactional: boolean,
  ): Promise<void> {
    const checks = recipients.flatMap((recipient) =>
      recipient.skipReason === null && recipient.address !== null ? [{ recipient, address: recipient.address }] : [],
    );
    if (checks.length === 0) {
      return;
    }
    const addresses = checks.map(({ address }) => address);
    const [suppressed, optedOut] = await Promise.all([
      this.suppressions.findReasons(appId, channel, addresses),
      isTransactional ? new Set<string>() : this.suppressions.findOptedOutAddresses(appId, channel, addresses),
    ]);
    for (const { recipient, address } of checks) {
      const reason = suppressed.get(address);
      if (reason !== undefined && !(isTransactional && reason === 'UNSUBSCRIBED')) {
        recipient.skipReason = 'SUPPRESSED';
      } else if (optedOut.has(address)) {
        recipient.skipReason = 'OPTED_OUT';
      }
    }
  }
}

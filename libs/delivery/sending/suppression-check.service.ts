import { Injectable } from '@nestjs/common';
import { SuppressionService, type SuppressionChannel } from '#libs/users';

/** A recipient of an e-mail or SMS before the check. */
export interface AddressCandidate {
  /** Null: removed since the audience was frozen. */
  address: string | null;
  skipReason: string | null;
}

/** Checks addresses right before an e-mail or SMS leaves: suppressions may be newer than the frozen audience. */
@Injectable()
export class SuppressionCheckService {
  constructor(private readonly suppressions: SuppressionService) {}

  /**
   * Sets the skip reason of recipients with a suppressed address. Other users with the same address do not count.
   *
   * @param isInformational  unsubscribed addresses get the message too; complaints, STOP and dead addresses still prevent it
   */
  async applySuppressions(
    appId: number,
    channel: SuppressionChannel,
    recipients: readonly AddressCandidate[],
    { isInformational }: { isInformational: boolean },
  ): Promise<void> {
    const checks = recipients.flatMap((recipient) =>
      recipient.skipReason === null && recipient.address !== null ? [{ recipient, address: recipient.address }] : [],
    );
    if (checks.length === 0) {
      return;
    }
    const addresses = checks.map(({ address }) => address);
    const suppressed = await this.suppressions.findReasons(appId, channel, addresses);
    for (const { recipient, address } of checks) {
      const reason = suppressed.get(address);
      if (reason !== undefined && !(isInformational && reason === 'UNSUBSCRIBED')) {
        recipient.skipReason = 'SUPPRESSED';
      }
    }
  }
}

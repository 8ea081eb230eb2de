import { Injectable } from '@nestjs/common';
import { contactOfKind } from '#libs/channels';
import { SessionService, SuppressionService, type SuppressionChannel } from '#libs/users';

/** A recipient of an e-mail or SMS before the check. */
export interface AddressCandidate {
  /** Null: removed since the audience was frozen. */
  address: string | null;
  skipReason: string | null;
}

/** Checks addresses right before a message leaves: suppressions may be newer than the frozen audience. */
@Injectable()
export class SuppressionCheckService {
  constructor(
    private readonly suppressions: SuppressionService,
    private readonly sessions: SessionService,
  ) {}

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

  /** Sets the skip reason of recipients who may not be answered now: they did not write lately. */
  async applySessions(
    appId: number,
    channel: SuppressionChannel,
    recipients: readonly AddressCandidate[],
  ): Promise<void> {
    const checks = recipients.flatMap((recipient) =>
      recipient.skipReason === null && recipient.address !== null ? [{ recipient, address: recipient.address }] : [],
    );
    if (checks.length === 0) {
      return;
    }
    const { address: kind } = contactOfKind(channel);
    const addresses = checks.map(({ address }) => address);
    const open = await this.sessions.findOpen(appId, kind, addresses);
    for (const { recipient, address } of checks) {
      if (!open.has(address)) {
        recipient.skipReason = 'OUTSIDE_WINDOW';
      }
    }
  }
}

import { Injectable } from '@nestjs/common';
import { contactOfKind, type Channel } from '#libs/channels';
import { SessionService, SuppressionService, type SuppressionChannel } from '#libs/users';
import { AccountStateService } from '../accounts/account-state.service.js';

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
    private readonly accounts: AccountStateService,
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

  /** Sets the skip reason of recipients whose address no account of the channel reaches. */
  async applyReach(appId: number, channel: Channel, recipients: readonly AddressCandidate[]): Promise<void> {
    const reaches = await this.accounts.findReach(appId, channel);
    for (const recipient of reaches ? recipients : []) {
      if (recipient.address !== null && reaches?.(recipient.address) === false) {
        recipient.skipReason ??= 'CHANNEL_NOT_CONFIGURED';
      }
    }
  }
}

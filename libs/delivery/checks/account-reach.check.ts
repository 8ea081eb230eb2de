import { Injectable } from '@nestjs/common';
import type { ContactChannel } from '#libs/channels/definitions';
import { AccountStateService } from '#libs/delivery/accounts';
import type { CheckedRecipients } from './checked-recipients.js';
import type { CheckedSend, ContactCheck } from './recipient-check.js';

/** Skips addresses that no account of the channel reaches. */
@Injectable()
export class AccountReachCheck implements ContactCheck {
  readonly order = 300;

  constructor(private readonly accounts: AccountStateService) {}

  async applyToContacts(
    { chunk: { appId } }: CheckedSend,
    channel: ContactChannel,
    recipients: CheckedRecipients,
  ): Promise<void> {
    const reaches = await this.accounts.findReach(appId, channel);
    for (const recipient of reaches ? recipients.listReachable() : []) {
      if (reaches?.(recipient.address) === false) {
        recipients.skip(recipient, 'CHANNEL_NOT_CONFIGURED');
      }
    }
  }
}

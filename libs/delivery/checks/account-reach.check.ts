import { Injectable } from '@nestjs/common';
import { AccountStateService } from '../accounts/account-state.service.js';
import { isContactChannel } from '../model/channel-policy.js';
import type { CheckedRecipients } from './checked-recipients.js';
import type { CheckedSend, RecipientCheck } from './recipient-check.js';

/** Skips addresses that no account of the channel reaches. */
@Injectable()
export class AccountReachCheck implements RecipientCheck {
  readonly order = 300;

  constructor(private readonly accounts: AccountStateService) {}

  async apply({ chunk: { appId, channel } }: CheckedSend, recipients: CheckedRecipients): Promise<void> {
    const reaches = isContactChannel(channel) ? await this.accounts.findReach(appId, channel) : undefined;
    for (const recipient of reaches ? recipients.listReachable() : []) {
      if (reaches?.(recipient.address) === false) {
        recipients.skip(recipient, 'CHANNEL_NOT_CONFIGURED');
      }
    }
  }
}

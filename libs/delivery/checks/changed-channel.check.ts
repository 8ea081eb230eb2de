import { Injectable } from '@nestjs/common';
import { findChannel } from '../model/render-recipient.js';
import type { CheckedRecipients } from './checked-recipients.js';
import type { CheckedSend, RecipientCheck } from './recipient-check.js';

/** Skips devices whose token has become one of another provider since the audience was frozen. */
@Injectable()
export class ChangedChannelCheck implements RecipientCheck {
  readonly order = 600;

  async apply({ chunk }: CheckedSend, recipients: CheckedRecipients): Promise<void> {
    for (const recipient of recipients.listOpen()) {
      if (findChannel(recipient) !== chunk.channel) {
        recipients.skip(recipient, 'TOKEN_CHANGED');
      }
    }
  }
}

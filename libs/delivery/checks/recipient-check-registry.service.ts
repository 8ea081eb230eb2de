import { Injectable } from '@nestjs/common';
import { isContactChannel } from '../model/channel-policy.js';
import type { CheckedRecipients } from './checked-recipients.js';
import type { CheckedSend, ContactCheck, RecipientCheck } from './recipient-check.js';

/** The checks of all modules. A module registers its own in `onModuleInit`. */
@Injectable()
export class RecipientCheckRegistryService {
  private checks: readonly (RecipientCheck | ContactCheck)[] = [];

  register(...checks: (RecipientCheck | ContactCheck)[]): void {
    this.checks = [...this.checks, ...checks].toSorted((a, b) => a.order - b.order);
  }

  async applyAll(send: CheckedSend, recipients: CheckedRecipients): Promise<void> {
    const { channel } = send.chunk;
    for (const check of this.checks) {
      if ('apply' in check) {
        await check.apply(send, recipients);
      } else if (isContactChannel(channel)) {
        await check.applyToContacts(send, channel, recipients);
      }
    }
  }
}

import { Injectable } from '@nestjs/common';
import { contactOfKind, RECIPIENT_KINDS, type ContactChannel } from '#libs/channels/definitions';
import { contentOf } from '#libs/content';
import { SessionService } from '#libs/users/identities';
import { listAddresses, type CheckedRecipients } from './checked-recipients.js';
import type { CheckedSend, ContactCheck } from './recipient-check.js';

/** Skips recipients who may not be answered now, because they did not write lately. */
@Injectable()
export class SessionWindowCheck implements ContactCheck {
  readonly order = 400;

  constructor(private readonly sessions: SessionService) {}

  async applyToContacts(
    { chunk: { appId }, dispatch }: CheckedSend,
    channel: ContactChannel,
    recipients: CheckedRecipients,
  ): Promise<void> {
    if (!contentOf(channel).needsSession?.(dispatch.message)) {
      return;
    }
    const reachable = recipients.listReachable();
    if (reachable.length === 0) {
      return;
    }
    const { address: kind } = contactOfKind(RECIPIENT_KINDS[channel]);
    const addresses = reachable.flatMap(listAddresses);
    const open = await this.sessions.findOpen(appId, kind, addresses);
    for (const recipient of reachable) {
      if (!listAddresses(recipient).some((address) => open.has(address))) {
        recipients.skip(recipient, 'OUTSIDE_WINDOW');
      }
    }
  }
}

import { Injectable } from '@nestjs/common';
import { PreferenceService } from '#libs/users/preferences';
import type { CheckedRecipients } from './checked-recipients.js';
import type { CheckedSend, RecipientCheck } from './recipient-check.js';

/** Skips users that have opted out of a category of the message. */
@Injectable()
export class CategoryOptOutCheck implements RecipientCheck {
  readonly order = 100;

  constructor(private readonly preferences: PreferenceService) {}

  async apply({ chunk, dispatch }: CheckedSend, recipients: CheckedRecipients): Promise<void> {
    const { categoryIds = [] } = dispatch.options;
    const open = categoryIds.length > 0 ? recipients.listOpen() : [];
    if (open.length === 0) {
      return;
    }
    const uids = [...new Set(open.map(({ uid }) => uid))];
    const optedOutUids = await this.preferences.findOptedOutUids(chunk.appId, uids, categoryIds);
    for (const recipient of open) {
      if (optedOutUids.has(recipient.uid)) {
        recipients.skip(recipient, 'CATEGORY_OPTED_OUT');
      }
    }
  }
}

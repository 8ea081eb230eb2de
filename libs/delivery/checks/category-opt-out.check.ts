import { Injectable } from '@nestjs/common';
import { topicChannelOf } from '#libs/channels/definitions';
import { TopicService } from '#libs/users/preferences';
import type { CheckedRecipients } from './checked-recipients.js';
import type { CheckedSend, RecipientCheck } from './recipient-check.js';

/** Skips users that get nothing of a category of the message by its channel. */
@Injectable()
export class CategoryOptOutCheck implements RecipientCheck {
  readonly order = 100;

  constructor(private readonly topics: TopicService) {}

  async apply({ chunk, dispatch }: CheckedSend, recipients: CheckedRecipients): Promise<void> {
    const { categoryIds = [] } = dispatch.options;
    const open = categoryIds.length > 0 ? recipients.listOpen() : [];
    if (open.length === 0) {
      return;
    }
    const asked = open.map((recipient) => {
      const { uid, platform, address } = recipient;
      return { recipient, uid, channel: topicChannelOf(platform, address) };
    });
    for (const { recipient } of await this.topics.findRefusing(chunk.appId, asked, categoryIds)) {
      recipients.skip(recipient, 'CATEGORY_OPTED_OUT');
    }
  }
}

import { Injectable } from '@nestjs/common';
import { CHANNELS } from '#libs/channels';
import type { LeasedChunk, ReplacedNotification } from '../model/delivery.types.js';
import { messageId } from '../model/message-id.js';
import { ReplacementRepository } from './replacement.repository.js';

/** Where on their devices recipients get a notification that replaces an earlier one. */
@Injectable()
export class ReplacementService {
  constructor(private readonly repository: ReplacementRepository) {}

  /**
   * The collapse ids under which recipients got the notification that stands at the head of a row of replacements. The
   * message id stays that of the new send, so that its clicks are its own.
   *
   * @returns nothing for a dispatch that replaces none, without asking the database
   */
  async findCollapseIds(
    chunk: LeasedChunk,
    replaced: ReplacedNotification | undefined,
    recipientIds: readonly number[],
  ): Promise<ReadonlyMap<number, string>> {
    if (!replaced) {
      return NO_COLLAPSE_IDS;
    }
    const sends = await this.repository.findLastSends(chunk.appId, replaced.rootKey, chunk.channel, recipientIds);
    const channel = CHANNELS[chunk.channel];
    return new Map(
      [...sends].map(([recipientId, dispatchId]) => [recipientId, messageId({ dispatchId, channel, recipientId })]),
    );
  }
}

const NO_COLLAPSE_IDS: ReadonlyMap<number, string> = new Map();

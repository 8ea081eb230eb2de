import { Injectable } from '@nestjs/common';
import { CHANNELS } from '#libs/channels';
import type { LeasedChunk, Replaced } from './delivery.types.js';
import { messageId } from './message-id.js';
import { ReplacementRepository } from './replacement.repository.js';

/** Where on their devices recipients get a notification that replaces an earlier one. */
@Injectable()
export class Replacements {
  constructor(private readonly replacements: ReplacementRepository) {}

  /**
   * The collapse ids under which recipients got the notification that stands at the head of a row of replacements. The
   * message id stays that of the new send, so that its clicks are its own.
   *
   * @returns nothing for a dispatch that replaces none, without asking the database
   */
  async placesOf(
    chunk: LeasedChunk,
    replaced: Replaced | undefined,
    recipientIds: readonly number[],
  ): Promise<ReadonlyMap<number, string>> {
    if (!replaced) {
      return NONE;
    }
    const sends = await this.replacements.lastSends(chunk.appId, replaced.rootKey, chunk.channel, recipientIds);
    const channel = CHANNELS[chunk.channel];
    return new Map(
      [...sends].map(([recipientId, dispatchId]) => [recipientId, messageId({ dispatchId, channel, recipientId })]),
    );
  }
}

const NONE: ReadonlyMap<number, string> = new Map();

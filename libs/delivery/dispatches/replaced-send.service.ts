import { Injectable } from '@nestjs/common';
import { CHANNELS } from '#libs/channels/definitions';
import type { Tx } from '#platform/db';
import { LANES } from '../model/delivery.types.js';
import { type RecipientGroup, selectOpen } from './chunk.js';
import type { LaunchLease } from './launch.repository.js';
import { type OpenRecipients, ReplacementRepository } from './replacement.repository.js';
import { ReplacedSendRepository } from './replaced-send.repository.js';

type Recipients = readonly Pick<RecipientGroup, 'channel' | 'ids'>[];

/**
 * Marks sends that a newer one replaces. So a worker stores ids in flight either before, and the newer send waits for
 * them, or it looks at these recipients again. A campaign marks every earlier send of its row. A single send marks
 * those that have a recipient of its own, because many of one row may be under way to different users.
 */
@Injectable()
export class ReplacedSendService {
  constructor(
    private readonly replacements: ReplacementRepository,
    private readonly replaced: ReplacedSendRepository,
  ) {}

  /**
   * Finds the earlier sends that a launch replaces. It waits for connections, so it runs before the transaction: what
   * is open afterwards was open here, or not launched.
   *
   * @returns the step that marks them, for the transaction that stores the recipients
   */
  async prepareMark(lease: LaunchLease, recipients: Recipients): Promise<(tx: Tx) => Promise<void>> {
    const earlierIds = await this.findEarlier(lease, recipients);
    return (tx) => this.mark(tx, lease, earlierIds, recipients);
  }

  private async findEarlier(
    { appId, dispatchId, lane, options }: LaunchLease,
    recipients: Recipients,
  ): Promise<number[]> {
    const { replaces } = options;
    if (!replaces) {
      return [];
    }
    const send = { appId, dispatchId, replaces };
    if (lane === LANES.bulk) {
      return this.replacements.findEarlier(send);
    }
    const open = await this.replacements.findOpen(send, channelsOf(recipients), idsOf(recipients));
    const shared = open.filter((earlier) => earlier.isUnlaunched || hasOpen(earlier, recipients));
    return [...new Set(shared.map((earlier) => earlier.dispatchId))];
  }

  private async mark(
    tx: Tx,
    { appId, dispatchId, lane, options: { replaces } }: LaunchLease,
    earlierIds: readonly number[],
    recipients: Recipients,
  ): Promise<void> {
    if (!replaces || earlierIds.length === 0) {
      return;
    }
    const marked = await this.replaced.markSends(tx, dispatchId, earlierIds);
    if (marked.length === 0) {
      return;
    }
    if (lane === LANES.bulk) {
      await this.replaced.markAllChunks(tx, appId, marked);
      return;
    }
    // The second read finds chunks that were stored before the locks.
    const send = { appId, dispatchId, replaces };
    const open = await this.replacements.findOpen(send, channelsOf(recipients), idsOf(recipients), tx);
    const chunks = open.flatMap((earlier) => {
      const { vb, chunkId } = earlier;
      return vb !== null && chunkId !== null && marked.includes(earlier.dispatchId) && hasOpen(earlier, recipients)
        ? [{ vb, chunkId, dispatchId: earlier.dispatchId }]
        : [];
    });
    await this.replaced.markChunks(tx, appId, chunks);
  }
}

function channelsOf(recipients: Recipients): RecipientGroup['channel'][] {
  return [...new Set(recipients.map(({ channel }) => channel))];
}

function idsOf(recipients: Recipients): number[] {
  return [...new Set(recipients.flatMap(({ ids }) => ids))];
}

function hasOpen(earlier: OpenRecipients, recipients: Recipients): boolean {
  return recipients.some(({ channel, ids }) => {
    return CHANNELS[channel] === earlier.channel && selectOpen(earlier, ids).length > 0;
  });
}

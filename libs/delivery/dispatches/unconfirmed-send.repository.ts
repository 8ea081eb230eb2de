import { Injectable } from '@nestjs/common';
import { CHANNELS } from '#libs/channels/definitions';
import { Database, numberArray } from '#platform/db';
import type { LeasedChunk } from '../model/delivery.types.js';

/** Reads `delivery.in_doubt`. */
@Injectable()
export class UnconfirmedSendRepository {
  constructor(private readonly db: Database) {}

  /**
   * Finds recipients that are listed as in doubt: an earlier attempt may have reached them.
   * The list of the dispatch · in_doubt_by_dispatch · no locks.
   */
  async findListed(
    { dispatchId, channel }: Pick<LeasedChunk, 'dispatchId' | 'channel'>,
    recipientIds: readonly number[],
  ): Promise<Set<number>> {
    const rows = await this.db.rows<{ recipientId: number }>(
      `SELECT DISTINCT d.recipient_id AS "recipientId" FROM delivery.in_doubt AS d
        WHERE d.dispatch_id = $1 AND d.channel = $2 AND d.recipient_id = ANY ($3::bigint[])`,
      [dispatchId, CHANNELS[channel], numberArray(recipientIds)],
    );
    return new Set(rows.map(({ recipientId }) => recipientId));
  }
}

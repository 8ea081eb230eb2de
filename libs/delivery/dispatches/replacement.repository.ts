import { Injectable } from '@nestjs/common';
import { CHANNELS } from '#libs/channels';
import { ONE_EACH, Database, numberArray } from '#platform/db';
import { BUCKETS, bucketOfId } from '#platform/ids';
import type { RecipientGroup } from './chunk.js';
import { type LeasedChunk, type ReplacedNotification, STATUSES } from '../model/delivery.types.js';
import { messageId } from '../model/message-id.js';

/** Reads which recipients got an earlier notification. */
@Injectable()
export class ReplacementRepository {
  constructor(private readonly db: Database) {}

  /**
   * Keeps the recipients whose earlier notification was accepted by the provider.
   * Rows: the recipients in the range, by channel · dispatch_by_key, then push_result_once, one probe for each recipient
   * and launch day · no locks.
   */
  async filterReceivers(appId: number, key: number, groups: readonly RecipientGroup[]): Promise<RecipientGroup[]> {
    const rows = await this.db.rows<{ channel: number; ids: number[] }>(
      `SELECT q.channel, json_agg(DISTINCT q.id) AS ids
         FROM (SELECT e.day, array_agg(e.dispatch_id) AS dispatch_ids FROM delivery.dispatch AS e
                WHERE e.app_id = $1 AND e.notification_key = $2 GROUP BY e.day) AS d
        CROSS JOIN unnest($3::smallint[], $4::bigint[]) AS q (channel, id)
        CROSS JOIN LATERAL (
          SELECT FROM delivery.push_result AS r
           WHERE r.vb = q.id % ${BUCKETS} AND r.recipient_id = q.id AND r.dispatch_id = ANY (d.dispatch_ids)
             AND r.channel = q.channel AND r.day = d.day AND r.app_id = $1 AND r.status = ${STATUSES.success} ${ONE_EACH}) AS r
        GROUP BY q.channel`,
      [
        appId,
        key,
        numberArray(groups.flatMap(({ channel, ids }) => ids.map(() => CHANNELS[channel]))),
        numberArray(groups.flatMap(({ ids }) => ids)),
      ],
    );
    const receivers = new Map(rows.map(({ channel, ids }) => [channel, new Set(ids)]));
    return groups.map((group) => {
      const receiverIds = receivers.get(CHANNELS[group.channel]);
      return { ...group, ids: receiverIds ? group.ids.filter((id) => receiverIds.has(id)) : [] };
    });
  }

  /**
   * Finds the collapse ids under which devices show an earlier notification: the message ids of its last send to each
   * recipient. In a row of replacements it is shown under those of the first; a transactional one may also have reached
   * devices without the first. The new message keeps a message id of its own, so that its clicks count for it.
   * A row per recipient and key · as above.
   */
  async findCollapseIds(
    { appId, channel }: Pick<LeasedChunk, 'appId' | 'channel'>,
    { key, rootKey }: ReplacedNotification,
    recipientIds: readonly number[],
  ): Promise<Map<number, string>> {
    const channelCode = CHANNELS[channel];
    const rows = await this.db.rows<{ recipientId: number; dispatchId: number }>(
      `SELECT r.recipient_id AS "recipientId", max(r.dispatch_id) AS "dispatchId"
         FROM delivery.dispatch d
        CROSS JOIN unnest($4::smallint[], $5::bigint[]) AS q (vb, id)
         JOIN delivery.push_result r
           ON r.vb = q.vb AND r.app_id = $1 AND r.day = d.day AND r.dispatch_id = d.dispatch_id AND r.channel = $3
          AND r.recipient_id = q.id
        WHERE d.app_id = $1 AND d.notification_key = ANY ($2) AND r.status = ${STATUSES.success}
        GROUP BY d.notification_key, r.recipient_id
        -- A later row takes the place of an earlier one.
        ORDER BY d.notification_key = $6`,
      [appId, [key, rootKey], channelCode, recipientIds.map(bucketOfId), recipientIds, rootKey],
    );
    return new Map(
      rows.map(({ recipientId, dispatchId }) => [
        recipientId,
        messageId({ dispatchId, channel: channelCode, recipientId }),
      ]),
    );
  }
}

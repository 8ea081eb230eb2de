import { Injectable } from '@nestjs/common';
import { CHANNELS } from '#libs/channels';
import { Database } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import type { RecipientGroup } from './chunk.js';
import { type LeasedChunk, type ReplacedNotification, STATUSES } from '../model/delivery.types.js';
import { messageId } from '../model/message-id.js';

/** Reads which recipients got an earlier notification. */
@Injectable()
export class ReplacementRepository {
  constructor(private readonly db: Database) {}

  /**
   * Keeps the recipients whose earlier notification was accepted by the provider.
   * Rows: the recipients in the range, by channel · dispatch_by_key, then push_result_once by (bucket, application,
   * dispatch) · no locks.
   */
  async filterReceivers(
    appId: number,
    key: number,
    range: { vbFrom: number; vbTo: number },
    groups: readonly RecipientGroup[],
  ): Promise<RecipientGroup[]> {
    const rows = await this.db.rows<{ channel: number; ids: number[] }>(
      `SELECT r.channel, json_agg(r.recipient_id) AS ids
         FROM delivery.dispatch d
         JOIN delivery.push_result r
           ON r.vb >= $3 AND r.vb < $4 AND r.app_id = $1 AND r.day = d.day AND r.dispatch_id = d.dispatch_id
        WHERE d.app_id = $1 AND d.notification_key = $2 AND r.status = ${STATUSES.success}
        GROUP BY r.channel`,
      [appId, key, range.vbFrom, range.vbTo],
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

import { Injectable } from '@nestjs/common';
import { CHANNELS, type Channel } from '#libs/channels';
import { Database } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import type { RecipientGroup } from '../dispatches/cut-chunks.js';
import { STATUSES } from '../model/delivery.types.js';

/** Who got an earlier notification, and which of its sends. */
@Injectable()
export class ReplacementRepository {
  constructor(private readonly db: Database) {}

  /**
   * Of some recipients those whose provider took the earlier notification · rows: those in the range, by channel ·
   * dispatch_by_key, then push_result_once by (bucket, application, dispatch) · no locks.
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
   * The send of an earlier notification that each recipient got last: its message id is the place on the device that the
   * new one takes · a row per recipient · as above.
   */
  async findLastSends(
    appId: number,
    key: number,
    channel: Channel,
    recipientIds: readonly number[],
  ): Promise<Map<number, number>> {
    const rows = await this.db.rows<{ recipientId: number; dispatchId: number }>(
      `SELECT r.recipient_id AS "recipientId", max(r.dispatch_id) AS "dispatchId"
         FROM delivery.dispatch d
        CROSS JOIN unnest($4::smallint[], $5::bigint[]) AS q (vb, id)
         JOIN delivery.push_result r
           ON r.vb = q.vb AND r.app_id = $1 AND r.day = d.day AND r.dispatch_id = d.dispatch_id AND r.channel = $3
          AND r.recipient_id = q.id
        WHERE d.app_id = $1 AND d.notification_key = $2 AND r.status = ${STATUSES.success}
        GROUP BY r.recipient_id`,
      [appId, key, CHANNELS[channel], recipientIds.map(bucketOfId), recipientIds],
    );
    return new Map(rows.map(({ recipientId, dispatchId }) => [recipientId, dispatchId]));
  }
}

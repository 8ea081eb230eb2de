import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { STATUSES } from '../model/delivery.types.js';

/** A recipient of a dispatch. */
export interface FrozenRecipient {
  channel: number;
  recipientId: number;
}

/** The result of a recipient. */
export interface RecipientEnd extends FrozenRecipient {
  status: (typeof STATUSES)[keyof typeof STATUSES];
  reason: string | null;
}

/** Results and doubts of single recipients. */
@Injectable()
export class PersonResultsRepository {
  constructor(private readonly db: Database) {}

  /** Results of some recipients of one dispatch; open ones are absent · push_result_once, a probe for each · no locks. */
  async find(
    appId: number,
    { dispatchId, day }: { dispatchId: number; day: string },
    recipients: readonly FrozenRecipient[],
  ): Promise<RecipientEnd[]> {
    if (recipients.length === 0) {
      return [];
    }
    return this.db.rows<RecipientEnd>(
      `SELECT r.channel, r.recipient_id AS "recipientId", r.status, r.reason
         FROM unnest($4::smallint[], $5::smallint[], $6::bigint[]) AS q (vb, channel, recipient_id)
         JOIN delivery.push_result AS r
           ON r.vb = q.vb AND r.app_id = $1 AND r.day = $3::date AND r.dispatch_id = $2 AND r.channel = q.channel
          AND r.recipient_id = q.recipient_id`,
      [
        appId,
        dispatchId,
        day,
        recipients.map(({ recipientId }) => bucketOfId(recipientId)),
        recipients.map(({ channel }) => channel),
        recipients.map(({ recipientId }) => recipientId),
      ],
    );
  }

  /** Recipients that an earlier attempt may have reached, whatever the result of the last one · in_doubt_by_dispatch. */
  async findDoubted(
    appId: number,
    dispatchId: number,
    recipients: readonly FrozenRecipient[],
  ): Promise<FrozenRecipient[]> {
    if (recipients.length === 0) {
      return [];
    }
    return this.db.rows<FrozenRecipient>(
      `SELECT DISTINCT i.channel, i.recipient_id AS "recipientId"
         FROM unnest($3::smallint[], $4::bigint[]) AS q (channel, recipient_id)
         JOIN delivery.in_doubt AS i
           ON i.dispatch_id = $2 AND i.app_id = $1 AND i.channel = q.channel AND i.recipient_id = q.recipient_id`,
      [appId, dispatchId, recipients.map(({ channel }) => channel), recipients.map(({ recipientId }) => recipientId)],
    );
  }
}

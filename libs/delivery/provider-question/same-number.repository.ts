import { Injectable } from '@nestjs/common';
import type { Account } from '#libs/channels';
import { CHANNELS } from '#libs/channels/definitions';
import { Database, numberArray } from '#platform/db';
import { STATUSES } from '../model/delivery.types.js';
import { decodeIds } from '../model/recipient-set.js';

/** A message that Herald sent to a user, or may have sent. */
export interface PossibleSend {
  dispatchId: number;
  recipientId: number;
  uid: number;
  /** When it was recorded as accepted by the account; null: in flight, in doubt, or accepted by another account. */
  acceptedAt: Date | null;
}

/** Finds which SMS to some users may have been accepted by the provider. */
@Injectable()
export class SameNumberRepository {
  constructor(private readonly db: Database) {}

  /**
   * SMS to some users that are in flight, or ended since a time as accepted or in doubt. A message that is in flight at
   * the first statement and committed before the second one is found by the second. What another account accepted explains
   * nothing that this one has.
   * Open chunks in flight · chunk_open; results of these users · push_result_once · no locks. Asked only in doubt.
   */
  async findPossibleSends(
    { appId, channel, accountId }: Pick<Account, 'appId' | 'channel' | 'accountId'>,
    uids: readonly number[],
    since: Date,
  ): Promise<PossibleSend[]> {
    const inFlight = await this.db.rows<{ dispatchId: number; intent: Buffer }>(
      `SELECT c.dispatch_id AS "dispatchId", c.intent FROM delivery.chunk AS c
        WHERE c.app_id = $1 AND c.channel = $2 AND c.state = 0 AND c.intent IS NOT NULL`,
      [appId, CHANNELS[channel]],
    );
    const ended = await this.db.rows<PossibleSend>(
      `SELECT r.dispatch_id AS "dispatchId", r.recipient_id AS "recipientId", r.uid,
              CASE WHEN r.status = ${STATUSES.success} AND coalesce(r.account_id, $5) = $5 THEN r.ts END AS "acceptedAt"
         FROM unnest($2::bigint[]) AS q (uid)
         JOIN delivery.push_result AS r ON r.vb = (q.uid % 1024)::smallint AND r.recipient_id = q.uid AND r.uid = q.uid
        WHERE r.app_id = $1 AND r.channel = $4 AND r.ts >= $3
          AND (r.status = ${STATUSES.success} OR r.reason = 'IN_DOUBT')`,
      [appId, numberArray(uids), since, CHANNELS[channel], accountId],
    );
    const wanted = new Set(uids);
    return [
      ...inFlight.flatMap(({ dispatchId, intent }) =>
        decodeIds(intent)
          .filter((uid) => wanted.has(uid))
          .map((uid) => ({ dispatchId, recipientId: uid, uid, acceptedAt: null })),
      ),
      ...ended,
    ];
  }
}

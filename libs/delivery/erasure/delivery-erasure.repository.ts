import { Injectable } from '@nestjs/common';
import type { Target } from '#libs/audience';
import type { ResultPlace } from '#libs/users/identities';
import type { Tx } from '#platform/db';
import { inPlaces } from '../model/result-places.sql.js';

/** A dispatch whose target names users. */
export interface DispatchTarget {
  dispatchId: number;
  notificationKey: number;
  target: Target;
}

/** Deletes the rows of a table for the recipients of the deleted results. `in_doubt` has no column for the day. */
function deleteRowsOfResults(table: string, day: 'same day' | 'any day' = 'same day'): string {
  const sameDay = day === 'same day' ? 'AND o.day = g.day' : '';
  return `
         DELETE FROM ${table} AS o USING deleted_result AS g
          WHERE o.vb = g.vb AND o.app_id = $1 ${sameDay} AND o.dispatch_id = g.dispatch_id
            AND o.channel = g.channel AND o.recipient_id = g.recipient_id
         RETURNING o.vb`;
}

/** Statements that find sent messages by user. */
@Injectable()
export class DeliveryErasureRepository {
  /**
   * Moves the results of one user to another. The recipient id and bucket of a row stay.
   * The user's rows · push_result_once of every day, one probe for each place.
   */
  async moveResults(
    tx: Tx,
    appId: number,
    places: readonly ResultPlace[],
    fromUid: number,
    toUid: number,
  ): Promise<void> {
    const { condition, params } = inPlaces('r', places, 4);
    await tx.affected(
      `UPDATE delivery.push_result AS r SET uid = $3 WHERE r.app_id = $1 AND r.uid = $2 AND ${condition}`,
      [appId, fromUid, toUid, ...params],
    );
  }

  /**
   * Deletes the results of users, with all other rows of the same recipients. The statistics of a campaign stay true: they
   * are counted in chunk and click_stat rows, which contain no user.
   * The users' rows · push_result_once of every day, click_once, open_once, receipt_once, provider_receipt_once,
   * machine_fetch_once, fetch_message, in_doubt_by_dispatch · locks those rows.
   */
  async eraseResults(
    tx: Tx,
    appId: number,
    places: readonly ResultPlace[],
  ): Promise<{ results: number; clicks: number }> {
    const erased = { results: 0, clicks: 0 };
    const [known, recordedEarlier] = [
      places.filter(({ recipientId }) => recipientId !== null),
      places.filter(({ recipientId }) => recipientId === null),
    ];
    for (const [group, condition] of [
      [known, 'r.recipient_id = q.recipient_id'],
      [recordedEarlier, 'q.recipient_id IS NULL'],
    ] as const) {
      const { results, clicks } = await this.eraseResultsIn(tx, appId, group, condition);
      erased.results += results;
      erased.clicks += clicks;
    }
    return erased;
  }

  private async eraseResultsIn(
    tx: Tx,
    appId: number,
    places: readonly ResultPlace[],
    ofRecipient: string,
  ): Promise<{ results: number; clicks: number }> {
    if (places.length === 0) {
      return { results: 0, clicks: 0 };
    }
    const row = await tx.row<{ results: number; clicks: number }>(
      `WITH deleted_result AS (
         DELETE FROM delivery.push_result AS r USING unnest($2::smallint[], $3::bigint[], $4::bigint[]) AS q (vb, uid, recipient_id)
          WHERE r.vb = q.vb AND ${ofRecipient} AND r.app_id = $1 AND r.uid = q.uid
         RETURNING r.vb, r.day, r.dispatch_id, r.channel, r.recipient_id),
       clicks AS (${deleteRowsOfResults('delivery.click')}),
       receipts AS (${deleteRowsOfResults('delivery.receipt')}),
       opens AS (${deleteRowsOfResults('delivery.open')}),
       callbacks AS (${deleteRowsOfResults('delivery.provider_receipt')}),
       machines AS (${deleteRowsOfResults('delivery.machine_fetch')}),
       fetches AS (${deleteRowsOfResults('delivery.fetch', 'any day')}),
       doubts AS (${deleteRowsOfResults('delivery.in_doubt', 'any day')})
       SELECT (SELECT count(*) FROM deleted_result) AS results, (SELECT count(*) FROM clicks) AS clicks`,
      [appId, places.map(({ vb }) => vb), places.map(({ uid }) => uid), places.map(({ recipientId }) => recipientId)],
    );
    return row ?? { results: 0, clicks: 0 };
  }

  /** Dispatches whose target names one of some users · few rows · dispatch_people · locks them. */
  async lockDispatchesNaming(tx: Tx, appId: number, names: readonly string[]): Promise<DispatchTarget[]> {
    return tx.rows<DispatchTarget>(
      `SELECT d.dispatch_id AS "dispatchId", d.notification_key AS "notificationKey", d.target FROM delivery.dispatch AS d
        WHERE d.app_id = $1
          AND delivery.named_in(d.target) && ARRAY(SELECT md5(lower(n.name)) FROM unnest($2::text[]) AS n (name))
        ORDER BY d.dispatch_id FOR UPDATE`,
      [appId, names],
    );
  }

  /**
   * Stores targets without the erased users. A dispatch without other recipients loses its message too, because the message
   * may contain personal data.
   * Locked rows, primary key.
   */
  async rewriteTargets(
    tx: Tx,
    appId: number,
    dispatches: readonly (DispatchTarget & { isWithoutRecipients: boolean })[],
  ): Promise<void> {
    await tx.affected(
      `UPDATE delivery.dispatch AS d
          SET target = q.target::jsonb,
              message = CASE WHEN q.is_without_recipients
                THEN jsonb_build_object('platforms', d.message -> 'platforms', 'silent', true, 'ios', '{}'::jsonb,
                                        'android', '{}'::jsonb)
                ELSE d.message END
         FROM unnest($2::bigint[], $3::text[], $4::boolean[]) AS q (dispatch_id, target, is_without_recipients)
        WHERE d.dispatch_id = q.dispatch_id AND d.app_id = $1`,
      [
        appId,
        dispatches.map(({ dispatchId }) => dispatchId),
        dispatches.map(({ target }) => JSON.stringify(target)),
        dispatches.map((dispatch) => dispatch.isWithoutRecipients),
      ],
    );
  }

  /** Takes names out of the lists of names without a user. Rows of some dispatches · primary key of every day. */
  async eraseLeftOutNames(tx: Tx, dispatchIds: readonly number[], names: readonly string[]): Promise<void> {
    await tx.affected(
      `UPDATE delivery.left_out AS l
          SET names = ARRAY(SELECT n.name FROM unnest(l.names) AS n (name) WHERE NOT n.name = ANY ($2::text[]))
        WHERE l.dispatch_id = ANY ($1::bigint[]) AND l.names && $2::text[]`,
      [dispatchIds, names],
    );
  }
}

import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { STATUSES } from '../model/delivery.types.js';
import type { ReportedRecipients } from './webhook-delivery.repository.js';

/** Results that are read at a time. */
const BATCH_SIZE = 20_000;

/** Reads results of sends with a webhook, where the change feed has lost them. */
@Injectable()
export class UnreportedResultRepository {
  /**
   * Reads results since a time, in parts · all results of the time · push_result_by_time, primary key of the sends.
   *
   * @param tx  its other statements may come between two parts
   */
  async *read(tx: Tx, appId: number, since: Date): AsyncGenerator<ReportedRecipients[]> {
    await tx.affected(
      `DECLARE unreported NO SCROLL CURSOR FOR
       SELECT d.dispatch_id AS "dispatchId", r.channel, ARRAY[r.recipient_id] AS "recipientIds"
         FROM delivery.push_result AS r
         JOIN delivery.dispatch AS d ON d.dispatch_id = r.dispatch_id AND d.options ->> 'hookId' IS NOT NULL
        WHERE r.app_id = $1 AND r.ts >= $2 AND r.status <> ${STATUSES.skipped}
        ORDER BY d.dispatch_id, r.channel`,
      [appId, since],
    );
    for (let isLeft = true; isLeft;) {
      const rows = await tx.rows<ReportedRecipients>(`FETCH ${BATCH_SIZE} FROM unreported`);
      yield rows;
      isLeft = rows.length === BATCH_SIZE;
    }
    await tx.affected('CLOSE unreported');
  }
}

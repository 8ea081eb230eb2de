import { Injectable } from '@nestjs/common';
import { Database, textArray } from '#platform/db';
import type { ResultKind } from '../model/message-results.js';

/** Results in the change feed. @property node  the step that sent the message; null: none did */
export interface ResultRow {
  kind: ResultKind;
  uids: number[];
  keys: number[];
  node: string | null;
  at: Date;
}

/** Statements of past results of messages. */
@Injectable()
export class PastResultRepository {
  constructor(private readonly db: Database) {}

  /**
   * Results of the messages of one journey since a time, the oldest first, as far back as the change feed goes · day partitions
   * of the time · dispatch's primary key · no locks.
   */
  async find(appId: number, journeyId: number, kinds: readonly ResultKind[], since: Date): Promise<ResultRow[]> {
    return this.db.reads.rows<ResultRow>(
      `SELECT o.kind, to_json(o.uids) AS uids, to_json(o.keys) AS keys, d.options -> 'step' ->> 'node' AS node,
              o.created_at AS at
       FROM platform.outbox AS o LEFT JOIN delivery.v_dispatch AS d ON d.dispatch_id = o.ref AND d.app_id = $1
       WHERE o.app_id = $1 AND o.kind = ANY ($3::text[]) AND o.created_at >= $4
         AND (o.kind = 'unsubscribed' OR (d.options -> 'step' ->> 'journeyId')::bigint = $2)
       ORDER BY o.created_at, o.xid`,
      [appId, journeyId, textArray(kinds), since],
    );
  }
}

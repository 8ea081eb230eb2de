import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';

/** A message of a step that was sent. */
export interface PastMessage {
  dispatchId: number;
  node: string;
}

/** Statements of messages that journeys have sent. */
@Injectable()
export class PastResultRepository {
  constructor(private readonly db: Database) {}

  /** Messages of one journey since a time · dispatch_by_time · no locks. */
  async findMessages(appId: number, journeyId: number, since: Date): Promise<PastMessage[]> {
    return this.db.reads.rows<PastMessage>(
      `SELECT d.dispatch_id AS "dispatchId", d.options -> 'step' ->> 'node' AS node FROM delivery.v_dispatch AS d
       WHERE d.app_id = $1 AND d.created_at >= $3 AND (d.options -> 'step' ->> 'journeyId')::bigint = $2`,
      [appId, journeyId, since],
    );
  }
}

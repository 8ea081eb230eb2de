import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { BUCKETS, bucketOfId } from '#platform/ids';

/**
 * Allocates push instance ids (piids). Layout, from the highest bit: ticket 43, bucket (`vb`) of the user 10; together
 * below 2^53.
 * Tickets count per application and are used once. A piid is therefore unique in its application, whichever worker
 * allocates it, and stays unique when a user's messages move to another bucket. The order of piids is the order of
 * sending; single sends take their tickets when they are accepted. Every call allocates new tickets: a block for later calls
 * would put a later message before an earlier one. 2^43 tickets last 24 years at a billion messages a day. Unused tickets
 * leave gaps, which are harmless.
 */
@Injectable()
export class TicketRepository {
  constructor(private readonly db: Database) {}

  /**
   * Takes tickets, which follow each other. Outside a transaction workers wait for each other for one statement at most.
   * One row · primary key · locks that row · why not a sequence: the schema must fit a distributed database.
   *
   * @returns the first ticket
   */
  async take(appId: number, count: number): Promise<number> {
    const row = await this.db.row<{ last: number }>(
      `INSERT INTO inbox.ticket AS t (app_id, last) VALUES ($1, $2)
       ON CONFLICT (app_id) DO UPDATE SET last = t.last + $2
       RETURNING last`,
      [appId, count],
    );
    if (!row) {
      throw new Error(`Application ${appId} got no tickets`);
    }
    return row.last - count + 1;
  }
}

/** The piid of a ticket for a user. */
export function toPiid(ticket: number, uid: number): number {
  return ticket * BUCKETS + bucketOfId(uid);
}

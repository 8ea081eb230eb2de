import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { BUCKETS } from '#platform/ids';

/**
 * Makes push instance ids. Layout, from the highest bit: ticket 43, bucket (`vb`) of the user 10; together below 2^53.
 *
 * Tickets are counted per application and each is used once, so a piid is unique in its application whichever worker
 * makes it, stays so when a user's messages move to another bucket, and the order of piids is the order of sending. Every
 * call takes fresh tickets: a block kept for later would put a later message before an earlier one. 2^43 tickets last 24
 * years at a billion messages a day. Tickets taken and not used leave gaps, which are harmless.
 */
@Injectable()
export class TicketRepository {
  constructor(private readonly db: Database) {}

  /**
   * One number for each bucket, growing in the order given. Never called inside a transaction: it takes the pool, in a
   * short transaction of its own, so that workers wait for each other no longer than one statement takes.
   * One row · primary key · locks that row for the statement alone · why not a sequence: ids are made without one, so that
   * the schema fits a distributed database.
   */
  async takePiids(appId: number, vbs: readonly number[]): Promise<number[]> {
    const row = await this.db.row<{ last: number }>(
      `INSERT INTO inbox.ticket AS t (app_id, last) VALUES ($1, $2)
       ON CONFLICT (app_id) DO UPDATE SET last = t.last + $2
       RETURNING last`,
      [appId, vbs.length],
    );
    if (!row) {
      throw new Error(`Application ${appId} got no tickets`);
    }
    const first = row.last - vbs.length + 1;
    return vbs.map((vb, index) => (first + index) * BUCKETS + vb);
  }
}

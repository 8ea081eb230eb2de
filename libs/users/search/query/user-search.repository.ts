import { Injectable } from '@nestjs/common';
import { Database, ONE_EACH, ONE_SERVER, numberArray, setLocal } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { SLICES } from '../words/search-parts.js';

/** Statements that find users in `users.search_entry` and `users.app_user`. */
@Injectable()
export class UserSearchRepository {
  constructor(private readonly db: Database) {}

  /**
   * Users whose entries have all of some parts · at most `limit` rows · search_entry_parts, a look-up for each slice until
   * enough are found: an overlap with the hashes of all slices at once compares each entry with each hash · an estimate of
   * hashes says nothing, so other plans are switched off · no locks.
   *
   * @param parts  hashes of each part, slice by slice
   * @param each   hashes of a part in one slice
   */
  async findCandidates(
    appId: number,
    parts: readonly (readonly number[])[],
    each: number,
    limit: number,
  ): Promise<number[]> {
    const has = (hashesOf: (at: number) => string): string =>
      parts.map((_, at) => `AND e.parts && ${hashesOf(at + 3)}`).join(' ');
    const ofSlice = (at: number): string => `($${at}::integer[])[s.i * ${each} + 1 : (s.i + 1) * ${each}]`;
    return this.db.tx(async (tx) => {
      await setLocal(tx, { enable_seqscan: 'off', enable_indexscan: 'off' });
      const rows = await tx.rows<{ uid: number }>(
        tx.isDistributed
          ? `SELECT e.uid FROM users.search_entry AS e
             WHERE e.app_id = $1 ${has((at) => `$${at}::integer[]`)} LIMIT $2`
          : `${ONE_SERVER} SELECT f.uid FROM generate_series(0, ${SLICES - 1}) AS s (i) CROSS JOIN LATERAL (
               SELECT e.uid FROM users.search_entry AS e
               WHERE e.app_id = $1 ${has(ofSlice)} LIMIT $2) AS f LIMIT $2`,
        [appId, limit, ...parts.map((hashes) => numberArray(hashes))],
      );
      return rows.map(({ uid }) => uid);
    });
  }

  /**
   * The newest named users · a look-up for each bucket, then `limit` rows of each of `limit` buckets: the newest lie in the
   * buckets whose newest are the newest · primary key, backwards · no locks.
   */
  async findNewest(appId: number, limit: number): Promise<{ uid: number; createdAt: Date }[]> {
    const newestOf = (buckets: string, each: string): string =>
      `SELECT n.uid, n.vb, n.created_at FROM ${buckets} CROSS JOIN LATERAL (
         SELECT u.uid, u.vb, u.created_at FROM users.app_user AS u
          WHERE u.vb = b.vb AND u.app_id = $1 AND u.ext_id IS NOT NULL ORDER BY u.uid DESC ${each}) AS n`;
    if (this.db.isDistributed) {
      return this.db.rows(
        `SELECT u.uid, u.created_at AS "createdAt" FROM users.app_user AS u
         WHERE u.app_id = $1 AND u.ext_id IS NOT NULL ORDER BY u.created_at DESC, u.uid DESC LIMIT $2`,
        [appId, limit],
      );
    }
    return this.db.rows(
      `${ONE_SERVER} WITH first AS MATERIALIZED (${newestOf(`(SELECT v.vb::smallint AS vb FROM generate_series(0, ${BUCKETS - 1}) AS v (vb)) AS b`, ONE_EACH)}),
       chosen AS MATERIALIZED (SELECT f.vb FROM first AS f ORDER BY f.created_at DESC LIMIT $2)
       SELECT r.uid, r.created_at AS "createdAt" FROM (${newestOf('chosen AS b', 'LIMIT $2')}) AS r
       ORDER BY r.created_at DESC, r.uid DESC LIMIT $2`,
      [appId, limit],
    );
  }
}

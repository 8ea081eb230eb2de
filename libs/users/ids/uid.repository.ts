import { Injectable } from '@nestjs/common';
import { Database, numberArray, textArray } from '#platform/db';

/** Numbers of users, and nothing else of them. */
@Injectable()
export class UidRepository {
  constructor(private readonly db: Database) {}

  /**
   * Who exists, for writes that need the number alone · up to 1000 rows · unique (vb, app_id, ext_id) · no locks · why one
   * text: a thousand rows of two columns are half of what such a write costs this process. Why a subquery per name: on a
   * young table without statistics a plain join is planned as a hash of the whole application.
   *
   * @param vbs  bucket of each extId
   * @returns the number of each extId, in their order; 0 for who does not exist
   */
  async findUids(appId: number, vbs: readonly number[], extIds: readonly string[]): Promise<number[]> {
    const row = await this.db.row<{ uids: string | null }>(
      `SELECT string_agg(coalesce(
         (SELECT u.uid FROM users.app_user AS u WHERE u.vb = q.vb AND u.app_id = $1 AND u.ext_id = q.ext_id LIMIT 1),
         0)::text, ',' ORDER BY q.n) AS uids
       FROM unnest($2::smallint[], $3::text[]) WITH ORDINALITY AS q (vb, ext_id, n)`,
      [appId, numberArray(vbs), textArray(extIds)],
    );
    return (row?.uids ?? '').split(',').map(Number);
  }
}

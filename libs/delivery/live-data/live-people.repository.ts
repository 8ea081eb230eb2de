import { Injectable } from '@nestjs/common';
import { extIdsOfSql } from '#libs/users/identities';
import { Database } from '#platform/db';

/** Finds the names of people, for fetches of their data. */
@Injectable()
export class LivePeopleRepository {
  constructor(private readonly db: Database) {}

  /** Finds them for the users that have one, by uid · app_user's primary key. */
  async findExtIds(appId: number, uids: readonly number[]): Promise<Map<number, string>> {
    const rows = await this.db.rows<{ uid: number; extId: string }>(
      `WITH listed AS (SELECT q.uid FROM unnest($2::bigint[]) AS q (uid)),
            named AS MATERIALIZED (${extIdsOfSql({ from: 'listed', app: '$1' })})
       SELECT n.uid, n.ext_id AS "extId" FROM named AS n WHERE n.ext_id IS NOT NULL`,
      [appId, uids],
    );
    return new Map(rows.map(({ uid, extId }) => [uid, extId]));
  }
}

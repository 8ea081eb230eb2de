import { Injectable } from '@nestjs/common';
import { Database, numberArray } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import type { PlatformMembers } from './audience.repository.js';

/** The platforms of the devices that users were last active on. */
@Injectable()
export class LastActiveRepository {
  constructor(private readonly db: Database) {}

  /**
   * Some users by the platform of the device that was active last; those without one are absent · a row per platform ·
   * primary key, once for each user · no locks.
   */
  async findPlatforms(appId: number, uids: readonly number[]): Promise<PlatformMembers[]> {
    return this.db.rows<PlatformMembers>(
      `SELECT l.platform, json_agg(l.uid) AS uids
         FROM (SELECT DISTINCT ON (i.uid) i.uid, i.platform
                 FROM unnest($2::bigint[]) AS q (uid)
                 JOIN users.v_installation AS i
                   ON i.vb = (q.uid % ${BUCKETS})::smallint AND i.app_id = $1 AND i.uid = q.uid
                WHERE i.retired_at IS NULL AND i.last_active_at IS NOT NULL
                ORDER BY i.uid, i.last_active_at DESC, i.inst_id DESC) AS l
        GROUP BY l.platform`,
      [appId, numberArray(uids)],
    );
  }
}

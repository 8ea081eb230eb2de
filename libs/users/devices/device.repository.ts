import { Injectable } from '@nestjs/common';
import { ONE_SERVER, Database } from '#platform/db';

/** A device with the number of its platform. */
export interface DeviceRow {
  platform: number;
  token: string | null;
  deviceModel: string | null;
  pushPermitted: boolean;
}

/** Start of a page: after an installation, or after a number of rows. */
export interface PageStart {
  after?: { uid: number; instId: number } | undefined;
  offset: number;
}

export interface PagedDevice extends DeviceRow {
  uid: number;
  instId: number;
}

/** Reads installations as devices: of one user, and page by page of an application. */
@Injectable()
export class DeviceRepository {
  constructor(private readonly db: Database) {}

  /**
   * Devices of the user with an extId, oldest first; undefined when there is no such user · one row · unique (vb,
   * app_id, ext_id), then the installations' primary key · why in one statement: a second round trip would cost the
   * process half as much again. A retired token reads as null, because nothing can be sent to it.
   */
  async findByExtId(appId: number, vb: number, extId: string): Promise<DeviceRow[] | undefined> {
    const user = await this.db.preparedRow<{ devices: DeviceRow[] }>(
      `SELECT coalesce((
         SELECT json_agg(json_build_object('platform', i.platform, 'token', CASE WHEN i.retired_at IS NULL THEN i.token END,
                  'deviceModel', i.device_model, 'pushPermitted', i.push_permitted) ORDER BY i.inst_id)
         FROM users.installation AS i WHERE i.vb = u.vb AND i.app_id = $1 AND i.uid = u.uid), '[]') AS devices
       FROM users.app_user AS u WHERE u.vb = $2 AND u.app_id = $1 AND u.ext_id = $3`,
      [appId, vb, extId],
    );
    return user?.devices;
  }

  /**
   * Platforms on which pushes reach a user, with the first character of a token: it parts web push from APNs · a few rows ·
   * the installations' primary key · no locks.
   */
  async findReachedPlatforms(appId: number, uid: number): Promise<{ platform: number; begin: string }[]> {
    return this.db.rows(
      `SELECT DISTINCT i.platform, left(i.token, 1) AS begin FROM users.installation AS i
       WHERE i.vb = $2::bigint % 1024 AND i.app_id = $1 AND i.uid = $2 AND i.token IS NOT NULL AND i.retired_at IS NULL
         AND i.push_permitted`,
      [appId, uid],
    );
  }

  /** Counts the devices with a token · a scan of the application's installations, so a walk counts once. */
  async countWithToken(appId: number): Promise<number> {
    const row = await this.db.row<{ total: number }>(
      `SELECT count(*) AS total FROM users.installation AS i
       WHERE i.app_id = $1 AND i.token IS NOT NULL AND i.retired_at IS NULL`,
      [appId],
    );
    return row?.total ?? 0;
  }

  /**
   * A page in the order of the primary key (vb, app_id, uid, inst_id) · rows: `max` · why bucket by bucket: within a
   * bucket the application's rows lie together. The nested loop keeps the order of the buckets and ends at the limit;
   * an ORDER BY around it would read every bucket first.
   */
  async findPage(appId: number, { after, offset }: PageStart, max: number): Promise<PagedDevice[]> {
    if (this.db.isDistributed) {
      // Citus passes the order and the limit on to each shard.
      return this.db.rows<PagedDevice>(
        `SELECT i.uid, i.inst_id AS "instId", i.platform, i.token, i.device_model AS "deviceModel",
                i.push_permitted AS "pushPermitted"
         FROM users.installation AS i
         WHERE i.app_id = $1 AND i.token IS NOT NULL AND i.retired_at IS NULL
           AND (i.vb, i.uid, i.inst_id) > (coalesce($2::bigint % 1024, 0), coalesce($2::bigint, -1), $3::bigint)
         ORDER BY i.vb, i.uid, i.inst_id LIMIT $4 OFFSET $5`,
        [appId, after?.uid ?? null, after?.instId ?? -1, max, offset],
      );
    }
    return this.db.rows<PagedDevice>(
      `${ONE_SERVER} SELECT d.* FROM generate_series(coalesce($2::bigint % 1024, 0)::integer, 1023) AS b (vb)
       CROSS JOIN LATERAL (
         SELECT i.uid, i.inst_id AS "instId", i.platform, i.token, i.device_model AS "deviceModel",
                i.push_permitted AS "pushPermitted"
         FROM users.installation AS i
         WHERE i.vb = b.vb AND i.app_id = $1 AND i.token IS NOT NULL AND i.retired_at IS NULL
           AND (i.uid, i.inst_id) > (CASE WHEN b.vb = $2::bigint % 1024 THEN $2::bigint ELSE -1 END, $3::bigint)
         ORDER BY i.uid, i.inst_id LIMIT $4::bigint + $5::bigint) AS d
       LIMIT $4 OFFSET $5`,
      [appId, after?.uid ?? null, after?.instId ?? -1, max, offset],
    );
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import type { DeviceRow } from './installation.repository.js';

/** Where a page begins: behind an installation, or so many rows from the start. */
export interface PageStart {
  after?: { uid: number; instId: number } | undefined;
  offset: number;
}

export interface PagedDevice extends DeviceRow {
  uid: number;
  instId: number;
}

/** Reads of all installations of an application that have a token, page by page. */
@Injectable()
export class DevicePageRepository {
  constructor(private readonly db: Database) {}

  /** How many there are · a scan of the application's installations, so a walk asks it once. */
  async count(appId: number): Promise<number> {
    const row = await this.db.row<{ total: number }>(
      `SELECT count(*) AS total FROM users.installation AS i
       WHERE i.app_id = $1 AND i.token IS NOT NULL AND i.retired_at IS NULL`,
      [appId],
    );
    return row?.total ?? 0;
  }

  /**
   * A page in the order of the primary key (vb, app_id, uid, inst_id) · rows: `max` · why bucket by bucket: within one, the
   * application's rows lie together, while the whole index has every application's in each bucket. The nested loop keeps
   * the buckets' order and ends at the limit; an ORDER BY around it would read every bucket first.
   */
  async find(appId: number, { after, offset }: PageStart, max: number): Promise<PagedDevice[]> {
    return this.db.rows<PagedDevice>(
      `SELECT d.* FROM generate_series(coalesce($2::bigint % 1024, 0)::integer, 1023) AS b (vb)
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

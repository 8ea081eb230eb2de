import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';

/** Degrees (WGS 84). */
export interface Location {
  latitude: number;
  longitude: number;
}

/** Statements of `users.installation_location`. Its rows change only under the lock of their installation. */
@Injectable()
export class LocationRepository {
  /**
   * Stores the location of an installation · 1 row, primary key.
   *
   * @returns false when the location is the same, and nothing is written
   */
  async upsert(tx: Tx, appId: number, uid: number, instId: number, location: Location): Promise<boolean> {
    const written = await tx.affected(
      `INSERT INTO users.installation_location AS l (vb, app_id, uid, inst_id, latitude, longitude, located_at)
       VALUES ($2::bigint % 1024, $1, $2, $3, $4, $5, now())
       ON CONFLICT (vb, app_id, uid, inst_id) DO UPDATE
       SET latitude = excluded.latitude, longitude = excluded.longitude, located_at = excluded.located_at
       WHERE (l.latitude, l.longitude) IS DISTINCT FROM (excluded.latitude, excluded.longitude)`,
      [appId, uid, instId, location.latitude, location.longitude],
    );
    return written > 0;
  }

  /** Follows an installation to another user · at most 1 row, primary key · as InstallationRepository.moveToUser. */
  async moveToUser(tx: Tx, appId: number, instId: number, fromUid: number, toUid: number): Promise<void> {
    await tx.affected(
      `WITH deleted AS (
         DELETE FROM users.installation_location AS l
         WHERE l.vb = $3::bigint % 1024 AND l.app_id = $1 AND l.uid = $3 AND l.inst_id = $2
         RETURNING l.*)
       INSERT INTO users.installation_location (vb, app_id, uid, inst_id, latitude, longitude, located_at)
       SELECT $4::bigint % 1024, g.app_id, $4, g.inst_id, g.latitude, g.longitude, g.located_at FROM deleted AS g`,
      [appId, instId, fromUid, toUid],
    );
  }
}

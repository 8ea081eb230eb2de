import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import type { DeviceDetails } from '../model/device.types.js';
import { detailColumns } from './device-details.sql.js';

/** An installation, and what a server says of it. */
export interface DetailedInstallation {
  uid: number;
  instId: number;
  details: DeviceDetails;
}

/** Stores what servers report of installations that exist already. */
@Injectable()
export class DeviceDetailsRepository {
  constructor(private readonly db: Database) {}

  /**
   * Stores details · up to 1000 rows · primary key, in its order · locks: rows that change. Absent details stay.
   *
   * @returns uids of the installations that changed
   */
  async update(tx: Tx, appId: number, rows: readonly DetailedInstallation[]): Promise<number[]> {
    const changed = await tx.rows<{ uid: number }>(
      `UPDATE users.installation AS i
       SET push_permitted = coalesce(q.push_permitted, i.push_permitted), device_model = coalesce(q.device_model, i.device_model),
           os_version = coalesce(q.os_version, i.os_version), app_version = coalesce(q.app_version, i.app_version),
           time_zone = coalesce(q.time_zone, i.time_zone)
       FROM (SELECT n.* FROM ${ROWS} ORDER BY n.uid % 1024, n.uid, n.inst_id) AS q
       WHERE i.vb = q.uid % 1024 AND i.app_id = $1 AND i.uid = q.uid AND i.inst_id = q.inst_id AND (${DIFFERS})
       RETURNING i.uid`,
      [appId, rows.map((row) => row.uid), rows.map((row) => row.instId), ...detailColumns(rows)],
    );
    return changed.map((row) => row.uid);
  }

  /** Uids of the installations that `update` would change · up to 1000 rows · primary key · no locks. */
  async findDifferences(appId: number, rows: readonly DetailedInstallation[]): Promise<number[]> {
    const differing = await this.db.rows<{ uid: number }>(
      `SELECT i.uid FROM (SELECT n.* FROM ${ROWS}) AS q
       JOIN users.installation AS i
         ON i.vb = q.uid % 1024 AND i.app_id = $1 AND i.uid = q.uid AND i.inst_id = q.inst_id AND (${DIFFERS})`,
      [appId, rows.map((row) => row.uid), rows.map((row) => row.instId), ...detailColumns(rows)],
    );
    return differing.map((row) => row.uid);
  }
}

const ROWS = `unnest($2::bigint[], $3::bigint[], $4::boolean[], $5::text[], $6::text[], $7::text[], $8::text[])
               AS n (uid, inst_id, push_permitted, device_model, os_version, app_version, time_zone)`;

const DIFFERS = `q.push_permitted <> i.push_permitted
           OR coalesce(q.device_model, i.device_model) IS DISTINCT FROM i.device_model
           OR coalesce(q.os_version, i.os_version) IS DISTINCT FROM i.os_version
           OR coalesce(q.app_version, i.app_version) IS DISTINCT FROM i.app_version
           OR coalesce(q.time_zone, i.time_zone) IS DISTINCT FROM i.time_zone`;

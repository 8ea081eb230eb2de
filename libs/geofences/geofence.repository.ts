import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import { GeofenceEntity } from './geofence.entity.js';
import { boundingBox, distanceKmSql } from './great-circle.js';
import type { NearbyQuery, NearbyGeofence, NewGeofence } from './geofence.types.js';

/** What a row holds of a geofence. */
export type StoredGeofence = Required<NewGeofence>;

export type GeofenceRow = StoredGeofence & { id: number };

@Injectable()
export class GeofenceRepository {
  constructor(private readonly db: Database) {}

  /** @returns the id, or undefined when another geofence has the title */
  async insert(
    appId: number,
    geofence: StoredGeofence,
    radiusKm: number,
    on: Statements = this.db,
  ): Promise<number | undefined> {
    const { raw } = await on
      .repository(GeofenceEntity)
      .createQueryBuilder()
      .insert()
      .values({ ...geofence, appId, radiusKm, groups: [...geofence.groups] })
      .orIgnore()
      .execute();
    return (raw as { geofence_id: number }[])[0]?.geofence_id;
  }

  async update(tx: Tx, appId: number, id: number, geofence: StoredGeofence, radiusKm: number): Promise<void> {
    const { title: _title, ...changes } = geofence;
    await tx.repository(GeofenceEntity).update({ id, appId }, { ...changes, radiusKm, groups: [...geofence.groups] });
  }

  /** Removes a geofence of an application. Any other id changes nothing, be it larger than the column's type. */
  async remove(appId: number, id: number, on: Statements = this.db): Promise<void> {
    await on
      .repository(GeofenceEntity)
      .createQueryBuilder()
      .delete()
      .where('geofence_id = CAST(:id AS bigint) AND app_id = :appId', { id, appId })
      .execute();
  }

  async list(appId: number, on: Statements = this.db): Promise<GeofenceRow[]> {
    const rows = await on.repository(GeofenceEntity).find({ where: { appId }, order: { title: 'ASC' } });
    return rows.map(({ id, title, latitude, longitude, radius, unit, groups }) => {
      return { id, title, latitude, longitude, radius, unit, groups };
    });
  }

  /**
   * The geofences nearest to a point, those around it first. The bounding box is widened by the largest radius of the
   * application, because a circle may begin near and have its centre far away. The haversine distance decides. At most
   * `max` rows · geofence_radius, geofence_place · no locks · why not earthdistance or PostGIS: several times slower on
   * such a box, and extensions to install.
   */
  async findNearby(appId: number, { latitude, longitude, radiusKm, max }: NearbyQuery): Promise<NearbyGeofence[]> {
    const largest = await this.db.row<{ km: number | null }>(
      'SELECT max(f.radius_km) AS km FROM geofences.geofence f WHERE f.app_id = $1',
      [appId],
    );
    const { south, north, spans } = boundingBox({ latitude, longitude }, radiusKm + (largest?.km ?? 0));
    return this.db.rows<NearbyGeofence>(
      `SELECT n.id, n.title, n.latitude, n.longitude, round((n.radius_km * 1000)::numeric, 3)::double precision AS radius, n.groups
         FROM (SELECT f.geofence_id AS id, f.title, f.latitude, f.longitude, f.radius_km, f.groups,
                      ${distanceKmSql({ latitude: '$2', longitude: '$3' }, 'f')} AS km
                 FROM geofences.geofence f
                WHERE f.app_id = $1 AND f.latitude BETWEEN $4 AND $5
                  AND (f.longitude BETWEEN $6 AND $7 OR f.longitude BETWEEN $8 AND $9)) n
        WHERE n.km - n.radius_km <= $10
        ORDER BY greatest(n.km - n.radius_km, 0), n.km, n.id
        LIMIT $11`,
      [appId, latitude, longitude, south, north, ...spans[0], ...spans[1], radiusKm, max],
    );
  }
}

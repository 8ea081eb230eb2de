import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import { boundingBox } from './great-circle.js';
import { distanceKmSql } from './great-circle.js';
import type { NearbyQuery, NearbyGeofence, NewGeofence } from './geofence.types.js';

/** What a row holds of a geofence. */
export type StoredGeofence = Required<NewGeofence>;

export type GeofenceRow = StoredGeofence & { id: number };

@Injectable()
export class GeofenceRepository {
  constructor(private readonly db: Database) {}

  /**
   * Adds a geofence · one row · geofence_title decides between two requests of one title.
   *
   * @returns its id, or undefined when the title is taken
   */
  async insert(
    appId: number,
    geofence: StoredGeofence,
    radiusKm: number,
    on: Statements = this.db,
  ): Promise<number | undefined> {
    const row = await on.row<{ id: number }>(
      `INSERT INTO geofences.geofence (app_id, title, latitude, longitude, radius, unit, radius_km, groups)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text[])
       ON CONFLICT (app_id, title) DO NOTHING
       RETURNING geofence_id AS id`,
      [
        appId,
        geofence.title,
        geofence.latitude,
        geofence.longitude,
        geofence.radius,
        geofence.unit,
        radiusKm,
        geofence.groups,
      ],
    );
    return row?.id;
  }

  /** Brings a geofence in line with what it should be; its id and title stay. */
  async update(tx: Tx, appId: number, id: number, geofence: StoredGeofence, radiusKm: number): Promise<void> {
    await tx.affected(
      `UPDATE geofences.geofence
          SET latitude = $3, longitude = $4, radius = $5, unit = $6, radius_km = $7, groups = $8::text[]
        WHERE geofence_id = $1 AND app_id = $2`,
      [id, appId, geofence.latitude, geofence.longitude, geofence.radius, geofence.unit, radiusKm, geofence.groups],
    );
  }

  /** Removes a geofence; one of another application, or none at all, is left alone. */
  async remove(appId: number, id: number, on: Statements = this.db): Promise<void> {
    await on.affected('DELETE FROM geofences.geofence WHERE geofence_id = $1::bigint AND app_id = $2', [id, appId]);
  }

  async list(appId: number, on: Statements = this.db): Promise<GeofenceRow[]> {
    return on.rows<GeofenceRow>(
      `SELECT f.geofence_id AS id, f.title, f.latitude, f.longitude, f.radius, f.unit, f.groups
         FROM geofences.geofence f WHERE f.app_id = $1 ORDER BY f.title`,
      [appId],
    );
  }

  /**
   * The geofences nearest to a place, those around it first. The box, which geofence_place serves, is as wide as the
   * largest circle of the application asks for, because a circle may begin near and have its centre far away; the
   * haversine distance decides. At most `max` rows · geofence_radius, geofence_place · no locks · why not earthdistance
   * or PostGIS: several times slower on such a box, and extensions to install.
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

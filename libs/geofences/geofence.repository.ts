import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import { GeofenceEntity } from './geofence.entity.js';
import { boundingBox, distanceKmSql } from './great-circle.js';
import type {
  GeofenceGroup,
  GeofencePageFilter,
  ListedGeofence,
  NearbyGeofence,
  NearbyQuery,
  StoredGeofence,
} from './geofence.types.js';

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

  async list(appId: number, on: Statements = this.db): Promise<ListedGeofence[]> {
    const rows = await on.repository(GeofenceEntity).find({ where: { appId }, order: { title: 'ASC' } });
    return rows.map(({ id, title, latitude, longitude, radius, unit, groups }) => {
      return { id, title, latitude, longitude, radius, unit, groups };
    });
  }

  /**
   * Adds geofences whose titles are free · one statement for all.
   *
   * @returns the titles that were added
   */
  async insertAll(
    tx: Tx,
    appId: number,
    entries: readonly { geofence: StoredGeofence; radiusKm: number }[],
  ): Promise<Set<string>> {
    const rows = await tx.rows<{ title: string }>(
      `INSERT INTO geofences.geofence (app_id, title, latitude, longitude, radius, unit, groups, radius_km)
       SELECT $1, e.title, e.latitude, e.longitude, e.radius, e.unit, e.groups, e.radius_km
         FROM jsonb_to_recordset($2::jsonb) AS e (title text, latitude float8, longitude float8, radius float8, unit text,
                                                  groups text[], radius_km float8)
       ON CONFLICT (app_id, title) DO NOTHING RETURNING title`,
      [appId, JSON.stringify(entries.map(({ geofence, radiusKm }) => ({ ...geofence, radius_km: radiusKm })))],
    );
    return new Set(rows.map(({ title }) => title));
  }

  /** One geofence of an application. An id larger than the column's type is no one's. */
  async find(on: Statements, appId: number, id: number): Promise<ListedGeofence | undefined> {
    return on.row<ListedGeofence>(
      `SELECT f.geofence_id AS id, f.title, f.latitude, f.longitude, f.radius, f.unit, f.groups
         FROM geofences.geofence f WHERE f.app_id = $1 AND f.geofence_id = $2::bigint`,
      [appId, id],
    );
  }

  /** @returns false when another geofence of the application has the title, and nothing is changed */
  async replace(tx: Tx, appId: number, id: number, geofence: StoredGeofence, radiusKm: number): Promise<boolean> {
    const { title, latitude, longitude, radius, unit, groups } = geofence;
    const changed = await tx.affected(
      `UPDATE geofences.geofence f
          SET title = $3, latitude = $4, longitude = $5, radius = $6, unit = $7, groups = $8, radius_km = $9
        WHERE f.app_id = $1 AND f.geofence_id = $2
          AND NOT EXISTS (SELECT FROM geofences.geofence o
                           WHERE o.app_id = $1 AND o.title = $3 AND o.geofence_id <> $2)`,
      [appId, id, title, latitude, longitude, radius, unit, [...groups], radiusKm],
    );
    return changed > 0;
  }

  /** A page by title · geofence_title · `find` is a part of the title in any case, `group` a whole name. */
  async listPage(appId: number, { find, group, after, limit }: GeofencePageFilter): Promise<ListedGeofence[]> {
    return this.db.rows<ListedGeofence>(
      `SELECT f.geofence_id AS id, f.title, f.latitude, f.longitude, f.radius, f.unit, f.groups
         FROM geofences.geofence f
        WHERE f.app_id = $1 AND f.title > $2
          AND ($3::text IS NULL OR position(lower($3) in lower(f.title)) > 0)
          AND ($4::text IS NULL OR $4 = ANY (f.groups))
        ORDER BY f.title LIMIT $5`,
      [appId, after ?? '', find ?? null, group ?? null, limit],
    );
  }

  /** The groups of an application, each with the number of its geofences; at most `limit`, by name. */
  async listGroups(appId: number, limit: number): Promise<GeofenceGroup[]> {
    return this.db.rows<GeofenceGroup>(
      `SELECT g.name, count(*)::integer AS geofences
         FROM geofences.geofence f CROSS JOIN unnest(f.groups) AS g (name)
        WHERE f.app_id = $1 GROUP BY g.name ORDER BY g.name LIMIT $2`,
      [appId, limit],
    );
  }

  /** Gives a group another name, or takes it away (null). @returns the titles of its geofences */
  async renameGroup(tx: Tx, appId: number, name: string, newName: string | null): Promise<string[]> {
    const rows = await tx.rows<{ title: string }>(
      `UPDATE geofences.geofence f
          SET groups = CASE WHEN $3::text IS NULL OR $3 = ANY (f.groups)
                            THEN array_remove(f.groups, $2) ELSE array_replace(f.groups, $2, $3) END
        WHERE f.app_id = $1 AND $2 = ANY (f.groups) RETURNING f.title`,
      [appId, name, newName],
    );
    return rows.map(({ title }) => title);
  }

  /** Finds the given titles that geofences of the application have. */
  async findTitles(on: Statements, appId: number, titles: readonly string[]): Promise<Set<string>> {
    const rows = await on.rows<{ title: string }>(
      'SELECT f.title FROM geofences.geofence f WHERE f.app_id = $1 AND f.title = ANY ($2)',
      [appId, [...titles]],
    );
    return new Set(rows.map(({ title }) => title));
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

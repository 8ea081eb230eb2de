import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Geofences of an application: circles on the earth, some hundred or thousand of them. */
export class Geofences0007 implements MigrationInterface {
  readonly name = 'Geofences1767225600007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA geofences;

      -- radius and unit as they were given, radius_km what they mean. groups: names; a group exists while a geofence has it.
      CREATE TABLE geofences.geofence (
        geofence_id integer          PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        app_id      integer          NOT NULL,
        latitude    double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
        longitude   double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
        radius      double precision NOT NULL CHECK (radius > 0),
        radius_km   double precision NOT NULL CHECK (radius_km > 0),
        created_at  timestamptz      NOT NULL DEFAULT now(),
        unit        text             NOT NULL,
        title       text             NOT NULL,
        groups      text[]           NOT NULL
      );
      CREATE UNIQUE INDEX geofence_title ON geofences.geofence (app_id, title);
      CREATE INDEX geofence_place ON geofences.geofence (app_id, latitude, longitude);
      CREATE INDEX geofence_radius ON geofences.geofence (app_id, radius_km);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA geofences CASCADE');
  }
}

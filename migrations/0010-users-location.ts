import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where installations were last. */
export class UsersLocation0010 implements MigrationInterface {
  readonly name = 'UsersLocation1767225600010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A table of its own, so that a move costs the installation's row nothing. Lies beside its user, as the installation
      -- does, and goes with it to another user. Degrees (WGS 84).
      CREATE TABLE users.installation_location (
        uid        bigint           NOT NULL,
        inst_id    bigint           NOT NULL,
        latitude   double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
        longitude  double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
        located_at timestamptz      NOT NULL DEFAULT now(),
        app_id     integer          NOT NULL,
        vb         smallint         NOT NULL CHECK (vb = uid % 1024),
        PRIMARY KEY (vb, app_id, uid, inst_id)
      ) WITH (fillfactor = 85);
      CREATE INDEX installation_location_place ON users.installation_location (app_id, latitude, longitude) INCLUDE (vb, uid);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE users.installation_location');
  }
}

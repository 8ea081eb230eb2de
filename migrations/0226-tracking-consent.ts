import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** The recording of opens and clicks of people who said nothing: applications that exist keep theirs, new ones start with sums. */
export class TrackingConsent0226 implements Migration {
  readonly name = 'TrackingConsent1767225600226';

  async up(runner: QueryRunner): Promise<void> {
    // The first default is for the rows that are there, the second for those that come.
    await runner.query(`
      ALTER TABLE tenancy.application ADD COLUMN track_without text NOT NULL DEFAULT 'granted';
      ALTER TABLE tenancy.application ALTER COLUMN track_without SET DEFAULT 'anonymous';
      ALTER TABLE tenancy.application ADD CONSTRAINT application_track_without
        CHECK (track_without IN ('granted', 'denied', 'anonymous')) NOT VALID;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tenancy.application DROP COLUMN track_without');
  }
}

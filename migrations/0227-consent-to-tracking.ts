import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** The consent of a person to the recording of opens and clicks. Null: nothing was said. The history has each change. */
export class ConsentToTracking0227 implements Migration {
  readonly name = 'ConsentToTracking1767225600227';

  async up(runner: QueryRunner): Promise<void> {
    // Each alone, because Citus takes no change of a distributed table beside others.
    await runner.query('ALTER TABLE users.app_user ADD COLUMN tracking boolean');
    await runner.query(`
      CREATE FUNCTION users.record_tracking_consent() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM users.record_consent(NEW.app_id, NEW.uid, 0, NEW.tracking, NULL, NULL);
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER tracking AFTER UPDATE OF tracking ON users.app_user FOR EACH ROW
        WHEN (NEW.tracking IS NOT NULL AND NEW.tracking IS DISTINCT FROM OLD.tracking)
        EXECUTE FUNCTION users.record_tracking_consent()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER tracking ON users.app_user');
    await runner.query('DROP FUNCTION users.record_tracking_consent()');
    await runner.query('DELETE FROM users.consent_event WHERE subject = 0');
    await runner.query('ALTER TABLE users.app_user DROP COLUMN tracking');
  }
}

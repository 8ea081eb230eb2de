import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** How often marketing by e-mail may come: what applications offer, what people chose, and the history of that. */
export class EmailFrequency0429 implements Migration {
  readonly name = 'EmailFrequency1767225600429';

  async up(runner: QueryRunner): Promise<void> {
    // Each alone, because Citus takes no change of a distributed table beside others.
    await runner.query(`ALTER TABLE tenancy.application ADD COLUMN email_frequency text[] NOT NULL DEFAULT '{}'`);
    // 0 as it is sent, 1 once a day, 2 once a week, 3 once a month.
    await runner.query('ALTER TABLE users.app_user ADD COLUMN email_frequency smallint NOT NULL DEFAULT 0');
    // Only rows of the subject 100 have a frequency.
    await runner.query('ALTER TABLE users.consent_event ADD COLUMN frequency smallint');
    await runner.query(`
      CREATE FUNCTION users.record_email_frequency() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO users.consent_event (vb, app_id, uid, subject, value, frequency, source, by)
        VALUES (NEW.vb, NEW.app_id, NEW.uid, 100, true, NEW.email_frequency,
                coalesce(nullif(current_setting('herald.consent_source', true), ''), 'HERALD'),
                coalesce(current_setting('herald.consent_by', true), ''));
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER email_frequency AFTER UPDATE OF email_frequency ON users.app_user FOR EACH ROW
        WHEN (NEW.email_frequency <> OLD.email_frequency)
        EXECUTE FUNCTION users.record_email_frequency()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER email_frequency ON users.app_user');
    await runner.query('DROP FUNCTION users.record_email_frequency()');
    await runner.query('DELETE FROM users.consent_event WHERE subject = 100');
    await runner.query('ALTER TABLE users.consent_event DROP COLUMN frequency');
    await runner.query('ALTER TABLE users.app_user DROP COLUMN email_frequency');
    await runner.query('ALTER TABLE tenancy.application DROP COLUMN email_frequency');
  }
}

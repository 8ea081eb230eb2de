import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How often named users went, by application. Processes that keep uids by extId compare the sum with that of their reading.
 * Triggers count, so that no path forgets it: the release before, which runs on this schema, knows nothing of it.
 */
export class Departures0098 implements MigrationInterface {
  readonly name = 'Departures1767225600098';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- Several rows for an application: transactions that delete its users need not wait for each other.
      CREATE TABLE users.departure (
        times  bigint   NOT NULL,
        app_id integer  NOT NULL,
        slot   smallint NOT NULL,
        PRIMARY KEY (app_id, slot)
      ) WITH (fillfactor = 50);
      CREATE POLICY of_application ON users.departure
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      -- A session always takes the same row, so that no two transactions wait for each other crosswise.
      CREATE FUNCTION users.count_departure(app integer) RETURNS void LANGUAGE sql
      BEGIN ATOMIC
        INSERT INTO users.departure AS d (app_id, slot, times) VALUES (app, pg_backend_pid() % 32, 1)
        ON CONFLICT (app_id, slot) DO UPDATE SET times = d.times + 1;
      END;

      -- Once for each statement and application. An anonymous user is nobody that an extId leads to.
      CREATE FUNCTION users.count_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM users.count_departure(g.app_id)
        FROM (SELECT DISTINCT d.app_id FROM deleted AS d WHERE d.ext_id IS NOT NULL ORDER BY d.app_id) AS g;
        RETURN NULL;
      END $$;

      CREATE FUNCTION users.count_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM users.count_departure(OLD.app_id);
        RETURN NULL;
      END $$;

      CREATE TRIGGER departure AFTER DELETE ON users.app_user REFERENCING OLD TABLE AS deleted
        FOR EACH STATEMENT EXECUTE FUNCTION users.count_deleted();
      CREATE TRIGGER renaming AFTER UPDATE OF ext_id, uid, app_id ON users.app_user FOR EACH ROW
        WHEN (OLD.ext_id IS NOT NULL AND (OLD.app_id, OLD.uid, OLD.ext_id) IS DISTINCT FROM (NEW.app_id, NEW.uid, NEW.ext_id))
        EXECUTE FUNCTION users.count_renamed();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TRIGGER departure ON users.app_user;
      DROP TRIGGER renaming ON users.app_user;
      DROP FUNCTION users.count_deleted();
      DROP FUNCTION users.count_renamed();
      DROP FUNCTION users.count_departure(integer);
      DROP TABLE users.departure;
    `);
  }
}

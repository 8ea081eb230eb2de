import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables with data of users. Each has a column app_id. */
const USER_TABLES = [
  'users.app_user',
  'users.installation',
  'users.installation_home',
  'users.installation_location',
  'users.installation_past',
  'users.alias',
  'users.token_lookup',
  'users.contact_lookup',
  'users.category_optout',
  'users.removal_survivor',
  'users.departed',
  'users.suppression',
  'events.event',
  'events.unmatched',
  'inbox.content',
  'inbox.message',
  'delivery.push_result',
  'delivery.in_doubt',
  'delivery.retry',
  'delivery.click',
  'delivery.open',
  'delivery.receipt',
  'delivery.provider_receipt',
] as const;

/** Policies by application for the tables of users' data. They do nothing until row-level security is switched on. */
export class RowPolicies0078 implements MigrationInterface {
  readonly name = 'RowPolicies1767225600078';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      -- The application that a transaction works for; NULL: any, as for workers, schedulers and migrations.
      CREATE FUNCTION platform.current_app() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
        RETURN nullif(current_setting('herald.app_id', true), '')::integer;
    `);
    for (const table of USER_TABLES) {
      // As sub-selects: asked once for a statement and not for each row.
      await runner.query(`
        CREATE POLICY of_application ON ${table}
          USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()))`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("SET LOCAL lock_timeout = '5s'");
    for (const table of USER_TABLES) {
      await runner.query(`
        ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY;
        ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY;
        DROP POLICY of_application ON ${table}`);
    }
    await runner.query('DROP FUNCTION platform.current_app()');
  }
}

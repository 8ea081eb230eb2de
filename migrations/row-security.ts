import type { QueryRunner } from 'typeorm';

/** Tables with data of users. Each has a column app_id and a policy. */
export const USER_TABLES = [
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

/**
 * Switches row-level security of the tables with data of users on or off. Tables that are as wanted are not touched; a
 * change is of the catalogue alone, under a brief lock. FORCE, because the processes connect as the owner.
 *
 * @throws Error when it would have no effect, because the role passes it by
 */
export async function switchRowSecurity(runner: QueryRunner, isOn: boolean): Promise<void> {
  const [role] = (await runner.query(
    'SELECT r.rolname AS name, r.rolsuper OR r.rolbypassrls AS passes FROM pg_roles AS r WHERE r.rolname = current_user',
  )) as { name: string; passes: boolean }[];
  if (isOn && role?.passes !== false) {
    throw new Error(
      `ROW_LEVEL_SECURITY has no effect for the database role ${role?.name ?? ''}: it is a superuser or has BYPASSRLS. Connect as an ordinary owner of the database.`,
    );
  }
  const tables = (await runner.query(
    `SELECT c.oid::regclass::text AS name FROM unnest($1::text[]) AS t (name) JOIN pg_class AS c ON c.oid = t.name::regclass
      WHERE (c.relrowsecurity AND c.relforcerowsecurity) <> $2 OR c.relrowsecurity <> c.relforcerowsecurity`,
    [USER_TABLES, isOn],
  )) as { name: string }[];
  for (const { name } of tables) {
    await runner.query(
      isOn
        ? `SET lock_timeout = '5s'; ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY; RESET lock_timeout`
        : `SET lock_timeout = '5s'; ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY; RESET lock_timeout`,
    );
  }
}

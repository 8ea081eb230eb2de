import type { QueryRunner } from 'typeorm';

/**
 * Switches row-level security of the tables with the policy `of_application` on or off. Tables that are as wanted are not touched; a
 * change is of the catalogue alone, under a brief lock. FORCE, because the processes connect as the owner.
 *
 * @param lockBriefly  runs a statement that takes a strong lock
 * @throws Error when it would have no effect, because the role passes it by
 */
export async function switchRowSecurity(
  runner: QueryRunner,
  isOn: boolean,
  lockBriefly: (sql: string) => Promise<void>,
): Promise<void> {
  const [role] = (await runner.query(
    'SELECT r.rolname AS name, r.rolsuper OR r.rolbypassrls AS passes FROM pg_roles AS r WHERE r.rolname = current_user',
  )) as { name: string; passes: boolean }[];
  if (isOn && role?.passes !== false) {
    throw new Error(
      `ROW_LEVEL_SECURITY has no effect for the database role ${role?.name ?? ''}: it is a superuser or has BYPASSRLS. Connect as an ordinary owner of the database.`,
    );
  }
  const tables = (await runner.query(
    `SELECT c.oid::regclass::text AS name FROM pg_policy AS p JOIN pg_class AS c ON c.oid = p.polrelid
      WHERE p.polname = 'of_application'
        AND ((c.relrowsecurity AND c.relforcerowsecurity) <> $1 OR c.relrowsecurity <> c.relforcerowsecurity)
      ORDER BY 1`,
    [isOn],
  )) as { name: string }[];
  for (const { name } of tables) {
    await lockBriefly(
      isOn
        ? `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`
        : `ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY`,
    );
  }
}

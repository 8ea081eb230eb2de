import { hasPendingChanges, USER_CHANGES } from '#platform/outbox';

const KINDS = USER_CHANGES.map((kind) => `'${kind}'`).join();

/**
 * Tests if the change feed has rows about users that a snapshot sees and the group's position does not.
 *
 * @param g      alias of `audience.index_group`
 * @param until  a snapshot expression
 */
export function hasGroupChanges(g: string, until = 'pg_current_snapshot()'): string {
  return hasPendingChanges({ app: `${g}.app_id`, position: `${g}.position`, where: `o.kind IN (${KINDS})`, until });
}

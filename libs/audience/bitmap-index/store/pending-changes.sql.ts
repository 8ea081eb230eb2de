import { USER_CHANGES } from '#platform/outbox';

const KINDS = USER_CHANGES.map((kind) => `'${kind}'`).join();

/**
 * Tests if the change feed has rows that a snapshot sees and the group's position does not. A feed row commits with its
 * change, so both become visible at the same time, in any commit order. Rows about other groups' users also count:
 * skipping them costs one update.
 *
 * @param g         alias of `audience.index_group`
 * @param snapshot  a snapshot expression
 */
export function hasPendingChanges(g: string, snapshot: string): string {
  return `EXISTS (SELECT FROM platform.outbox AS o
    WHERE o.app_id = ${g}.app_id AND o.xid >= pg_snapshot_xmin(${g}.position) AND o.kind IN (${KINDS})
      AND NOT pg_visible_in_snapshot(o.xid, ${g}.position) AND pg_visible_in_snapshot(o.xid, ${snapshot}))`;
}

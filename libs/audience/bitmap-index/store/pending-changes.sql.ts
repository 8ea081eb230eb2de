/**
 * Whether the feed of a group's application has rows that its position does not see and a snapshot does. A row of the feed
 * is written in its change's transaction, so it is there from one snapshot to the next like the change itself, whatever
 * order transactions commit in. Rows about users of other groups are news, too: passing them costs a group one update.
 *
 * @param g         alias of `audience.index_group`
 * @param snapshot  an expression
 */
export function hasPendingChanges(g: string, snapshot: string): string {
  return `EXISTS (SELECT FROM platform.outbox AS o
    WHERE o.app_id = ${g}.app_id AND o.xid >= pg_snapshot_xmin(${g}.position) AND o.kind <> 'event'
      AND NOT pg_visible_in_snapshot(o.xid, ${g}.position) AND pg_visible_in_snapshot(o.xid, ${snapshot}))`;
}

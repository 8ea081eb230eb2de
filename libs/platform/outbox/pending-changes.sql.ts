/**
 * Tests if the change feed has rows that a position does not, as an expression for a statement of another module. A feed
 * row commits with its change, so both become visible at the same time, in any commit order. Rows about users of others
 * also count: skipping them costs one update.
 *
 * @param feed.app       expression of the application id
 * @param feed.position  snapshot expression (`pg_snapshot`) up to which the reader has seen everything
 * @param feed.where     condition on the row `o`: its `kind` and `keys`
 * @param feed.until     snapshot expression that must see the row; absent: any row that is visible
 */
export function hasPendingChanges(feed: { app: string; position: string; where: string; until?: string }): string {
  const { app, position, where, until } = feed;
  return `EXISTS (SELECT FROM platform.outbox AS o
    WHERE o.app_id = ${app} AND o.xid >= pg_snapshot_xmin(${position}) AND ${where}
      AND NOT pg_visible_in_snapshot(o.xid, ${position})${until === undefined ? '' : ` AND pg_visible_in_snapshot(o.xid, ${until})`})`;
}

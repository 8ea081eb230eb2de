/**
 * Chooses dispatches that a statement changes, `d`, and locks them in the order of their ids. So two statements that
 * change several do not deadlock: an UPDATE alone locks in the order of its plan.
 *
 * @param condition  of SQL, over `d`
 * @param wait       `SKIP LOCKED` leaves out those that another transaction holds
 */
export function lockedInOrder(condition: string, wait: 'SKIP LOCKED' | '' = ''): string {
  return `d.dispatch_id = ANY (ARRAY(
    SELECT d.dispatch_id FROM delivery.dispatch AS d WHERE ${condition}
     ORDER BY d.dispatch_id FOR NO KEY UPDATE ${wait}))`;
}

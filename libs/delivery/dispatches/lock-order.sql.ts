/** The order in which a statement locks several chunks, `c`: after their dispatches, and before their retries. */
const CHUNK_ORDER = 'ORDER BY c.dispatch_id, c.vb, c.chunk_id';

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

/**
 * Locks the open chunks of some dispatches, `$1`, before a statement changes them: an UPDATE alone locks in the order of
 * its plan. So two statements that change several chunks do not deadlock.
 */
export const LOCK_OPEN_CHUNKS = `
  SELECT FROM delivery.chunk AS c WHERE c.dispatch_id = ANY ($1::bigint[]) AND c.state = 0 ${CHUNK_ORDER} FOR UPDATE`;

/**
 * Selects the keys of chunks and locks them in the same order, for a common table expression that is materialized.
 *
 * @param columns  besides the keys
 * @param source   of SQL: the chunks `c`, with what chooses them
 * @param wait     `SKIP LOCKED` leaves out those that another transaction holds
 */
export function lockedChunks(columns: string, source: string, wait: 'SKIP LOCKED' | '' = ''): string {
  return `SELECT c.vb, c.app_id, c.dispatch_id, c.chunk_id${columns} FROM ${source} ${CHUNK_ORDER} FOR NO KEY UPDATE OF c ${wait}`;
}

/**
 * Sums of a day of a key that began between two instants, as a query of `notification_key`, `started_at`, `planned`, `day`
 * and `options` · send_total_by_start. It stands in one statement with the sends that have rows, so that none is counted
 * twice or not at all while it goes.
 *
 * @param at  placeholders: application, first instant, instant after the last
 */
export function pastSends(at: { app: string; from: string; to: string }): string {
  return `
    SELECT t.notification_key, t.started_at, t.planned, t.day, t.options FROM delivery.send_total AS t
     WHERE t.app_id = ${at.app} AND t.started_at >= ${at.from} AND t.started_at < ${at.to}`;
}

/**
 * The figures of one of them, as a query of `platform`, `kind` and `count` · primary key of send_count.
 *
 * @param at  columns of `pastSends`, and a placeholder of the application
 * @param kinds  of `PAST_COUNTS`
 */
export function pastFigures(at: { app: string; key: string; day: string }, kinds: readonly number[]): string {
  return `
    SELECT c.platform, c.kind, c.count FROM delivery.send_count AS c
     WHERE c.app_id = ${at.app} AND c.notification_key = ${at.key} AND c.day = ${at.day} AND c.kind IN (${kinds.join(', ')})`;
}

/**
 * A condition: neither a send, nor a recurring campaign, nor a sum has a key · dispatch_by_key, the primary keys of series
 * and send_total.
 */
export function isUnusedKey(at: { app: string; key: string }): string {
  const ofKey = (table: string): string =>
    `NOT EXISTS (SELECT FROM ${table} AS k WHERE k.app_id = ${at.app} AND k.notification_key = ${at.key})`;
  return ['delivery.dispatch', 'delivery.series', 'delivery.send_total'].map(ofKey).join(' AND ');
}

/**
 * The user with an extId, as a query of `uid` and `ext_id` for the FROM of another room's statement: a second way to
 * Postgres would cost a process half as much again as the read itself. One row or none · unique (vb, app_id, ext_id).
 *
 * @param at  place holders: bucket of the extId, application, extId
 */
export function userByExtIdSql(at: { vb: string; app: string; extId: string }): string {
  return `SELECT u.uid, u.ext_id FROM users.app_user AS u
          WHERE u.vb = ${at.vb} AND u.app_id = ${at.app} AND u.ext_id = ${at.extId}`;
}

/**
 * A user whose number has been proven, in the same form, named as long as the user exists · one row · primary key.
 *
 * @param at  place holders: bucket of the number, application, number
 */
export function userByUidSql(at: { vb: string; app: string; uid: string }): string {
  return `SELECT ${at.uid}::bigint AS uid,
                 ${extIdByUidSql({ ...at, uid: `${at.uid}::bigint` })} AS ext_id`;
}

/**
 * The number of the user with an extId, as an expression; NULL when there is none. A subquery and not a join: on a young
 * table without statistics a join of a thousand is planned as a hash of the whole application.
 *
 * @param at  bucket of the extId, application, extId: place holders or columns
 */
export function uidByExtIdSql(at: { vb: string; app: string; extId: string }): string {
  return `(SELECT u.uid FROM users.app_user AS u
           WHERE u.vb = ${at.vb} AND u.app_id = ${at.app} AND u.ext_id = ${at.extId} LIMIT 1)`;
}

/**
 * What the client system calls the user with a number, as an expression; NULL for who has no name or is gone · primary key.
 *
 * @param at  bucket of the number, application, number: place holders or columns
 */
export function extIdByUidSql(at: { vb: string; app: string; uid: string }): string {
  return `(SELECT u.ext_id FROM users.app_user AS u WHERE u.vb = ${at.vb} AND u.app_id = ${at.app} AND u.uid = ${at.uid})`;
}

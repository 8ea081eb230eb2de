import { ONE_EACH } from '#platform/db';
import { BUCKETS } from '#platform/ids';

/**
 * The user with an extId, or with an authenticated uid, as a query of `uid` and `ext_id` for the FROM of another module's
 * statement. A second round trip would cost the process half as much as the read itself. By extId one row or none · unique
 * (vb, app_id, ext_id). By uid one row, with `ext_id` NULL once the user is gone · primary key.
 *
 * @param at  placeholders: bucket of the name, application, extId or uid
 */
export function userSql(kind: 'extId' | 'uid', at: { vb: string; app: string; name: string }): string {
  return kind === 'extId'
    ? `SELECT u.uid, u.ext_id FROM users.app_user AS u
          WHERE u.vb = ${at.vb} AND u.app_id = ${at.app} AND u.ext_id = ${at.name}`
    : `SELECT ${at.name}::bigint AS uid,
                 ${extIdByUidSql({ vb: at.vb, app: at.app, uid: `${at.name}::bigint` })} AS ext_id`;
}

/**
 * The uid of an extId, as an expression; NULL when there is none. A subquery and not a join: on a young table without
 * statistics Postgres plans a join of a thousand rows as a hash of the whole application.
 *
 * @param at  bucket of the extId, application, extId: placeholders or columns
 */
export function uidByExtIdSql(at: { vb: string; app: string; extId: string }): string {
  return `(SELECT u.uid FROM users.app_user AS u
           WHERE u.vb = ${at.vb} AND u.app_id = ${at.app} AND u.ext_id = ${at.extId} LIMIT 1)`;
}

/**
 * The uids of many extIds, as a query of `n`, the place of each name from 1 on, and `uid`; names without a user are left
 * out. For Citus, which refuses a subquery for each name · unique (vb, app_id, ext_id).
 *
 * @param at  placeholders: buckets, application, extIds
 */
export function uidsByExtIdsSql(at: { vbs: string; app: string; extIds: string }): string {
  return `SELECT q.n::integer AS n, u.uid
          FROM unnest(${at.vbs}::smallint[], ${at.extIds}::text[]) WITH ORDINALITY AS q (vb, ext_id, n)
          JOIN users.app_user AS u ON u.vb = q.vb AND u.app_id = ${at.app} AND u.ext_id = q.ext_id`;
}

/**
 * The extId of a uid, as an expression; NULL for an anonymous or deleted user · primary key.
 *
 * @param at  bucket of the uid, application, uid: placeholders or columns
 */
export function extIdByUidSql(at: { vb: string; app: string; uid: string }): string {
  return `(SELECT u.ext_id FROM users.app_user AS u WHERE u.vb = ${at.vb} AND u.app_id = ${at.app} AND u.uid = ${at.uid})`;
}

/**
 * The extIds of the uids of a query, as a query of `uid` and `ext_id`, once each; anonymous and deleted users are left out
 * or have none. For Citus, which refuses a subquery for each row · primary key.
 *
 * @param at.from  a name of the statement's WITH that has a column `uid`
 * @param at.app   placeholder of the application
 */
export function extIdsOfSql(at: { from: string; app: string }): string {
  return `SELECT n.uid, n.ext_id FROM (SELECT DISTINCT f.uid FROM ${at.from} AS f) AS f
          CROSS JOIN LATERAL (SELECT u.uid, u.ext_id FROM users.app_user AS u
                               WHERE u.vb = f.uid % ${BUCKETS} AND u.app_id = ${at.app} AND u.uid = f.uid ${ONE_EACH}) AS n`;
}

/**
 * Builds the expression that all uids of an application by extId have in common: the departures of named users, and the
 * start of this Postgres. A standby that takes over may lack the last users and give their uids to others; it started
 * at another time. Up to 32 rows · primary key.
 *
 * @param app  placeholder of the application
 */
export function uidStampSql(app: string): string {
  return `((SELECT coalesce(sum(d.times), 0) FROM users.departure AS d WHERE d.app_id = ${app})::text
           || ' ' || extract(epoch FROM pg_postmaster_start_time())::text)`;
}

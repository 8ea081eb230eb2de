import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { toAttrsJson, type AttributeScalar } from '#libs/users/profiles';
import type { Addresses } from '#libs/users/identities';

/** Columns of consent. */
export type ConsentColumn = 'email_opt_in' | 'sms_opt_in' | 'tracking' | 'email_frequency';

/** A user that was read before the transaction. */
export interface UserKey {
  uid: number;
  vb: number;
  extId: string;
}

/**
 * Values to remove from a user.
 *
 * @property attrs  by attribute id: the elements to remove from an array, or null to remove the attribute; also the
 *   addresses that are no columns
 */
export interface ValueRemoval extends UserKey {
  attrs: ReadonlyMap<number, readonly AttributeScalar[] | null>;
  addresses: Partial<Addresses<boolean>>;
}

/** A changed user. `created` says that the user was deleted before, and that the transaction must not commit. */
export interface EditedUser {
  uid: number;
  extId: string;
  created: boolean;
}

/**
 * Changes of existing users · up to 1000 rows · unique (vb, app_id, ext_id) · locks: every row of the batch, in (vb,
 * ext_id) order as in the upsert of a batch, so that batches of any kind wait for each other and never deadlock · why
 * INSERT: an UPDATE locks in the order of its plan, and SELECT FOR UPDATE is refused across shards. A user that was
 * deleted in between would be created; the result says so, and the caller rolls back.
 */
@Injectable()
export class UserEditRepository {
  /**
   * Removes attributes, elements of array attributes and addresses. The values to remove travel in the columns that
   * hold them; an empty text stands for an address. An attribute that keeps no element is removed.
   *
   * @returns users that had one of the values
   */
  async removeValues(tx: Tx, appId: number, users: readonly ValueRemoval[]): Promise<EditedUser[]> {
    return tx.rows<EditedUser>(
      `INSERT INTO users.app_user AS u (vb, app_id, uid, ext_id, attrs, email, msisdn, updated_at)
       SELECT q.vb, $1, q.uid, q.ext_id, q.attrs::jsonb, CASE WHEN q.email THEN '' END, CASE WHEN q.msisdn THEN '' END, now()
       FROM unnest($2::smallint[], $3::bigint[], $4::text[], $5::text[], $6::boolean[], $7::boolean[])
         AS q (vb, uid, ext_id, attrs, email, msisdn)
       ORDER BY q.vb, q.ext_id COLLATE "C"
       ON CONFLICT (vb, app_id, ext_id) WHERE ext_id IS NOT NULL DO UPDATE
       SET attrs = (u.attrs - ARRAY(SELECT t.id FROM jsonb_object_keys(excluded.attrs) AS t (id))) || coalesce(
             (SELECT jsonb_object_agg(t.id, r.value)
              FROM jsonb_each(excluded.attrs) AS t (id, values)
              CROSS JOIN LATERAL (SELECT users.without(u.attrs -> t.id, t.values) AS value) AS r
              WHERE u.attrs ? t.id AND jsonb_typeof(t.values) = 'array' AND r.value <> '[]'), '{}'),
           email = CASE WHEN excluded.email IS NULL THEN u.email END,
           msisdn = CASE WHEN excluded.msisdn IS NULL THEN u.msisdn END,
           updated_at = excluded.updated_at
       WHERE (excluded.email IS NOT NULL AND u.email IS NOT NULL)
          OR (excluded.msisdn IS NOT NULL AND u.msisdn IS NOT NULL)
          OR EXISTS (SELECT FROM jsonb_each(excluded.attrs) AS t (id, values)
                     WHERE u.attrs ? t.id AND (jsonb_typeof(t.values) = 'null'
                       OR users.without(u.attrs -> t.id, t.values) IS DISTINCT FROM u.attrs -> t.id))
       RETURNING u.uid, u.ext_id AS "extId", u.xmax = 0 AS created`,
      [
        appId,
        ...columns(users),
        users.map((user) => toAttrsJson(user.attrs)),
        users.map(({ addresses }) => addresses.email ?? false),
        users.map(({ addresses }) => addresses.msisdn ?? false),
      ],
    );
  }

  /** Locks users until the commit, so that a row beside them stands for a user that is there. */
  async lockUsers(tx: Tx, appId: number, users: readonly UserKey[]): Promise<EditedUser[]> {
    return tx.rows<EditedUser>(
      `INSERT INTO users.app_user AS u (vb, app_id, uid, ext_id, updated_at)
       SELECT q.vb, $1, q.uid, q.ext_id, now() FROM unnest($2::smallint[], $3::bigint[], $4::text[]) AS q (vb, uid, ext_id)
       ORDER BY q.vb, q.ext_id COLLATE "C"
       ON CONFLICT (vb, app_id, ext_id) WHERE ext_id IS NOT NULL DO UPDATE SET updated_at = excluded.updated_at
       RETURNING u.uid, u.ext_id AS "extId", u.xmax = 0 AS created`,
      [appId, ...columns(users)],
    );
  }

  /** Stores what users say of one consent. @returns users whose consent changed */
  async setConsent(
    tx: Tx,
    appId: number,
    column: ConsentColumn,
    value: boolean | number,
    users: readonly UserKey[],
  ): Promise<EditedUser[]> {
    return tx.rows<EditedUser>(
      `INSERT INTO users.app_user AS u (vb, app_id, uid, ext_id, ${column}, updated_at)
       SELECT q.vb, $1, q.uid, q.ext_id, $5, now() FROM unnest($2::smallint[], $3::bigint[], $4::text[]) AS q (vb, uid, ext_id)
       ORDER BY q.vb, q.ext_id COLLATE "C"
       ON CONFLICT (vb, app_id, ext_id) WHERE ext_id IS NOT NULL DO UPDATE
       SET ${column} = excluded.${column}, updated_at = excluded.updated_at WHERE u.${column} IS DISTINCT FROM excluded.${column}
       RETURNING u.uid, u.ext_id AS "extId", u.xmax = 0 AS created`,
      [appId, ...columns(users), value],
    );
  }

  /**
   * Opts users in who are known by their address · some thousand rows, primary key, in its order · locks: rows that
   * change.
   *
   * @returns uids of the users whose opt-in changed
   */
  async optInUsers(tx: Tx, appId: number, column: ConsentColumn, uids: readonly number[]): Promise<number[]> {
    const rows = await tx.rows<{ uid: number }>(
      `UPDATE users.app_user AS u SET ${column} = true, updated_at = now()
       FROM (SELECT n.uid FROM unnest($2::bigint[]) AS n (uid) ORDER BY n.uid % 1024, n.uid) AS q
       WHERE u.vb = q.uid % 1024 AND u.app_id = $1 AND u.uid = q.uid AND NOT u.${column} RETURNING u.uid`,
      [appId, uids],
    );
    return rows.map(({ uid }) => uid);
  }
}

function columns(users: readonly UserKey[]): [number[], number[], string[]] {
  return [users.map((user) => user.vb), users.map((user) => user.uid), users.map((user) => user.extId)];
}

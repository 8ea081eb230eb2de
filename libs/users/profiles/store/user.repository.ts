import { Injectable } from '@nestjs/common';
import { numberOfFrequency } from '#libs/channels/definitions';
import {
  ONE_EACH,
  ONE_SERVER,
  bigintArray,
  Database,
  integerArray,
  numberArray,
  smallintArray,
  textArray,
  type Param,
  type Statements,
  type Tx,
} from '#platform/db';
import { toAttrsJson } from '../attributes/attribute.sql.js';
import type { AttributeValue } from '../model/attribute.types.js';
import { addressColumnsSql, type Addresses, type UserConsent } from '#libs/users/identities';

/**
 * A user to write, existing or new. Absent and empty values stay as they are. Addresses that are no columns are in
 * `attrs` too.
 */
export interface UserRow extends Partial<Addresses<string | undefined>> {
  uid: number;
  vb: number;
  extId: string;
  attrs: ReadonlyMap<number, AttributeValue>;
  tags: ReadonlySet<number>;
}

export interface ExistingUser extends Addresses {
  uid: number;
  extId: string;
}

/** @property longest  elements of the longest array that values were added to; only in the mode `push` */
export interface WrittenUser {
  uid: number;
  extId: string;
  created: boolean;
  longest?: number;
}

/** Tests if values replace those of a user, or are added to its arrays. */
export type AttributeMode = 'set' | 'push';

export interface UserProfileRow {
  uid: number;
  extId: string | null;
  email: string | null;
  msisdn: string | null;
  attrs: Record<string, AttributeValue>;
}

/** Statements of `users.app_user`. */
@Injectable()
export class UserRepository {
  constructor(private readonly db: Database) {}

  /**
   * Existing users with their addresses · up to 1000 rows, as one JSON, which the driver reads natively · unique (vb,
   * app_id, ext_id) · no locks · why LATERAL with a limit: on a young table without statistics Postgres plans a plain
   * join as a hash of the whole application.
   */
  async findByExtIds(
    appId: number,
    vbs: readonly number[],
    extIds: readonly string[],
    on: Statements = this.db,
  ): Promise<ExistingUser[]> {
    const row = await on.row<{ users: ExistingUser[] }>(
      `SELECT coalesce(json_agg(found), '[]') AS users FROM unnest($2::smallint[], $3::text[]) AS q (vb, ext_id)
       CROSS JOIN LATERAL (
         SELECT u.uid, u.ext_id AS "extId", ${addressColumnsSql('u')}
         FROM users.app_user AS u WHERE u.vb = q.vb AND u.app_id = $1 AND u.ext_id = q.ext_id ${ONE_EACH}) AS found`,
      [appId, smallintArray(vbs), textArray(extIds)],
    );
    return row?.users ?? [];
  }

  /**
   * Uids of existing users · up to 1000 rows · unique (vb, app_id, ext_id) · no locks · why one text: a thousand rows
   * of two columns are half of what such a write costs this process. Why a subquery per name: on a young table without
   * statistics Postgres plans a plain join as a hash of the whole application.
   *
   * @param vbs  bucket of each extId
   * @returns the uid of each extId, in the same order; 0 when there is no such user
   */
  async findUids(appId: number, vbs: readonly number[], extIds: readonly string[]): Promise<number[]> {
    if (this.db.isDistributed) {
      // Citus joins what is there with each shard, and refuses a subquery for each name.
      const found = new Map((await this.findByExtIds(appId, vbs, extIds)).map(({ extId, uid }) => [extId, uid]));
      return extIds.map((extId) => found.get(extId) ?? 0);
    }
    const row = await this.db.row<{ uids: string | null }>(
      `${ONE_SERVER} SELECT string_agg(coalesce(
         (SELECT u.uid FROM users.app_user AS u WHERE u.vb = q.vb AND u.app_id = $1 AND u.ext_id = q.ext_id LIMIT 1),
         0)::text, ',' ORDER BY q.n) AS uids
       FROM unnest($2::smallint[], $3::text[]) WITH ORDINALITY AS q (vb, ext_id, n)`,
      [appId, smallintArray(vbs), textArray(extIds)],
    );
    return (row?.uids ?? '').split(',').map(Number);
  }

  /** ExtIds of users that have one · up to 1000 rows · primary key · no locks. */
  async findExtIds(appId: number, uids: readonly number[]): Promise<{ uid: number; extId: string }[]> {
    return this.db.rows<{ uid: number; extId: string }>(
      `SELECT q.uid, found.ext_id AS "extId" FROM unnest($2::bigint[]) AS q (uid)
       CROSS JOIN LATERAL (
         SELECT u.ext_id FROM users.app_user AS u
         WHERE u.vb = q.uid % 1024 AND u.app_id = $1 AND u.uid = q.uid AND u.ext_id IS NOT NULL ${ONE_EACH}) AS found`,
      [appId, uids],
    );
  }

  /** Primary key lookup of one user by extId. */
  async findProfile(appId: number, vb: number, extId: string): Promise<UserProfileRow | undefined> {
    return this.db.preparedRow<UserProfileRow>(
      `SELECT u.uid, u.ext_id AS "extId", u.email, u.msisdn, u.attrs
       FROM users.app_user AS u WHERE u.vb = $2 AND u.app_id = $1 AND u.ext_id = $3`,
      [appId, vb, extId],
    );
  }

  /**
   * Stores the users of one request: creates and updates a batch of users in one write · rows: up to 1000 · index:
   * unique (vb, app_id, ext_id) · locks: every row of the batch, in (vb, ext_id) order, so that overlapping batches
   * wait for each other and never deadlock · why not UPDATE, then INSERT: another batch may create the same user in
   * between, and an UPDATE locks in the order of its plan. Unchanged rows are locked, not written. Attributes travel as
   * one JSON text, which needs no quoting on either side. A column that no user of the batch has is left out. A created
   * row shows by its xmax: an update on conflict leaves its lock there. The time of creation would not show it, because
   * several writes may share one transaction and its now().
   *
   * @param mode  with `push` every value of `attrs` is an array
   * @returns the created and changed users
   */
  async upsert(tx: Tx, appId: number, users: readonly UserRow[], mode: AttributeMode = 'set'): Promise<WrittenUser[]> {
    const { attrs, differs, longest } = ATTRIBUTES[mode];
    return tx.rows<WrittenUser>(
      `INSERT INTO users.app_user AS u (vb, app_id, uid, ext_id, attrs, tags, email, msisdn, updated_at)
       SELECT q.vb, $1, q.uid, q.ext_id, q.attrs, coalesce(q.tags, '{}')::integer[], q.email, q.msisdn, now()
       FROM ${ROWS} AS q (vb, uid, ext_id, tags, email, msisdn, attrs)
       ORDER BY q.vb, q.ext_id COLLATE "C"
       ON CONFLICT (vb, app_id, ext_id) WHERE ext_id IS NOT NULL DO UPDATE
       SET attrs = ${attrs},
           tags = CASE WHEN u.tags @> excluded.tags THEN u.tags
                       ELSE ARRAY(SELECT DISTINCT t.id FROM unnest(u.tags || excluded.tags) AS t (id) ORDER BY t.id) END,
           email = coalesce(excluded.email, u.email),
           msisdn = coalesce(excluded.msisdn, u.msisdn),
           updated_at = excluded.updated_at
       WHERE ${differs} OR ${COLUMNS_DIFFER}
       RETURNING u.uid, u.ext_id AS "extId", u.xmax = 0 AS created${longest}`,
      [appId, ...toColumns(users)],
    );
  }

  /**
   * Finds the changes that `upsert` with the mode `set` would make · up to 1000 rows · unique (vb, app_id, ext_id) · no
   * locks.
   *
   * @param users  their uids are not looked at
   * @returns existing users of the batch, and whether they would be written
   */
  async findDifferences(
    appId: number,
    users: readonly UserRow[],
  ): Promise<{ uid: number; extId: string; differs: boolean }[]> {
    return this.db.rows(
      `SELECT u.uid, u.ext_id AS "extId", (${ATTRIBUTES.set.differs} OR ${COLUMNS_DIFFER}) AS differs
       FROM (SELECT q.vb, q.ext_id, q.attrs, coalesce(q.tags, '{}')::integer[] AS tags, q.email, q.msisdn
             FROM ${ROWS} AS q (vb, uid, ext_id, tags, email, msisdn, attrs)) AS excluded
       CROSS JOIN LATERAL (
         SELECT n.uid, n.ext_id, n.attrs, n.tags, n.email, n.msisdn FROM users.app_user AS n
         WHERE n.vb = excluded.vb AND n.app_id = $1 AND n.ext_id = excluded.ext_id ${ONE_EACH}) AS u`,
      [appId, ...toColumns(users)],
    );
  }

  /**
   * Stores the consent of users · up to 1000 rows, which this transaction has locked · primary key. Absent consent
   * stays.
   *
   * @returns uids of the users whose consent changed
   */
  async setConsents(tx: Tx, appId: number, consents: readonly (UserConsent & { uid: number })[]): Promise<number[]> {
    const changed = await tx.rows<{ uid: number }>(
      `UPDATE users.app_user AS u
       SET email_opt_in = coalesce(q.email, u.email_opt_in), sms_opt_in = coalesce(q.sms, u.sms_opt_in),
           tracking = coalesce(q.tracking, u.tracking),
           email_frequency = coalesce(q.frequency, u.email_frequency), updated_at = now()
       FROM ${CONSENTS}
       WHERE u.vb = q.uid % 1024 AND u.app_id = $1 AND u.uid = q.uid
         AND (${CONSENT_DIFFERS})
       RETURNING u.uid`,
      [appId, ...toConsentColumns(consents)],
    );
    return changed.map(({ uid }) => uid);
  }

  /** Uids of the users whose consent `setConsents` would change · up to 1000 rows · primary key · no locks. */
  async findConsentDifferences(appId: number, consents: readonly (UserConsent & { uid: number })[]): Promise<number[]> {
    const differing = await this.db.rows<{ uid: number }>(
      `SELECT u.uid FROM ${CONSENTS}
       JOIN users.app_user AS u ON u.vb = q.uid % 1024 AND u.app_id = $1 AND u.uid = q.uid AND (${CONSENT_DIFFERS})`,
      [appId, ...toConsentColumns(consents)],
    );
    return differing.map(({ uid }) => uid);
  }

  /**
   * Prevents the deletion of a user until the transaction ends · 1 row, primary key · the lock does not block writes of
   * attributes.
   *
   * @returns false when the user is deleted already
   */
  async lockAgainstDeletion(tx: Tx, appId: number, uid: number): Promise<boolean> {
    const row = await tx.row(
      'SELECT u.uid FROM users.app_user AS u WHERE u.vb = $2::bigint % 1024 AND u.app_id = $1 AND u.uid = $2 FOR KEY SHARE',
      [appId, uid],
    );
    return row !== undefined;
  }

  /** A user without extId, known by one installation alone · 1 row. */
  async insertAnonymous(tx: Tx, appId: number, vb: number, uid: number): Promise<void> {
    await tx.affected('INSERT INTO users.app_user (vb, app_id, uid) VALUES ($1, $2, $3)', [vb, appId, uid]);
  }

  /**
   * Removes tags: untagUsers · rows: up to 1000 · index: unique (vb, app_id, ext_id) · locks: the rows that have one of the
   * tags · why not the upsert: a removal must not create users.
   *
   * @returns uids that had one of the tags
   */
  async removeTags(
    tx: Tx,
    appId: number,
    vbs: readonly number[],
    extIds: readonly string[],
    tagIds: readonly number[],
  ): Promise<number[]> {
    const rows = await tx.rows<{ uid: number }>(
      `UPDATE users.app_user AS u
       SET tags = ARRAY(SELECT t.id FROM unnest(u.tags) AS t (id) WHERE t.id <> ALL ($4::integer[]) ORDER BY t.id),
           updated_at = now()
       FROM (SELECT n.vb, n.ext_id FROM unnest($2::smallint[], $3::text[]) AS n (vb, ext_id) ORDER BY n.vb, n.ext_id COLLATE "C") AS q
       WHERE u.vb = q.vb AND u.app_id = $1 AND u.ext_id = q.ext_id AND u.tags && $4::integer[]
       RETURNING u.uid`,
      [appId, smallintArray(vbs), textArray(extIds), integerArray(tagIds)],
    );
    return rows.map((row) => row.uid);
  }
}

/** The elements that a user has already, which a push adds no second time. */
const PRESENT = "coalesce(u.attrs -> p.id, '[]')";

/** The consent of users as parameters from $2 on. */
const CONSENTS = `unnest($2::bigint[], $3::boolean[], $4::boolean[], $5::boolean[], $6::smallint[])
          AS q (uid, email, sms, tracking, frequency)`;
const CONSENT_DIFFERS = `q.email <> u.email_opt_in OR q.sms <> u.sms_opt_in
          OR q.tracking <> u.tracking OR (q.tracking IS NOT NULL AND u.tracking IS NULL)
          OR q.frequency <> u.email_frequency`;

function toConsentColumns(consents: readonly (UserConsent & { uid: number })[]): Param[] {
  return [
    consents.map(({ uid }) => uid),
    consents.map(({ email }) => email ?? null),
    consents.map(({ sms }) => sms ?? null),
    consents.map(({ tracking }) => tracking ?? null),
    consents.map(({ emailFrequency }) => (emailFrequency === undefined ? null : numberOfFrequency(emailFrequency))),
  ];
}

/** A batch of users as parameters from $2 on. */
const ROWS = `ROWS FROM (unnest($2::smallint[], $3::bigint[], $4::text[], $6::text[], $7::text[], $8::text[]),
                       jsonb_array_elements($5::jsonb))`;

function toColumns(users: readonly UserRow[]): Param[] {
  const column = <V extends Param>(select: (user: UserRow) => V | undefined): (V | null)[] | null =>
    users.some((user) => select(user) !== undefined) ? users.map((user) => select(user) ?? null) : null;
  return [
    smallintArray(users.map((user) => user.vb)),
    bigintArray(users.map((user) => user.uid)),
    textArray(users.map((user) => user.extId)),
    `[${users.map((user) => toAttrsJson(user.attrs)).join()}]`,
    column(({ tags }) => (tags.size > 0 ? numberArray([...tags].toSorted((a, b) => a - b)) : undefined)),
    column((user) => user.email),
    column((user) => user.msisdn),
  ];
}

/** True if a write changes what stands beside the attributes. */
const COLUMNS_DIFFER = `NOT u.tags @> excluded.tags
          OR coalesce(excluded.email, u.email) IS DISTINCT FROM u.email
          OR coalesce(excluded.msisdn, u.msisdn) IS DISTINCT FROM u.msisdn`;

/** The parts of the upsert that differ between the modes. `excluded.attrs` has the values of the request. */
const ATTRIBUTES = {
  set: {
    attrs: 'u.attrs || excluded.attrs',
    differs: 'u.attrs || excluded.attrs IS DISTINCT FROM u.attrs',
    longest: '',
  },
  push: {
    attrs: `u.attrs || coalesce((SELECT jsonb_object_agg(p.id, ${PRESENT} || users.without(p.values, ${PRESENT}))
                                 FROM jsonb_each(excluded.attrs) AS p (id, values)), '{}')`,
    differs: `EXISTS (SELECT FROM jsonb_each(excluded.attrs) AS p (id, values) WHERE NOT ${PRESENT} @> p.values)`,
    longest: `, (SELECT coalesce(max(jsonb_array_length(p.values)), 0) FROM jsonb_each(u.attrs) AS p (id, values)
                 WHERE jsonb_typeof(p.values) = 'array') AS longest`,
  },
} as const satisfies Record<AttributeMode, { attrs: string; differs: string; longest: string }>;

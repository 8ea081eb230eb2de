import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import { CONTACT_KINDS, contactKeys, type LookupKey } from '#libs/users/identities';
import {
  CONTACT_KIND_BY_CHANNEL,
  type Suppression,
  type SuppressionChannel,
  type SuppressionReason,
} from './suppression.types.js';

/** Cuts long answers of providers. */
const MAX_DETAIL = 500;

/** Position in the list: after this hash and reason. */
export interface SuppressionCursor {
  hash: Buffer;
  reason: string;
}

export interface SuppressionRow extends Omit<Suppression, 'id'> {
  hash: Buffer;
}

/** An entry by the key of its address. The address itself may be unknown. @property addedAt  absent: now */
export interface SuppressionEntry extends Omit<Suppression, 'id' | 'addedAt'> {
  channel: SuppressionChannel;
  key: LookupKey;
  addedAt?: Date;
}

const COLUMNS = 's.address, s.reason, s.detail, s.added_at AS "addedAt", s.value_hash AS hash';

/** Statements of `users.suppression`. Addresses are compared by their keys. */
@Injectable()
export class SuppressionRepository {
  constructor(private readonly db: Database) {}

  /**
   * Up to some hundred rows · primary key, in its order, so that two batches never deadlock · an existing entry stays
   * as it is.
   *
   * @returns the hashes of new entries
   */
  async insert(on: Statements, appId: number, entries: readonly SuppressionEntry[]): Promise<{ hash: Buffer }[]> {
    return on.rows(
      `INSERT INTO users.suppression (bucket, app_id, channel, value_hash, reason, address, detail, added_at)
       SELECT q.bucket, $1, q.channel, q.hash, q.reason, q.address, q.detail, coalesce(q.added_at, now())
       FROM unnest($2::smallint[], $3::smallint[], $4::bytea[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
         AS q (bucket, channel, hash, reason, address, detail, added_at)
       ORDER BY q.bucket, q.channel, q.hash, q.reason
       ON CONFLICT DO NOTHING
       RETURNING value_hash AS hash`,
      [
        appId,
        entries.map(({ key }) => key.bucket),
        entries.map(({ channel }) => CONTACT_KINDS[CONTACT_KIND_BY_CHANNEL[channel]]),
        entries.map(({ key }) => key.hash),
        entries.map(({ reason }) => reason),
        entries.map(({ address }) => address),
        entries.map(({ detail }) => detail?.slice(0, MAX_DETAIL) ?? null),
        entries.map(({ addedAt }) => addedAt ?? null),
      ],
    );
  }

  /** @param reasons  null: all. @param until  null: of any time. Rows: those of the addresses · primary key · locks them */
  async delete(
    on: Statements,
    appId: number,
    channel: SuppressionChannel,
    addresses: readonly string[],
    reasons: readonly SuppressionReason[] | null,
    until: Date | null = null,
  ): Promise<number> {
    const keys = addresses.flatMap(contactKeys);
    return on.affected(
      `DELETE FROM users.suppression AS s
       USING (SELECT DISTINCT n.bucket, n.hash FROM unnest($2::smallint[], $3::bytea[]) AS n (bucket, hash)) AS q
       WHERE s.bucket = q.bucket AND s.app_id = $1 AND s.channel = $4 AND s.value_hash = q.hash
         AND ($5::text[] IS NULL OR s.reason = ANY ($5::text[])) AND ($6::timestamptz IS NULL OR s.added_at <= $6)`,
      [
        appId,
        keys.map((key) => key.bucket),
        keys.map((key) => key.hash),
        CONTACT_KINDS[CONTACT_KIND_BY_CHANNEL[channel]],
        reasons,
        until,
      ],
    );
  }

  /** Reasons of the suppressed addresses, by position in `addresses` · primary key · no locks. */
  async findReasons(
    on: Statements,
    appId: number,
    channel: SuppressionChannel,
    addresses: readonly string[],
  ): Promise<{ position: number; reason: SuppressionReason }[]> {
    const keys = addresses.flatMap((address, position) => contactKeys(address).map((key) => ({ ...key, position })));
    return on.rows(
      `SELECT q.position, s.reason FROM unnest($2::smallint[], $3::bytea[], $5::integer[]) AS q (bucket, hash, position)
       CROSS JOIN LATERAL (
         SELECT f.reason FROM users.suppression AS f
         WHERE f.bucket = q.bucket AND f.app_id = $1 AND f.channel = $4 AND f.value_hash = q.hash OFFSET 0) AS s`,
      [
        appId,
        keys.map((key) => key.bucket),
        keys.map((key) => key.hash),
        CONTACT_KINDS[CONTACT_KIND_BY_CHANNEL[channel]],
        keys.map(({ position }) => position),
      ],
    );
  }

  /** A page of one channel's list · suppression_list, of one reason suppression_by_reason · no locks. */
  async list(
    appId: number,
    channel: SuppressionChannel,
    after: SuppressionCursor | null,
    limit: number,
    reason?: SuppressionReason,
  ): Promise<SuppressionRow[]> {
    const kind = CONTACT_KINDS[CONTACT_KIND_BY_CHANNEL[channel]];
    if (reason !== undefined) {
      return this.db.rows<SuppressionRow>(
        `SELECT ${COLUMNS} FROM users.suppression AS s
         WHERE s.app_id = $1 AND s.channel = $2 AND s.reason = $3 AND ($4::bytea IS NULL OR s.value_hash > $4::bytea)
         ORDER BY s.value_hash LIMIT $5`,
        [appId, kind, reason, after?.hash ?? null, limit],
      );
    }
    return this.db.rows<SuppressionRow>(
      `SELECT ${COLUMNS} FROM users.suppression AS s
       WHERE s.app_id = $1 AND s.channel = $2
         AND ($3::bytea IS NULL OR (s.value_hash, s.reason) > ($3::bytea, $4::text))
       ORDER BY s.value_hash, s.reason LIMIT $5`,
      [appId, kind, after?.hash ?? null, after?.reason ?? '', limit],
    );
  }

  /** All entries of one address · primary key · no locks. */
  async listByAddress(appId: number, channel: SuppressionChannel, address: string): Promise<SuppressionRow[]> {
    const keys = contactKeys(address);
    return this.db.rows<SuppressionRow>(
      `SELECT ${COLUMNS} FROM unnest($3::smallint[], $4::bytea[]) AS q (bucket, hash)
       JOIN users.suppression AS s ON s.bucket = q.bucket AND s.app_id = $1 AND s.channel = $2 AND s.value_hash = q.hash
       ORDER BY s.reason`,
      [
        appId,
        CONTACT_KINDS[CONTACT_KIND_BY_CHANNEL[channel]],
        keys.map(({ bucket }) => bucket),
        keys.map(({ hash }) => hash),
      ],
    );
  }

  /** One entry by its place in the list · suppression_list · locks it. @returns whether it was there */
  async deleteEntry(
    tx: Tx,
    appId: number,
    channel: SuppressionChannel,
    { hash, reason }: SuppressionCursor,
  ): Promise<boolean> {
    const deleted = await tx.affected(
      `DELETE FROM users.suppression AS s
       WHERE s.app_id = $1 AND s.channel = $2 AND s.value_hash = $3 AND s.reason = $4`,
      [appId, CONTACT_KINDS[CONTACT_KIND_BY_CHANNEL[channel]], hash, reason],
    );
    return deleted > 0;
  }

  /**
   * Reduces the entries of all addresses of some users to the hash. Runs before their look-ups are deleted, because it
   * reads them · few rows · contact_lookup_user, primary key · locks them.
   *
   * @param keys  keys of further e-mail addresses
   */
  async redactAddresses(
    tx: Tx,
    appId: number,
    uids: readonly number[],
    keys: readonly LookupKey[] = [],
  ): Promise<number> {
    return tx.affected(
      `WITH q AS MATERIALIZED (
         SELECT c.bucket, c.kind, c.value_hash FROM users.contact_lookup AS c
         WHERE c.app_id = $1 AND c.uid = ANY ($2::bigint[])
         UNION SELECT k.bucket, $5::smallint, k.hash FROM unnest($3::smallint[], $4::bytea[]) AS k (bucket, hash))
       UPDATE users.suppression AS s SET address = NULL, detail = NULL FROM q
       WHERE s.bucket = q.bucket AND s.app_id = $1 AND s.channel = q.kind AND s.value_hash = q.value_hash`,
      [appId, uids, keys.map(({ bucket }) => bucket), keys.map(({ hash }) => hash), CONTACT_KINDS.email],
    );
  }
}

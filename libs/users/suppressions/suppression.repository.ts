import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import { CONTACT_KINDS, contactKey, type LookupKey } from '../model/lookup-key.js';
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

export interface SuppressionRow extends Suppression {
  hash: Buffer;
}

/** An entry by the key of its address. The address itself may be unknown. */
export interface SuppressionEntry extends Omit<Suppression, 'addedAt'> {
  channel: SuppressionChannel;
  key: LookupKey;
}

/** Statements of `users.suppression`. Addresses are compared regardless of case. */
@Injectable()
export class SuppressionRepository {
  constructor(private readonly db: Database) {}

  /**
   * Up to some hundred rows · primary key, in its order, so that two batches never deadlock · an existing entry stays
   * as it is.
   */
  async insert(on: Statements, appId: number, entries: readonly SuppressionEntry[]): Promise<void> {
    await on.affected(
      `INSERT INTO users.suppression (bucket, app_id, channel, value_hash, reason, address, detail)
       SELECT q.bucket, $1, q.channel, q.hash, q.reason, q.address, q.detail
       FROM unnest($2::smallint[], $3::smallint[], $4::bytea[], $5::text[], $6::text[], $7::text[])
         AS q (bucket, channel, hash, reason, address, detail)
       ORDER BY q.bucket, q.channel, q.hash, q.reason
       ON CONFLICT DO NOTHING`,
      [
        appId,
        entries.map(({ key }) => key.bucket),
        entries.map(({ channel }) => CONTACT_KINDS[CONTACT_KIND_BY_CHANNEL[channel]]),
        entries.map(({ key }) => key.hash),
        entries.map(({ reason }) => reason),
        entries.map(({ address }) => address),
        entries.map(({ detail }) => detail?.slice(0, MAX_DETAIL) ?? null),
      ],
    );
  }

  /** @param reasons  null: all. Rows: those of the addresses · primary key · locks them */
  async delete(
    on: Statements,
    appId: number,
    channel: SuppressionChannel,
    addresses: readonly string[],
    reasons: readonly SuppressionReason[] | null,
  ): Promise<number> {
    const keys = addresses.map(contactKey);
    return on.affected(
      `DELETE FROM users.suppression AS s
       USING (SELECT DISTINCT n.bucket, n.hash FROM unnest($2::smallint[], $3::bytea[]) AS n (bucket, hash)) AS q
       WHERE s.bucket = q.bucket AND s.app_id = $1 AND s.channel = $4 AND s.value_hash = q.hash
         AND ($5::text[] IS NULL OR s.reason = ANY ($5::text[]))`,
      [
        appId,
        keys.map((key) => key.bucket),
        keys.map((key) => key.hash),
        CONTACT_KINDS[CONTACT_KIND_BY_CHANNEL[channel]],
        reasons,
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
    const keys = addresses.map(contactKey);
    return on.rows(
      `SELECT (q.n - 1)::integer AS position, s.reason
       FROM unnest($2::smallint[], $3::bytea[]) WITH ORDINALITY AS q (bucket, hash, n)
       CROSS JOIN LATERAL (
         SELECT f.reason FROM users.suppression AS f
         WHERE f.bucket = q.bucket AND f.app_id = $1 AND f.channel = $4 AND f.value_hash = q.hash OFFSET 0) AS s`,
      [
        appId,
        keys.map((key) => key.bucket),
        keys.map((key) => key.hash),
        CONTACT_KINDS[CONTACT_KIND_BY_CHANNEL[channel]],
      ],
    );
  }

  /** A page of one channel's list · suppression_list · no locks. */
  async list(
    appId: number,
    channel: SuppressionChannel,
    after: SuppressionCursor | null,
    limit: number,
  ): Promise<SuppressionRow[]> {
    return this.db.rows<SuppressionRow>(
      `SELECT s.address, s.reason, s.detail, s.added_at AS "addedAt", s.value_hash AS hash
       FROM users.suppression AS s
       WHERE s.app_id = $1 AND s.channel = $2
         AND ($3::bytea IS NULL OR (s.value_hash, s.reason) > ($3::bytea, $4::text))
       ORDER BY s.value_hash, s.reason LIMIT $5`,
      [appId, CONTACT_KINDS[CONTACT_KIND_BY_CHANNEL[channel]], after?.hash ?? null, after?.reason ?? '', limit],
    );
  }

  /**
   * Reduces the entries of all addresses of some users to the hash. Runs before their look-ups are deleted, because it
   * reads them · few rows · contact_lookup_user, primary key · locks them.
   */
  async redactAddresses(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return tx.affected(
      `UPDATE users.suppression AS s SET address = NULL, detail = NULL
       FROM (SELECT DISTINCT c.bucket, c.kind, c.value_hash FROM users.contact_lookup AS c
             WHERE c.app_id = $1 AND c.uid = ANY ($2::bigint[])) AS q
       WHERE s.bucket = q.bucket AND s.app_id = $1 AND s.channel = q.kind AND s.value_hash = q.value_hash`,
      [appId, uids],
    );
  }
}

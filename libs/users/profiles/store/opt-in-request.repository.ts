import { Injectable } from '@nestjs/common';
import { Database, prepared, type Statements, type Tx } from '#platform/db';

/** An opt-in of a user to a topic. @property channel  number of `TOPIC_CHANNELS`; 0: all of the topic */
export interface OptIn {
  uid: number;
  categoryId: number;
  channel: number;
}

/** An address as `users.contact_lookup` has it. */
export interface AskedAddress {
  kind: number;
  hash: Buffer;
}

/**
 * An opt-in that waits for its confirmation.
 *
 * @property address  null: the person has none that can be asked
 */
export interface NewOptInRequest extends OptIn {
  address: AskedAddress | null;
  language: string | null;
}

/** One confirmation. @property textHash  SHA-256 of its text, in hexadecimal */
export interface SentConfirmation {
  dispatchId: number;
  textHash: string;
}

/** A row with what was sent, newest first. */
export interface OptInRequest extends OptIn {
  askedAt: Date;
  expiresAt: Date;
  language: string | null;
  source: string;
  by: string;
  sends: SentConfirmation[];
}

/** Requests of one confirmation: those of its mailbox beyond them are asked by the next one. */
const MAX_TOGETHER = 1000;
/** Confirmations of one request that stay valid. */
const MAX_SENDS = 5;
const COLUMNS = `r.uid, r.category_id AS "categoryId", r.channel, r.asked_at AS "askedAt", r.expires_at AS "expiresAt",
  r.language, r.source, r.by, r.sends`;

/** Rows of `users.opt_in_request`: open work, which is as small as the questions of a week. */
@Injectable()
export class OptInRequestRepository {
  constructor(private readonly db: Database) {}

  /**
   * Stores requests; an opt-in that is asked for again is asked again. Links of earlier confirmations stay valid while
   * the address is the same. Up to 2,000 rows · primary key, in its order.
   */
  async upsert(
    tx: Tx,
    appId: number,
    requests: readonly NewOptInRequest[],
    { askedAt, expiresAt }: { askedAt: Date; expiresAt: Date },
  ): Promise<void> {
    await tx.affected(
      `INSERT INTO users.opt_in_request AS r
         (vb, app_id, uid, category_id, channel, kind, value_hash, is_unsent, language, asked_at, expires_at, source, by)
       SELECT q.uid % 1024, $1, q.uid, q.category_id, q.channel, q.kind, q.hash, q.hash IS NOT NULL, q.language,
              $8, $9, coalesce(nullif(current_setting('herald.consent_source', true), ''), 'HERALD'),
              coalesce(current_setting('herald.consent_by', true), '')
         FROM unnest($2::bigint[], $3::integer[], $4::smallint[], $5::smallint[], $6::bytea[], $7::text[])
           AS q (uid, category_id, channel, kind, hash, language)
        ORDER BY q.uid % 1024, q.uid, q.category_id, q.channel
       ON CONFLICT (vb, app_id, uid, category_id, channel) DO UPDATE
          SET is_unsent = excluded.is_unsent, asked_at = excluded.asked_at, expires_at = excluded.expires_at,
              kind = excluded.kind, value_hash = excluded.value_hash, source = excluded.source, by = excluded.by,
              language = coalesce(excluded.language, r.language),
              sends = CASE WHEN r.value_hash = excluded.value_hash THEN r.sends ELSE '[]' END`,
      [
        appId,
        requests.map(({ uid }) => uid),
        requests.map(({ categoryId }) => categoryId),
        requests.map(({ channel }) => channel),
        requests.map(({ address }) => address?.kind ?? null),
        requests.map(({ address }) => address?.hash ?? null),
        requests.map(({ language }) => language),
        askedAt,
        expiresAt,
      ],
    );
  }

  /** Ends requests that were withdrawn; channel 0 ends those of all channels · primary key · locks them. */
  async deleteWithdrawn(tx: Tx, appId: number, optIns: readonly OptIn[]): Promise<void> {
    await tx.affected(
      `DELETE FROM users.opt_in_request AS r
        USING unnest($2::bigint[], $3::integer[], $4::smallint[]) AS q (uid, category_id, channel)
        WHERE r.vb = q.uid % 1024 AND r.app_id = $1 AND r.uid = q.uid AND r.category_id = q.category_id
          AND (q.channel = 0 OR r.channel = q.channel)`,
      [appId, ...columns(optIns)],
    );
  }

  /** Addresses of all applications that have to be asked, the oldest first · opt_in_request_unsent · no locks. */
  async findUnsent(limit: number): Promise<(AskedAddress & { appId: number })[]> {
    return this.db.rows(
      prepared(`SELECT r.app_id AS "appId", r.value_hash AS hash, r.kind FROM users.opt_in_request AS r
        WHERE r.is_unsent AND r.value_hash IS NOT NULL ORDER BY r.asked_at LIMIT $1`),
      [limit],
    );
  }

  /** Notes that users have an address whose requests waited for one · rows of requests, few or none · primary key. */
  async awakeWithoutAddress(tx: Tx, appId: number, uids: readonly number[]): Promise<void> {
    await tx.affected(
      `UPDATE users.opt_in_request AS r SET is_unsent = true
         FROM (SELECT n.uid FROM unnest($2::bigint[]) AS n (uid) ORDER BY n.uid % 1024, n.uid) AS q
        WHERE r.vb = q.uid % 1024 AND r.app_id = $1 AND r.uid = q.uid AND r.value_hash IS NULL AND NOT r.is_unsent`,
      [appId, uids],
    );
  }

  /** Users of all applications with such requests, the oldest first · opt_in_request_unsent · no locks. */
  async findAwake(limit: number): Promise<{ appId: number; uid: number }[]> {
    return this.db.rows(
      prepared(`SELECT DISTINCT f."appId", f.uid FROM (
         SELECT r.app_id AS "appId", r.uid FROM users.opt_in_request AS r
          WHERE r.is_unsent AND r.value_hash IS NULL ORDER BY r.asked_at LIMIT $1) AS f`),
      [limit],
    );
  }

  /** Locks such requests of a user · primary key. */
  async lockAwake(tx: Tx, appId: number, uid: number): Promise<OptIn[]> {
    return tx.rows<OptIn>(
      `SELECT r.uid, r.category_id AS "categoryId", r.channel FROM users.opt_in_request AS r
        WHERE r.vb = $2::bigint % 1024 AND r.app_id = $1 AND r.uid = $2 AND r.is_unsent AND r.value_hash IS NULL
        ORDER BY r.category_id, r.channel FOR UPDATE SKIP LOCKED`,
      [appId, uid],
    );
  }

  /** Stores where a locked request is asked; null: it goes on waiting for an address · primary key. */
  async setAddress(
    tx: Tx,
    appId: number,
    { uid, categoryId, channel }: OptIn,
    address: AskedAddress | null,
    expiresAt: Date,
  ): Promise<void> {
    await tx.affected(
      `UPDATE users.opt_in_request AS r
          SET kind = $5::smallint, value_hash = $6::bytea, is_unsent = $6::bytea IS NOT NULL,
              expires_at = CASE WHEN $6::bytea IS NULL THEN r.expires_at ELSE $7::timestamptz END
        WHERE r.vb = $2::bigint % 1024 AND r.app_id = $1 AND r.uid = $2 AND r.category_id = $3 AND r.channel = $4`,
      [appId, uid, categoryId, channel, address?.kind ?? null, address?.hash ?? null, expiresAt],
    );
  }

  /** Locks what an address has to be asked, and passes over what another process asks · opt_in_request_address. */
  async lockUnsent(tx: Tx, appId: number, { kind, hash }: AskedAddress): Promise<OptInRequest[]> {
    return tx.rows<OptInRequest>(
      `SELECT ${COLUMNS} FROM users.opt_in_request AS r
        WHERE r.app_id = $1 AND r.value_hash = $2 AND r.kind = $3 AND r.is_unsent
        ORDER BY r.uid, r.category_id, r.channel LIMIT ${MAX_TOGETHER} FOR UPDATE SKIP LOCKED`,
      [appId, hash, kind],
    );
  }

  /** Notes that locked requests were sent, or will not be: `sent` is null · primary key. */
  async setSent(tx: Tx, appId: number, optIns: readonly OptIn[], sent: SentConfirmation | null): Promise<void> {
    await tx.affected(
      `UPDATE users.opt_in_request AS r
          SET is_unsent = false,
              sends = (SELECT coalesce(jsonb_agg(s.sent ORDER BY s.place), '[]')
                         FROM jsonb_array_elements($5::jsonb || r.sends) WITH ORDINALITY AS s (sent, place)
                        WHERE s.place <= ${MAX_SENDS})
         FROM unnest($2::bigint[], $3::integer[], $4::smallint[]) AS q (uid, category_id, channel)
        WHERE r.vb = q.uid % 1024 AND r.app_id = $1 AND r.uid = q.uid AND r.category_id = q.category_id
          AND r.channel = q.channel`,
      [appId, ...columns(optIns), JSON.stringify(sent === null ? [] : [sent])],
    );
  }

  /** Requests that a confirmation asked about, also after a merge · opt_in_request_address · no locks. */
  async findBySend(on: Statements, appId: number, hash: Buffer, dispatchId: number): Promise<OptInRequest[]> {
    return on.rows<OptInRequest>(
      `SELECT ${COLUMNS} FROM users.opt_in_request AS r
        WHERE r.app_id = $1 AND r.value_hash = $2 AND r.sends @> $3::jsonb
        ORDER BY r.uid, r.category_id, r.channel LIMIT ${MAX_TOGETHER}`,
      [appId, hash, JSON.stringify([{ dispatchId }])],
    );
  }

  /** Takes one request, once · primary key · locks it. */
  async take(tx: Tx, appId: number, { uid, categoryId, channel }: OptIn): Promise<boolean> {
    const deleted = await tx.affected(
      `DELETE FROM users.opt_in_request AS r
        WHERE r.vb = $2::bigint % 1024 AND r.app_id = $1 AND r.uid = $2 AND r.category_id = $3 AND r.channel = $4`,
      [appId, uid, categoryId, channel],
    );
    return deleted > 0;
  }

  /** Takes requests of all applications without a confirmation in time · opt_in_request_expiry · locks them. */
  async takeExpired(tx: Tx, before: Date, limit: number): Promise<(OptIn & { appId: number })[]> {
    return tx.rows(
      `WITH due AS MATERIALIZED (
         SELECT r.vb, r.app_id, r.uid, r.category_id, r.channel FROM users.opt_in_request AS r
          WHERE r.expires_at <= $1 ORDER BY r.expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       DELETE FROM users.opt_in_request AS r USING due AS d
        WHERE r.vb = d.vb AND r.app_id = d.app_id AND r.uid = d.uid AND r.category_id = d.category_id
          AND r.channel = d.channel
       RETURNING r.app_id AS "appId", r.uid, r.category_id AS "categoryId", r.channel`,
      [before, limit],
    );
  }

  /** Moves requests to the user who has the address now; its own stay · some rows · primary key · locks them. */
  async move(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    await tx.affected(
      `WITH moved AS (
         DELETE FROM users.opt_in_request AS r
          WHERE r.vb = $2::bigint % 1024 AND r.app_id = $1 AND r.uid = $2 RETURNING r.*)
       INSERT INTO users.opt_in_request
         (vb, app_id, uid, category_id, channel, kind, value_hash, is_unsent, language, asked_at, expires_at, source,
          by, sends)
       SELECT $3::bigint % 1024, $1, $3::bigint, m.category_id, m.channel, m.kind, m.value_hash, m.is_unsent, m.language,
              m.asked_at, m.expires_at, m.source, m.by, m.sends FROM moved AS m
       ON CONFLICT DO NOTHING`,
      [appId, fromUid, toUid],
    );
  }

  /**
   * Counts a confirmation to an address, unless it got its number of the day (UTC) · 1 row, primary key · locks it.
   *
   * @returns false: it got them
   */
  async countConfirmation(
    tx: Tx,
    appId: number,
    { kind, hash }: AskedAddress,
    day: Date,
    max: number,
  ): Promise<boolean> {
    const counted = await tx.affected(
      `INSERT INTO users.confirmation_count AS c (app_id, kind, value_hash, day, sent)
       VALUES ($1, $2, $3, ($4::timestamptz AT TIME ZONE 'UTC')::date, 1)
       ON CONFLICT (app_id, kind, value_hash, day) DO UPDATE SET sent = c.sent + 1 WHERE c.sent < $5`,
      [appId, kind, hash, day, max],
    );
    return counted > 0;
  }

  /** Deletes counts of days before one, of all applications · some rows · confirmation_count_day. */
  async deleteCountsBefore(day: Date): Promise<number> {
    return this.db.affected(
      `DELETE FROM users.confirmation_count AS c WHERE c.day < ($1::timestamptz AT TIME ZONE 'UTC')::date`,
      [day],
    );
  }
}

function columns(optIns: readonly OptIn[]): [number[], number[], number[]] {
  return [
    optIns.map(({ uid }) => uid),
    optIns.map(({ categoryId }) => categoryId),
    optIns.map(({ channel }) => channel),
  ];
}

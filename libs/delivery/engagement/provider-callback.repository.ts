import { Injectable } from '@nestjs/common';
import { sha256 } from '#platform/crypto';
import { Database, type Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import type { MessageRef } from '../model/message-id.js';
import { REPORTABLE_SEND } from './clicks/reportable-send.sql.js';

/** The report of a provider or mail server about a message that it had accepted. */
export interface ProviderCallback {
  kind: 'delivered' | 'read' | 'undelivered' | 'bounce' | 'delay' | 'complaint';
  /** The provider's code; empty without one. */
  code: string;
  /** The original text of the report. */
  raw: string;
}

/** First key of this advisory lock, with the number of the channel added; no other lock has it. */
const COUNT_LOCK = 4_813_200;
/** Bytes of the hash of a fact about a message. */
const HASH_BYTES = 16;

/** Statements of `delivery.provider_receipt` and `past_report`. RETURNING, because Citus counts rows that were there already. */
@Injectable()
export class ProviderCallbackRepository {
  constructor(private readonly db: Database) {}

  /**
   * Finds a message among those of all applications: its id comes from a valid token.
   * One row · primary key of dispatch · no locks.
   */
  async findApplicationId(dispatchId: number): Promise<number | undefined> {
    const row = await this.db.row<{ appId: number }>(
      'SELECT d.app_id AS "appId" FROM delivery.dispatch AS d WHERE d.dispatch_id = $1 AND d.day IS NOT NULL',
      [dispatchId],
    );
    return row?.appId;
  }

  /**
   * The account that a message went by, where its channel had several; undefined: it is not known.
   * One row · primary key of dispatch, push_result_once · no locks.
   */
  async findAccountId(appId: number, { dispatchId, channel, recipientId }: MessageRef): Promise<number | undefined> {
    const row = await this.db.row<{ accountId: number | null }>(
      `WITH d AS MATERIALIZED (
         SELECT d.day FROM delivery.dispatch AS d WHERE d.dispatch_id = $3 AND d.app_id = $2 AND d.day IS NOT NULL)
       SELECT r.account_id AS "accountId" FROM d
         JOIN delivery.push_result AS r
           ON r.vb = $1 AND r.app_id = $2 AND r.dispatch_id = $3 AND r.channel = $4 AND r.day = d.day
          AND r.recipient_id = $5`,
      [bucketOfId(recipientId), appId, dispatchId, channel, recipientId],
    );
    return row?.accountId ?? undefined;
  }

  /** One row, once for each kind and code · dispatch's primary key, provider_receipt_once. @returns whether it is new */
  async insertCallback(
    tx: Tx,
    appId: number,
    { dispatchId, channel, recipientId }: MessageRef,
    { kind, code, raw }: ProviderCallback,
  ): Promise<boolean> {
    const inserted = await tx.affected(
      `INSERT INTO delivery.provider_receipt (vb, app_id, day, dispatch_id, channel, recipient_id, kind, code, raw)
       SELECT $1, d.app_id, d.day, d.dispatch_id, $4, $5, $6, $7, $8
         FROM delivery.dispatch AS d WHERE ${REPORTABLE_SEND}
       ON CONFLICT DO NOTHING RETURNING vb`,
      [bucketOfId(recipientId), dispatchId, appId, channel, recipientId, kind, code, raw],
    );
    return inserted === 1;
  }

  /**
   * Marks an e-mail that came back while its person may go on to another content of the campaign · at most one row ·
   * dispatch's primary key.
   */
  async markBounce(tx: Tx, appId: number, { dispatchId, channel, recipientId }: MessageRef): Promise<void> {
    await tx.affected(
      `INSERT INTO delivery.next_content (vb, app_id, dispatch_id, channel, recipient_id, lead_id, is_bounce)
       SELECT $1, d.app_id, d.dispatch_id, $4, $5, d.lead_id, true FROM delivery.dispatch AS d
        WHERE d.dispatch_id = $2 AND d.app_id = $3 AND d.lead_id IS NOT NULL AND d.stopped_at IS NULL
          AND d.options #>> '{reach,reach}' = 'first' AND d.content < (d.options #>> '{reach,contents}')::integer - 1
          AND d.launched_at + (d.options #>> '{reach,within}')::integer * interval '1 second' > now()
       ON CONFLICT DO NOTHING`,
      [bucketOfId(recipientId), dispatchId, appId, channel, recipientId],
    );
  }

  /** The text of a report that is stored with this kind and code · one row · provider_receipt_once · no locks. */
  async findText(
    tx: Tx,
    appId: number,
    { dispatchId, channel, recipientId }: MessageRef,
    { kind, code }: ProviderCallback,
  ): Promise<string | undefined> {
    const row = await tx.row<{ raw: string }>(
      `WITH d AS MATERIALIZED (
         SELECT d.day FROM delivery.dispatch AS d WHERE d.dispatch_id = $2 AND d.app_id = $3 AND d.day IS NOT NULL)
       SELECT p.raw FROM d JOIN delivery.provider_receipt AS p
           ON p.vb = $1 AND p.app_id = $3 AND p.day = d.day AND p.dispatch_id = $2 AND p.channel = $4
          AND p.recipient_id = $5 AND p.kind = $6 AND p.code = $7`,
      [bucketOfId(recipientId), dispatchId, appId, channel, recipientId, kind, code],
    );
    return row?.raw;
  }

  /**
   * Keeps for some weeks that a fact about a message is known: a hash names both, and no recipient. Of two transactions
   * the second waits for the first. One row · primary key. @returns whether it is new
   */
  async insertFact(
    tx: Tx,
    appId: number,
    { dispatchId, channel, recipientId }: MessageRef,
    fact: string,
  ): Promise<boolean> {
    const hash = sha256([dispatchId, channel, recipientId, fact].join(' ')).subarray(0, HASH_BYTES);
    const inserted = await tx.affected(
      `INSERT INTO delivery.past_report (app_id, report_hash, reported_at) VALUES ($1, $2, now())
       ON CONFLICT DO NOTHING RETURNING app_id`,
      [appId, hash],
    );
    return inserted === 1;
  }

  /** Deletes what is older, of all applications · some rows · past_report_reported_at. */
  async deletePastReports(days: number): Promise<number> {
    return this.db.affected(
      `DELETE FROM delivery.past_report AS r WHERE r.reported_at < now() - $1::integer * interval '1 day'`,
      [days],
    );
  }

  /**
   * Lets one transaction at a time count the messages to a recipient, after it has stored its own report: of two reports
   * at one moment the second one counts both.
   */
  async lockCounts(tx: Tx, { channel, recipientId }: Pick<MessageRef, 'channel' | 'recipientId'>): Promise<void> {
    await tx.row('SELECT pg_advisory_xact_lock($1, hashint8($2))', [COUNT_LOCK + channel, recipientId]);
  }

  /**
   * Counts the messages to a recipient that ended with one of some codes in the last `days` days.
   * Some dozens of rows: one bucket and application in these days · provider_receipt_once of each day · no locks · no index
   * by recipient: this query is rare, and every written row would pay for the index.
   */
  async countCallbacks(
    tx: Tx,
    appId: number,
    { channel, recipientId }: MessageRef,
    codes: readonly string[],
    days: number,
  ): Promise<number> {
    const row = await tx.row<{ count: number }>(
      `SELECT count(DISTINCT p.dispatch_id) AS count FROM delivery.provider_receipt AS p
        WHERE p.vb = $1 AND p.app_id = $2 AND p.day > (now() AT TIME ZONE 'UTC')::date - $5::integer
          AND p.channel = $3 AND p.recipient_id = $4 AND p.code = ANY ($6::text[])`,
      [bucketOfId(recipientId), appId, channel, recipientId, days, codes],
    );
    return row?.count ?? 0;
  }
}

import { Injectable } from '@nestjs/common';
import { CHANNELS, type Channel } from '#libs/channels/definitions';
import { prepared, type Tx } from '#platform/db';
import { BUCKETS, bucketOfId } from '#platform/ids';
import type { UnconfirmedSend, LeasedChunk, Result, Retry } from '../model/delivery.types.js';

/**
 * When consent was read, by the clock of the database: that of its history. Workers give milliseconds alone, because their
 * clocks may be wrong.
 */
const CHECKED_AT = `coalesce($12::timestamptz, now() - $13::float8 * interval '1 millisecond')`;

const INSERT_RESULTS = prepared(`INSERT INTO delivery.push_result
    (vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status, error_code, reason, account_id, checked_at)
  SELECT (r.recipient_id % ${BUCKETS})::smallint, $1, $2::date, $3, $4, r.recipient_id, r.uid, $5, $6, $7, $8, $9,
         ${CHECKED_AT}
    FROM unnest($10::bigint[], $11::bigint[]) AS r (recipient_id, uid)`);

/** Inserts results with the text of each recipient. */
const INSERT_RESULTS_WITH_TEXTS = prepared(`INSERT INTO delivery.push_result
    (vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status, error_code, reason, account_id, checked_at,
     shown)
  SELECT (r.recipient_id % ${BUCKETS})::smallint, $1, $2::date, $3, $4, r.recipient_id, r.uid, $5, $6, $7, $8, $9,
         ${CHECKED_AT}, r.shown::jsonb
    FROM unnest($10::bigint[], $11::bigint[], $14::text[]) AS r (recipient_id, uid, shown)`);

/** Statements of results, retries and unconfirmed sends. Rows are written in (vb, id) order, the order of their index. */
@Injectable()
export class ResultRepository {
  /**
   * Stores final results with a plain insert. A second result of a recipient breaks an invariant, so the unique key must
   * stop the transaction. `ON CONFLICT` would also cost twice the CPU. Equal results share one statement, which sends
   * their values once; mostly that is the whole batch.
   * Up to a batch of rows · push_result_once.
   *
   * @param checkedMs  since consent was read; null: nothing was sent
   */
  async insertResults(
    tx: Tx,
    chunk: LeasedChunk,
    day: string,
    results: readonly Result[],
    checkedMs: number | null = null,
  ): Promise<void> {
    for (const [{ platform, status, errorCode, reason, accountId, checkedAt }, group] of groupEqualResults(results)) {
      const hasTexts = group.some(({ shown }) => shown !== undefined);
      await tx.affected(hasTexts ? INSERT_RESULTS_WITH_TEXTS : INSERT_RESULTS, [
        chunk.appId,
        day,
        chunk.dispatchId,
        CHANNELS[chunk.channel],
        platform,
        status,
        errorCode,
        reason,
        accountId ?? null,
        group.map(({ recipientId }) => recipientId),
        group.map(({ uid }) => uid),
        checkedAt ?? null,
        checkedMs,
        ...(hasTexts ? [group.map(({ shown }) => shown ?? null)] : []),
      ]);
    }
  }

  /** @param isDueNow  the dispatch is stopped: the next recovery takes the retries and ends them as skipped */
  async insertRetries(tx: Tx, chunk: LeasedChunk, retries: readonly Retry[], isDueNow: boolean): Promise<void> {
    if (retries.length === 0) {
      return;
    }
    await tx.affected(
      `INSERT INTO delivery.retry (vb, app_id, dispatch_id, channel, recipient_id, attempt, due_at, expires_at, uid, error_code,
                                   reason, words, account_id)
       SELECT r.vb, $1, $2, $3, r.recipient_id, r.attempt, CASE WHEN $9 THEN now() ELSE r.due_at END, r.expires_at, r.uid,
              r.error_code, r.reason, r.words, r.account_id
         FROM unnest($4::smallint[], $5::bigint[], $6::smallint[], $7::timestamptz[], $8::timestamptz[],
                     $10::bigint[], $11::text[], $12::text[], $13::text[], $14::integer[])
                AS r (vb, recipient_id, attempt, due_at, expires_at, uid, error_code, reason, words, account_id)`,
      [
        chunk.appId,
        chunk.dispatchId,
        CHANNELS[chunk.channel],
        retries.map(({ recipientId }) => bucketOfId(recipientId)),
        retries.map(({ recipientId }) => recipientId),
        retries.map(({ attempt }) => attempt),
        retries.map(({ dueAt }) => dueAt),
        retries.map(({ expiresAt }) => expiresAt),
        isDueNow,
        retries.map(({ recipientId }) => chunk.owners.get(recipientId) ?? null),
        retries.map(({ error }) => error?.code ?? null),
        retries.map(({ error }) => error?.reason ?? null),
        retries.map(({ error }) => error?.words ?? null),
        retries.map(({ accountId }) => accountId ?? null),
      ],
    );
  }

  async insertUnconfirmed(tx: Tx, chunk: LeasedChunk, unconfirmed: readonly UnconfirmedSend[]): Promise<void> {
    if (unconfirmed.length === 0) {
      return;
    }
    await tx.affected(
      `INSERT INTO delivery.in_doubt (vb, app_id, dispatch_id, channel, recipient_id, cause)
       SELECT d.vb, $1, $2, $3, d.recipient_id, d.cause
         FROM unnest($4::smallint[], $5::bigint[], $6::text[]) AS d (vb, recipient_id, cause)`,
      [
        chunk.appId,
        chunk.dispatchId,
        CHANNELS[chunk.channel],
        unconfirmed.map(({ recipientId }) => bucketOfId(recipientId)),
        unconfirmed.map(({ recipientId }) => recipientId),
        unconfirmed.map(({ cause }) => cause),
      ],
    );
  }

  /**
   * Deletes and returns retries that are due; the caller puts them into chunks in the same transaction. They are selected
   * without locks and deleted by key, so that only one of two recoveries gets a row. Their dispatches are locked before, as
   * a stop does it, and in the order of their ids.
   * At most 5000 rows · retry_due · locks them, and their dispatches shared.
   */
  async takeDueRetries(tx: Tx): Promise<DueRetry[]> {
    const due = await tx.rows<{ dispatchId: number }>(
      prepared(`SELECT DISTINCT s.dispatch_id AS "dispatchId"
         FROM (SELECT dispatch_id FROM delivery.retry WHERE due_at <= now() ORDER BY due_at LIMIT 5000) AS s`),
    );
    if (due.length === 0) {
      return [];
    }
    const dispatchIds = due.map(({ dispatchId }) => dispatchId);
    await tx.affected(
      'SELECT FROM delivery.dispatch WHERE dispatch_id = ANY ($1::bigint[]) ORDER BY dispatch_id FOR SHARE',
      [dispatchIds],
    );
    return tx.rows<DueRetry>(
      `DELETE FROM delivery.retry r
        USING (SELECT vb, app_id, dispatch_id, channel, recipient_id FROM delivery.retry
                WHERE due_at <= now() AND dispatch_id = ANY ($1::bigint[]) ORDER BY due_at LIMIT 5000) s
        WHERE r.vb = s.vb AND r.app_id = s.app_id AND r.dispatch_id = s.dispatch_id AND r.channel = s.channel
          AND r.recipient_id = s.recipient_id
        RETURNING r.vb, r.app_id AS "appId", r.dispatch_id AS "dispatchId", r.channel,
                  r.recipient_id AS "recipientId", r.attempt, r.expires_at AS "expiresAt",
                  (extract(epoch FROM r.expires_at - now()) * 1000)::float8 AS "leftMs", r.uid,
                  r.error_code AS "errorCode", r.reason, r.words, r.account_id AS "accountId"`,
      [dispatchIds],
    );
  }
}

export interface DueRetry {
  vb: number;
  appId: number;
  dispatchId: number;
  channel: (typeof CHANNELS)[Channel];
  recipientId: number;
  attempt: number;
  expiresAt: Date;
  /** Until then. */
  leftMs: number;
  /** User of the installation at the launch; null: for its first user. */
  uid: number | null;
  errorCode: string | null;
  reason: string | null;
  words: string | null;
  /** The only account that may try again; null: any. */
  accountId: number | null;
}

/** Groups results that differ only in their recipient. Each group keeps the order and begins with its first result. */
function groupEqualResults(results: readonly Result[]): [Result, Result[]][] {
  const groups: [Result, Result[]][] = [];
  for (const result of results) {
    const group = groups.find(([first]) => isEqualResult(first, result));
    if (group) {
      group[1].push(result);
    } else {
      groups.push([result, [result]]);
    }
  }
  return groups;
}

function isEqualResult(left: Result, right: Result): boolean {
  return (
    left.platform === right.platform &&
    left.status === right.status &&
    left.errorCode === right.errorCode &&
    left.reason === right.reason &&
    left.accountId === right.accountId &&
    left.checkedAt === right.checkedAt
  );
}

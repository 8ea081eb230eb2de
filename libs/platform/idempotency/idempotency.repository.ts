import { Injectable } from '@nestjs/common';
import { sha256 } from '#platform/crypto';
import { Database } from '#platform/db';
import type { AnswerHeaders, KeyedRequest } from './idempotency.types.js';

/** Rows deleted by one statement, which limits how long its locks are held. */
const DELETE_BATCH_SIZE = 10_000;

/** The stored row of a request. */
export interface StoredAnswer {
  fingerprint: Buffer;
  /** Null: the answer had no body. */
  answer: Buffer | null;
  /** Null: it had none. */
  headers: AnswerHeaders | null;
}

/** Statements of `platform.idempotency`. */
@Injectable()
export class IdempotencyRepository {
  constructor(private readonly db: Database) {}

  /**
   * Marks a request as in progress until the end of the caller's transaction: an advisory lock on 64 bits of its hash.
   * It is taken before the row is read, so that the read sees the commit of an earlier holder.
   *
   * @returns false, at once, when another request holds the lock
   */
  async claim(request: KeyedRequest): Promise<boolean> {
    const row = await this.db.row<{ claimed: boolean }>('SELECT pg_try_advisory_xact_lock($1::bigint) AS claimed', [
      sha256(JSON.stringify(['idempotency', request.appId, request.scope, request.key]))
        .readBigInt64BE()
        .toString(),
    ]);
    return row?.claimed === true;
  }

  /** One row · primary key. */
  async find({ appId, scope, key }: KeyedRequest, now: Date): Promise<StoredAnswer | undefined> {
    return this.db.row<StoredAnswer>(
      `SELECT i.fingerprint, i.answer, i.headers FROM platform.idempotency AS i
        WHERE i.app_id = $1 AND i.scope = $2 AND i.key = $3 AND i.expires_at > $4`,
      [appId, scope, key, now],
    );
  }

  /** One row · primary key. An existing row has expired, because the lock is held and `find` found none. */
  async save(
    { appId, scope, key, fingerprint }: KeyedRequest,
    { answer, headers }: { answer: Buffer | null; headers: AnswerHeaders },
    expiresAt: Date,
  ): Promise<void> {
    const stored = Object.keys(headers).length === 0 ? null : JSON.stringify(headers);
    await this.db.affected(
      `INSERT INTO platform.idempotency (app_id, scope, key, fingerprint, answer, headers, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7)
       ON CONFLICT (app_id, scope, key) DO UPDATE
         SET fingerprint = excluded.fingerprint, answer = excluded.answer, headers = excluded.headers,
             expires_at = excluded.expires_at`,
      [appId, scope, key, fingerprint, answer, stored, expiresAt],
    );
  }

  /**
   * Deletes expired rows of all applications · index on expires_at · 10,000 rows a statement, by row address, because
   * DELETE has no LIMIT. A row that is renewed during the statement is checked again and stays.
   *
   * @returns the number of rows
   */
  async deleteExpired(now: Date): Promise<number> {
    for (let sum = 0; ;) {
      const deleted = await this.db.affected(
        `DELETE FROM platform.idempotency AS i
          WHERE i.expires_at <= $1
            AND i.ctid = ANY (ARRAY(
              SELECT e.ctid FROM platform.idempotency AS e WHERE e.expires_at <= $1 ORDER BY e.expires_at LIMIT $2))`,
        [now, DELETE_BATCH_SIZE],
      );
      sum += deleted;
      if (deleted < DELETE_BATCH_SIZE) {
        return sum;
      }
    }
  }
}

import { Injectable } from '@nestjs/common';
import { Database, prepared, type Statements, type Tx } from '#platform/db';

/** A form that a person filled in. @property topics  names of topics. @property language  a tag; null: not said */
export interface Subscription {
  appId: number;
  email: string;
  topics: string[];
  language: string | null;
}

/** Names a stored form. */
export interface SubscriptionId {
  appId: number;
  id: number;
}

/** A stored form. @property textHash  SHA-256 of the text that asked, in hexadecimal; null: it was not asked yet */
export interface StoredSubscription extends Subscription, SubscriptionId {
  hash: Buffer;
  askedAt: Date;
  expiresAt: Date;
  confirmedAt: Date | null;
  tries: number;
  textHash: string | null;
}

const COLUMNS = `s.subscription_id AS id, s.app_id AS "appId", s.email, s.value_hash AS hash, s.topics, s.language,
  s.asked_at AS "askedAt", s.expires_at AS "expiresAt", s.confirmed_at AS "confirmedAt", s.tries,
  s.text_hash AS "textHash"`;

/** Rows of `users.subscription`. */
@Injectable()
export class SubscriptionRepository {
  constructor(private readonly db: Database) {}

  /** One row, no look-up. */
  async insert(
    { appId, email, topics, language }: Subscription,
    { hash, askedAt, expiresAt }: { hash: Buffer; askedAt: Date; expiresAt: Date },
  ): Promise<void> {
    await this.db.affected(
      `INSERT INTO users.subscription (app_id, email, topics, language, value_hash, asked_at, expires_at, due_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $6)`,
      [appId, email, topics, language, hash, askedAt, expiresAt],
    );
  }

  /** Unread forms of all applications, the oldest first · subscription_due · no locks. */
  async findUnread(now: Date, limit: number): Promise<SubscriptionId[]> {
    return this.db.rows<SubscriptionId>(
      prepared(`SELECT s.app_id AS "appId", s.subscription_id AS id FROM users.subscription AS s
        WHERE s.due_at <= $1 AND NOT s.is_read ORDER BY s.due_at LIMIT $2`),
      [now, limit],
    );
  }

  /** Locks an unread one, unless another process has it · primary key. */
  async lockUnread(tx: Tx, { appId, id }: SubscriptionId): Promise<StoredSubscription | undefined> {
    return tx.row<StoredSubscription>(
      `SELECT ${COLUMNS} FROM users.subscription AS s
        WHERE s.app_id = $1 AND s.subscription_id = $2 AND NOT s.is_read FOR UPDATE SKIP LOCKED`,
      [appId, id],
    );
  }

  /** Notes that the address of a form has no user: it will be asked · primary key. */
  async setRead(tx: Tx, { appId, id }: SubscriptionId): Promise<void> {
    await tx.affected(
      'UPDATE users.subscription AS s SET is_read = true WHERE s.app_id = $1 AND s.subscription_id = $2',
      [appId, id],
    );
  }

  /** Forms of all applications whose addresses have to be asked, the oldest first · subscription_due · no locks. */
  async findDue(now: Date, limit: number): Promise<SubscriptionId[]> {
    return this.db.rows<SubscriptionId>(
      prepared(`SELECT s.app_id AS "appId", s.subscription_id AS id FROM users.subscription AS s
        WHERE s.due_at <= $1 AND s.is_read ORDER BY s.due_at LIMIT $2`),
      [now, limit],
    );
  }

  /**
   * Takes a form whose address has to be asked. From then on no other process asks it, also when this one dies: it may
   * have been asked · primary key.
   *
   * @returns undefined: another process has it, or it is not due any more
   */
  async claim(tx: Tx, { appId, id }: SubscriptionId, now: Date): Promise<StoredSubscription | undefined> {
    return tx.row<StoredSubscription>(
      `UPDATE users.subscription AS s SET due_at = NULL, tries = s.tries + 1
        WHERE s.app_id = $1
          AND s.subscription_id = (SELECT d.subscription_id FROM users.subscription AS d
                                    WHERE d.app_id = $1 AND d.subscription_id = $2 AND d.due_at <= $3 AND d.is_read
                                      FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}`,
      [appId, id, now],
    );
  }

  /** Stores with which text a claimed form is asked · primary key. */
  async setText(tx: Tx, { appId, id }: SubscriptionId, textHash: string): Promise<void> {
    await tx.affected(
      'UPDATE users.subscription AS s SET text_hash = $3 WHERE s.app_id = $1 AND s.subscription_id = $2',
      [appId, id, textHash],
    );
  }

  /** Lets a claimed form be asked again: nothing has left · primary key. */
  async postpone({ appId, id }: SubscriptionId, dueAt: Date): Promise<void> {
    await this.db.affected(
      'UPDATE users.subscription AS s SET due_at = $3 WHERE s.app_id = $1 AND s.subscription_id = $2',
      [appId, id, dueAt],
    );
  }

  /** Postpones forms that no process claimed; they keep their tries · some hundred rows · primary key. */
  async postponeUnclaimed(appId: number, ids: readonly number[], dueAt: Date): Promise<void> {
    await this.db.affected(
      `UPDATE users.subscription AS s SET due_at = $3
        WHERE s.app_id = $1 AND s.subscription_id = ANY ($2::bigint[]) AND s.due_at IS NOT NULL`,
      [appId, ids, dueAt],
    );
  }

  /** Counts a try that failed before anything left, unless another process has the form · primary key. */
  async countFault({ appId, id }: SubscriptionId, pauseMs: number): Promise<number | undefined> {
    const row = await this.db.row<{ tries: number }>(
      `UPDATE users.subscription AS s
          SET tries = s.tries + 1, due_at = s.due_at + $3 * interval '1 millisecond' * 2 ^ least(s.tries, 10)
        WHERE s.app_id = $1 AND s.subscription_id = $2 AND s.due_at IS NOT NULL RETURNING s.tries`,
      [appId, id, pauseMs],
    );
    return row?.tries;
  }

  /** Reads one that its address was asked about · primary key · no locks. */
  async find(on: Statements, appId: number, id: number): Promise<StoredSubscription | undefined> {
    return on.row<StoredSubscription>(
      `SELECT ${COLUMNS} FROM users.subscription AS s
        WHERE s.subscription_id = $2 AND s.app_id = $1 AND s.text_hash IS NOT NULL`,
      [appId, id],
    );
  }

  /** Notes that one was confirmed · primary key · locks it. @returns false: it was before */
  async setConfirmed(tx: Tx, { appId, id }: SubscriptionId, confirmedAt: Date): Promise<boolean> {
    const changed = await tx.affected(
      `UPDATE users.subscription AS s SET confirmed_at = $3
        WHERE s.app_id = $1 AND s.subscription_id = $2 AND s.confirmed_at IS NULL`,
      [appId, id, confirmedAt],
    );
    return changed > 0;
  }

  /** Deletes one · primary key. */
  async delete({ appId, id }: SubscriptionId, on: Statements = this.db): Promise<void> {
    await on.affected('DELETE FROM users.subscription AS s WHERE s.app_id = $1 AND s.subscription_id = $2', [
      appId,
      id,
    ]);
  }

  /** Deletes those of all applications that can be confirmed no more · some rows · subscription_expiry. */
  async deleteExpired(before: Date): Promise<void> {
    await this.db.affected('DELETE FROM users.subscription AS s WHERE s.expires_at <= $1', [before]);
  }
}

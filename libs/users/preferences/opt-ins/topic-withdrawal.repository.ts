import { Injectable } from '@nestjs/common';
import type { ConsentOrigin } from '#libs/users/consent';
import type { LookupKey } from '#libs/users/identities';
import { Database, prepared, type Tx } from '#platform/db';

/**
 * A mailbox that leaves topics by e-mail.
 *
 * @property key      of the address
 * @property lastUid  users up to this one have left
 */
export interface TopicWithdrawal {
  appId: number;
  key: LookupKey;
  lastUid: number;
  categoryIds: number[];
  origin: ConsentOrigin;
}

/** Rows of `users.topic_withdrawal`: open work of seconds. */
@Injectable()
export class TopicWithdrawalRepository {
  constructor(private readonly db: Database) {}

  /** One row; that of an earlier click on the same link begins again · primary key. */
  async upsert(tx: Tx, { appId, key, lastUid, categoryIds, origin }: TopicWithdrawal): Promise<void> {
    await tx.affected(
      `INSERT INTO users.topic_withdrawal AS w (app_id, by, source, bucket, value_hash, category_ids, last_uid)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (app_id, by) DO UPDATE SET last_uid = least(w.last_uid, excluded.last_uid)`,
      [appId, origin.by, origin.source, key.bucket, key.hash, categoryIds, lastUid],
    );
  }

  /** Open ones of all applications, the oldest first · topic_withdrawal_due · no locks. */
  async findDue(now: Date, limit: number): Promise<{ appId: number; by: string }[]> {
    return this.db.rows(
      prepared(`SELECT w.app_id AS "appId", w.by FROM users.topic_withdrawal AS w
        WHERE w.due_at <= $1 ORDER BY w.due_at LIMIT $2`),
      [now, limit],
    );
  }

  /** Locks one, unless another process has it · primary key. */
  async lock(tx: Tx, appId: number, by: string): Promise<TopicWithdrawal | undefined> {
    const row = await tx.row<{
      bucket: number;
      hash: Buffer;
      lastUid: number;
      categoryIds: number[];
      source: ConsentOrigin['source'];
    }>(
      `SELECT w.bucket, w.value_hash AS hash, w.last_uid AS "lastUid", w.category_ids AS "categoryIds", w.source
         FROM users.topic_withdrawal AS w WHERE w.app_id = $1 AND w.by = $2 FOR UPDATE SKIP LOCKED`,
      [appId, by],
    );
    if (!row) {
      return undefined;
    }
    const { bucket, hash, source, ...rest } = row;
    return { ...rest, appId, key: { bucket, hash }, origin: { source, by } };
  }

  /** Notes how far a locked one has come · primary key. */
  async advance(tx: Tx, appId: number, by: string, lastUid: number): Promise<void> {
    await tx.affected('UPDATE users.topic_withdrawal AS w SET last_uid = $3 WHERE w.app_id = $1 AND w.by = $2', [
      appId,
      by,
      lastUid,
    ]);
  }

  /** Lets one wait after a fault · primary key. */
  async postpone(appId: number, by: string, dueAt: Date): Promise<void> {
    await this.db.affected('UPDATE users.topic_withdrawal AS w SET due_at = $3 WHERE w.app_id = $1 AND w.by = $2', [
      appId,
      by,
      dueAt,
    ]);
  }

  /** Ends one · primary key. */
  async delete(tx: Tx, appId: number, by: string): Promise<void> {
    await tx.affected('DELETE FROM users.topic_withdrawal AS w WHERE w.app_id = $1 AND w.by = $2', [appId, by]);
  }
}

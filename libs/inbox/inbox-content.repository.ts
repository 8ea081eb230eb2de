import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import type { InboxContent } from './message-content.js';

export interface NewInboxContent {
  dispatchId: number;
  /** Notification key. */
  msgId: number;
  categories: readonly number[];
  content: InboxContent;
}

/** Rows in one delete statement. */
const DELETE_BATCH_SIZE = 1000;

@Injectable()
export class InboxContentRepository {
  constructor(private readonly db: Database) {}

  /** Stores the common content of a dispatch's messages; a repeat changes nothing. */
  async insert(appId: number, { dispatchId, msgId, categories, content }: NewInboxContent): Promise<void> {
    await this.db.affected(
      `INSERT INTO inbox.content (app_id, dispatch_id, msg_id, categories, content)
       VALUES ($1, $2, $3, $4::integer[], $5::jsonb)
       ON CONFLICT (app_id, dispatch_id) DO NOTHING`,
      [appId, dispatchId, msgId, categories, JSON.stringify(content)],
    );
  }

  /** Deletes the content of some dispatches · primary key. */
  async deleteByDispatches(tx: Tx, appId: number, dispatchIds: readonly number[]): Promise<void> {
    await tx.affected('DELETE FROM inbox.content c WHERE c.app_id = $1 AND c.dispatch_id = ANY ($2::bigint[])', [
      appId,
      dispatchIds,
    ]);
  }

  /** Deletes content that no message can refer to any more · content_by_age · in statements of 1,000 rows. */
  async deleteExpired(appId: number, before: Date): Promise<void> {
    for (let deleted = DELETE_BATCH_SIZE; deleted === DELETE_BATCH_SIZE;) {
      deleted = await this.db.affected(
        `DELETE FROM inbox.content c WHERE c.app_id = $1 AND c.dispatch_id = ANY (ARRAY(
           SELECT o.dispatch_id FROM inbox.content o
            WHERE o.app_id = $1 AND o.created_at < $2 ORDER BY o.created_at LIMIT $3))`,
        [appId, before, DELETE_BATCH_SIZE],
      );
    }
  }
}

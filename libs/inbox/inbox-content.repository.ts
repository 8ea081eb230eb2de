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

  /** Deletes content that no message can refer to any more · content_by_age. */
  async deleteExpired(appId: number, before: Date): Promise<void> {
    await this.db.affected('DELETE FROM inbox.content c WHERE c.app_id = $1 AND c.created_at < $2', [appId, before]);
  }
}

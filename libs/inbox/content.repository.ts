import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import type { Content } from './message-content.js';

export interface NewContent {
  dispatchId: number;
  /** Notification key. */
  msgId: number;
  categories: readonly number[];
  content: Content;
}

@Injectable()
export class ContentRepository {
  constructor(private readonly db: Database) {}

  /** Stores what a dispatch's messages have in common; a second time changes nothing. */
  async insert(appId: number, { dispatchId, msgId, categories, content }: NewContent): Promise<void> {
    await this.db.affected(
      `INSERT INTO inbox.content (app_id, dispatch_id, msg_id, categories, content)
       VALUES ($1, $2, $3, $4::integer[], $5::jsonb)
       ON CONFLICT (app_id, dispatch_id) DO NOTHING`,
      [appId, dispatchId, msgId, categories, JSON.stringify(content)],
    );
  }

  /** Removes what the messages of some dispatches have in common · primary key. */
  async erase(tx: Tx, appId: number, dispatchIds: readonly number[]): Promise<void> {
    await tx.affected('DELETE FROM inbox.content c WHERE c.app_id = $1 AND c.dispatch_id = ANY ($2::bigint[])', [
      appId,
      dispatchIds,
    ]);
  }

  /** Removes what no message can refer to any more · content_by_age. */
  async expire(appId: number, before: Date): Promise<void> {
    await this.db.affected('DELETE FROM inbox.content c WHERE c.app_id = $1 AND c.created_at < $2', [appId, before]);
  }
}

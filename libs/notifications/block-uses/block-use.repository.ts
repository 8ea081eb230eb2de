import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import type { Definition } from '../model/notifications.types.js';

/** More are no list that a person looks through. */
const MAX_USES = 500;

/** Definitions by the blocks with which they are stored. */
@Injectable()
export class BlockUseRepository {
  constructor(private readonly db: Database) {}

  /** Open definitions, the newest first · those of an application · definition_listed. */
  async list(appId: number, name: string): Promise<Pick<Definition, 'notificationKey' | 'name' | 'message'>[]> {
    return this.db.rows(
      `SELECT d.notification_key AS "notificationKey", d.name, d.message FROM notifications.definition AS d
        WHERE d.app_id = $1 AND d.kind = 'definition' AND d.ended_at IS NULL AND d.message -> 'blocks' ? $2
        ORDER BY d.notification_key DESC LIMIT ${MAX_USES}`,
      [appId, name],
    );
  }

  /** Open definitions by block and the version with which they are stored · those of an application · definition_listed. */
  async count(appId: number): Promise<{ name: string; version: number; uses: number }[]> {
    return this.db.rows(
      `SELECT b.name, (b.block ->> 'version')::int AS version, count(*)::int AS uses
         FROM notifications.definition AS d CROSS JOIN LATERAL jsonb_each(d.message -> 'blocks') AS b (name, block)
        WHERE d.app_id = $1 AND d.kind = 'definition' AND d.ended_at IS NULL AND d.message ? 'blocks'
        GROUP BY 1, 2`,
      [appId],
    );
  }
}

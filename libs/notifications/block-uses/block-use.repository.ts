import { Injectable } from '@nestjs/common';
import { cutInto } from '#platform/collections';
import { Database, integerArray } from '#platform/db';
import type { Definition } from '../model/notifications.types.js';

/** More are no list that a person looks through. */
const MAX_USES = 500;
/** A definition takes up to some megabytes. */
const READ_AT_ONCE = 10;

/** Definitions by the blocks with which they are stored. */
@Injectable()
export class BlockUseRepository {
  constructor(private readonly db: Database) {}

  /** Open definitions, the newest first, a few at a time · those of an application · definition_listed, primary key. */
  async *read(appId: number, name: string): AsyncGenerator<Pick<Definition, 'notificationKey' | 'name' | 'message'>> {
    const keys = await this.db.rows<{ key: number }>(
      `SELECT d.notification_key AS key FROM notifications.definition AS d
        WHERE d.app_id = $1 AND d.kind = 'definition' AND d.ended_at IS NULL AND d.message -> 'blocks' ? $2
        ORDER BY d.notification_key DESC LIMIT ${MAX_USES}`,
      [appId, name],
    );
    for (const part of cutInto(keys, READ_AT_ONCE)) {
      yield* await this.db.rows<Pick<Definition, 'notificationKey' | 'name' | 'message'>>(
        `SELECT d.notification_key AS "notificationKey", d.name, d.message FROM notifications.definition AS d
          WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[]) ORDER BY d.notification_key DESC`,
        [appId, integerArray(part.map(({ key }) => key))],
      );
    }
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

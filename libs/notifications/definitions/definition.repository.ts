import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import type { Statements, Tx } from '#platform/db';
import type { Definition } from '../model/notifications.types.js';

/** Messages that a process keeps at hand. */
const CACHE_SIZE = 500;

@Injectable()
export class DefinitionRepository {
  private readonly cache = new Map<number, Definition>();

  /** @returns the key, below 2^31 because published clients read 32-bit integers */
  async insertDefinition(on: Statements, appId: number, kind: Definition['kind'], message: Message): Promise<number> {
    const row = await on.row<{ key: number }>(
      `INSERT INTO notifications.definition (app_id, kind, message) VALUES ($1, $2, $3::jsonb)
       RETURNING notification_key AS key`,
      [appId, kind, JSON.stringify(message)],
    );
    if (!row) {
      throw new Error('A definition was not stored');
    }
    return row.key;
  }

  /** Blanks what direct sends said, their platforms excepted · as many rows as keys · primary key · locks them. */
  async blankAddressSends(tx: Tx, appId: number, keys: readonly number[]): Promise<number> {
    return tx.affected(
      `UPDATE notifications.definition AS d
          SET message = jsonb_build_object('platforms', d.message -> 'platforms', 'silent', true, 'ios', '{}'::jsonb,
                                           'android', '{}'::jsonb)
        WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[]) AND d.kind = 'direct'`,
      [appId, keys],
    );
  }

  /**
   * As `findByKeys`, from memory where one was read before: what a definition or a campaign says never changes. What a
   * direct send said can be blanked, so it is read each time.
   */
  async findCached(on: Statements, appId: number, keys: readonly number[]): Promise<Definition[]> {
    const cached = keys.flatMap((key) => {
      const definition = this.cache.get(key);
      return definition?.appId === appId ? [definition] : [];
    });
    const cachedKeys = new Set(cached.map(({ notificationKey }) => notificationKey));
    const unknown = keys.filter((key) => !cachedKeys.has(key));
    const read = unknown.length > 0 ? await this.findByKeys(on, appId, unknown) : [];
    for (const definition of read) {
      if (definition.kind !== 'direct') {
        this.cache.set(definition.notificationKey, definition);
      }
    }
    for (const oldest of this.cache.keys()) {
      if (this.cache.size <= CACHE_SIZE) {
        break;
      }
      this.cache.delete(oldest);
    }
    return [...cached, ...read];
  }

  /** The stored messages behind some keys; keys of other applications find nothing. */
  async findByKeys(on: Statements, appId: number, keys: readonly number[]): Promise<Definition[]> {
    return on.rows<Definition>(
      `SELECT d.notification_key AS "notificationKey", d.app_id AS "appId", d.kind, d.message
         FROM notifications.definition d
        WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[])`,
      [appId, keys],
    );
  }
}

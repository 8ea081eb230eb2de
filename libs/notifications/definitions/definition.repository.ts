import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { Message } from '#libs/content';
import { LruCache } from '#platform/collections';
import type { Statements, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Definition } from '../model/notifications.types.js';
import { DefinitionEntity } from './definition.entity.js';

/** Messages in the memory of one process. */
const CACHE_SIZE = 500;

@Injectable()
export class DefinitionRepository {
  private readonly cache = new LruCache<number, Definition>({ max: CACHE_SIZE });

  /** @returns the key, below 2^31 because published clients read 32-bit integers */
  async insertDefinition(on: Statements, appId: number, kind: Definition['kind'], message: Message): Promise<number> {
    const inserted = await on.repository(DefinitionEntity).insert({ appId, kind, message });
    const [row] = inserted.raw as { notification_key: number }[];
    if (!row) {
      throw new Error('A definition was not stored');
    }
    return row.notification_key;
  }

  /** Blanks the content of address sends except their platforms · as many rows as keys · primary key · locks them. */
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
   * As `findByKeys`, with a cache: the message of a definition or a campaign never changes. The message of an address
   * send can be blanked, so it is read each time.
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
    return [...cached, ...read];
  }

  /** The stored messages of some keys; keys of other applications find nothing. */
  async findByKeys(on: Statements, appId: number, keys: readonly number[]): Promise<Definition[]> {
    const entities = await on.repository(DefinitionEntity).findBy({ appId, notificationKey: Any([...keys]) });
    return entities.map(({ notificationKey, kind, message }) => ({
      notificationKey,
      appId,
      kind,
      message: message as Message,
    }));
  }

  /** @throws AppError unknown_key (5003) for the first key that the application does not have */
  async requireKeys(on: Statements, appId: number, keys: readonly number[]): Promise<void> {
    const present = new Set((await this.findByKeys(on, appId, keys)).map(({ notificationKey }) => notificationKey));
    const unknown = keys.find((key) => !present.has(key));
    if (unknown !== undefined) {
      throw new AppError('unknown_key', `No notification has the key ${unknown}`);
    }
  }
}

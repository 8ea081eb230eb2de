import { Injectable } from '@nestjs/common';
import { Any, IsNull, LessThan, Not } from 'typeorm';
import type { Message } from '#libs/content';
import { isUnusedKey } from '#libs/delivery/key-totals';
import { LruCache } from '#platform/collections';
import { Database, type Statements, type Tx } from '#platform/db';
import type { Definition } from '../model/notifications.types.js';
import { DefinitionEntity } from './definition.entity.js';

/** Messages in the memory of one process. */
const CACHE_SIZE = 500;
/** Keys are below 2^31; a greater number would be a fault of the statement. */
const MAX_KEY = 2 ** 31 - 1;
/** No caller has it. */
const UNKNOWN_VERSION = -1;

@Injectable()
export class DefinitionRepository {
  private readonly cache = new LruCache<number, { definition: Definition; version: number }>({ max: CACHE_SIZE });

  constructor(private readonly db: Database) {}

  /** @returns the key, below 2^31 because published clients read 32-bit integers */
  async insertDefinition(
    on: Statements,
    appId: number,
    kind: Definition['kind'],
    message: Message,
    name: string | null = null,
  ): Promise<number> {
    const inserted = await on.repository(DefinitionEntity).insert({ appId, kind, message, name });
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
   * Does the same as `findByKeys`, with a cache. The message of an address send can be blanked, so it is read each time.
   *
   * @param version  of the caller; definitions that were read under another one are read again. Absent: any will do
   */
  async findCached(appId: number, keys: readonly number[], version?: number): Promise<Definition[]> {
    const cached = keys.flatMap((key) => {
      const entry = this.cache.get(key);
      return entry?.definition.appId === appId && (version === undefined || entry.version === version)
        ? [entry.definition]
        : [];
    });
    const cachedKeys = new Set(cached.map(({ notificationKey }) => notificationKey));
    const unknown = keys.filter((key) => !cachedKeys.has(key));
    const read = unknown.length > 0 ? await this.findByKeys(this.db, appId, unknown) : [];
    for (const definition of read) {
      if (definition.kind !== 'direct') {
        this.cache.set(definition.notificationKey, { definition, version: version ?? UNKNOWN_VERSION });
      }
    }
    return [...cached, ...read];
  }

  /** The stored messages of some keys; keys of other applications find nothing. */
  async findByKeys(on: Statements, appId: number, keys: readonly number[]): Promise<Definition[]> {
    const possible = keys.filter((key) => key <= MAX_KEY);
    const entities = await on.repository(DefinitionEntity).findBy({ appId, notificationKey: Any(possible) });
    return entities.map(toDefinition);
  }

  /** Definitions or campaigns, newest first, below a key · definition_listed. @param before  null: from the newest */
  async listPage(
    appId: number,
    kind: Definition['kind'],
    { before, limit }: { before: number | null; limit: number },
  ): Promise<Definition[]> {
    const entities = await this.db.repository(DefinitionEntity).find({
      where: { appId, kind, ...(before !== null && { notificationKey: LessThan(before) }) },
      order: { notificationKey: 'DESC' },
      take: limit,
    });
    return entities.map(toDefinition);
  }

  /** Locks one definition · primary key. */
  async lockDefinition(tx: Tx, appId: number, notificationKey: number): Promise<Definition | undefined> {
    const where = { appId, notificationKey };
    const entity = await tx.repository(DefinitionEntity).findOne({ where, lock: { mode: 'pessimistic_write' } });
    return entity ? toDefinition(entity) : undefined;
  }

  /** Definitions by their names, without those that have ended · definition_name. */
  async findNamed(on: Statements, appId: number, names: readonly string[]): Promise<Definition[]> {
    const entities = await on.repository(DefinitionEntity).findBy({ appId, name: Any([...names]), endedAt: IsNull() });
    return entities.map(toDefinition);
  }

  /** Definitions with a name that have not ended, by it · definition_name. */
  async listNamed(appId: number, limit: number): Promise<Definition[]> {
    const entities = await this.db.repository(DefinitionEntity).find({
      where: { appId, kind: 'definition', name: Not(IsNull()), endedAt: IsNull() },
      order: { name: 'ASC' },
      take: limit,
    });
    return entities.map(toDefinition);
  }

  /** Replaces message and name of a locked definition. */
  async replace(
    tx: Tx,
    appId: number,
    notificationKey: number,
    { message, name }: Pick<Definition, 'message' | 'name'>,
  ): Promise<void> {
    const changes = { message: () => ':message', updatedAt: () => 'now()', name };
    await tx
      .repository(DefinitionEntity)
      .createQueryBuilder()
      .update()
      .set(changes)
      .where({ appId, notificationKey })
      .setParameter('message', JSON.stringify(message))
      .execute();
  }

  /** Ends a locked definition. */
  async end(tx: Tx, appId: number, notificationKey: number): Promise<void> {
    await tx.repository(DefinitionEntity).update({ appId, notificationKey }, { endedAt: () => 'now()' });
  }

  /** Finds those of some keys that the application has. */
  async findPresentKeys(on: Statements, appId: number, keys: readonly number[]): Promise<ReadonlySet<number>> {
    return new Set((await this.findByKeys(on, appId, keys)).map(({ notificationKey }) => notificationKey));
  }

  /**
   * Deletes messages of one kind that were stored in a period and that no send and no sum names any more. At most `limit`
   * rows are looked at · definition_by_app, dispatch_by_key, the primary key of send_total.
   *
   * @returns when the last one that was looked at was stored; null: there are no more
   */
  async deleteUnused(
    appId: number,
    kind: Exclude<Definition['kind'], 'definition'>,
    period: { from: Date; before: Date },
    limit: number,
  ): Promise<Date | null> {
    const row = await this.db.row<{ seen: number; lastAt: Date | null }>(
      `WITH seen AS MATERIALIZED (
         SELECT f.notification_key, f.kind, f.created_at FROM notifications.definition AS f
          WHERE f.app_id = $1 AND f.created_at > $3 AND f.created_at < $4 ORDER BY f.created_at LIMIT $5),
       deleted AS (
         DELETE FROM notifications.definition AS f
          WHERE f.notification_key = ANY (ARRAY(SELECT s.notification_key FROM seen AS s WHERE s.kind = $2))
            AND ${isUnusedKey({ app: '$1', key: 'f.notification_key' })}
         RETURNING f.notification_key),
       unfiled AS (
         DELETE FROM notifications.campaign_filing AS c
          WHERE c.app_id = $1 AND c.notification_key IN (SELECT d.notification_key FROM deleted AS d))
       SELECT count(*) AS seen, max(s.created_at) AS "lastAt" FROM seen AS s`,
      [appId, kind, period.from, period.before, limit],
    );
    return row && row.seen === limit ? row.lastAt : null;
  }
}

function toDefinition({ message, ...entity }: DefinitionEntity): Definition {
  const { notificationKey, appId, kind, name, createdAt, updatedAt, endedAt } = entity;
  return { notificationKey, appId, kind, message: message as Message, name, createdAt, updatedAt, endedAt };
}

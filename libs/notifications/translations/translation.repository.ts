import { Injectable } from '@nestjs/common';
import { cutInto } from '#platform/collections';
import { integerArray, type Statements, type Tx } from '#platform/db';
import type { Definition } from '../model/notifications.types.js';
import type { TranslatedSources } from './translation.types.js';

/** More are no list that a person looks through. */
const MAX_LISTED = 500;
/** A definition takes up to some megabytes. */
const READ_AT_ONCE = 10;

type TranslatedRow = Pick<Definition, 'notificationKey' | 'name' | 'message'> & { translated: TranslatedSources };

/** The column `translated` of `notifications.definition`. */
@Injectable()
export class TranslationRepository {
  /** 1 row · primary key. */
  async find(on: Statements, appId: number, key: number): Promise<TranslatedSources> {
    const row = await on.row<{ translated: TranslatedSources | null }>(
      'SELECT d.translated FROM notifications.definition AS d WHERE d.app_id = $1 AND d.notification_key = $2',
      [appId, key],
    );
    return row?.translated ?? {};
  }

  /** By key, without those that have none · at most some hundred rows · primary key. */
  async findAll(on: Statements, appId: number, keys: readonly number[]): Promise<Map<number, TranslatedSources>> {
    const rows = await on.rows<{ key: number; translated: TranslatedSources }>(
      `SELECT d.notification_key AS key, d.translated FROM notifications.definition AS d
        WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[]) AND d.translated IS NOT NULL`,
      [appId, integerArray(keys)],
    );
    return new Map(rows.map(({ key, translated }) => [key, translated]));
  }

  /** Open definitions, the newest first, a few at a time · those of an application · definition_listed, primary key. */
  async *read(on: Statements, appId: number): AsyncGenerator<TranslatedRow> {
    const keys = await on.rows<{ key: number }>(
      `SELECT d.notification_key AS key FROM notifications.definition AS d
        WHERE d.app_id = $1 AND d.kind = 'definition' AND d.ended_at IS NULL
        ORDER BY d.notification_key DESC LIMIT ${MAX_LISTED}`,
      [appId],
    );
    for (const part of cutInto(keys, READ_AT_ONCE)) {
      yield* await on.rows<TranslatedRow>(
        `SELECT d.notification_key AS "notificationKey", d.name, d.message, coalesce(d.translated, '{}') AS translated
           FROM notifications.definition AS d
          WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[]) ORDER BY d.notification_key DESC`,
        [appId, integerArray(part.map(({ key }) => key))],
      );
    }
  }

  /** State of a locked definition. */
  async store(tx: Tx, appId: number, key: number, sources: TranslatedSources): Promise<void> {
    await tx.affected(
      'UPDATE notifications.definition SET translated = $3::jsonb WHERE app_id = $1 AND notification_key = $2',
      [appId, key, JSON.stringify(sources)],
    );
  }
}

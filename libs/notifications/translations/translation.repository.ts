import { Injectable } from '@nestjs/common';
import type { Statements, Tx } from '#platform/db';
import type { Definition } from '../model/notifications.types.js';
import type { TranslatedSources } from './translation.types.js';

/** More are no list that a person looks through. */
const MAX_LISTED = 500;

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

  /** Open definitions with a text, the newest first · those of an application · definition_listed. */
  async list(on: Statements, appId: number): Promise<TranslatedRow[]> {
    return on.rows<TranslatedRow>(
      `SELECT d.notification_key AS "notificationKey", d.name, d.message, coalesce(d.translated, '{}') AS translated
         FROM notifications.definition AS d
        WHERE d.app_id = $1 AND d.kind = 'definition' AND d.ended_at IS NULL
        ORDER BY d.notification_key DESC LIMIT ${MAX_LISTED}`,
      [appId],
    );
  }

  /** State of a locked definition. */
  async store(tx: Tx, appId: number, key: number, sources: TranslatedSources): Promise<void> {
    await tx.affected(
      'UPDATE notifications.definition SET translated = $3::jsonb WHERE app_id = $1 AND notification_key = $2',
      [appId, key, JSON.stringify(sources)],
    );
  }
}

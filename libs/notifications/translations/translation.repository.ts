import { Injectable } from '@nestjs/common';
import type { Statements, Tx } from '#platform/db';
import type { TranslatedSources } from './translation.types.js';

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

  /** State of a locked definition. */
  async store(tx: Tx, appId: number, key: number, sources: TranslatedSources): Promise<void> {
    await tx.affected(
      'UPDATE notifications.definition SET translated = $3::jsonb WHERE app_id = $1 AND notification_key = $2',
      [appId, key, JSON.stringify(sources)],
    );
  }
}

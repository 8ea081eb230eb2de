import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import type { TranslatedSources } from './translation.types.js';

/** A draft with the sources of its translations. */
export interface TranslatedDraftRow {
  draftId: number;
  name: string;
  version: number;
  body: Readonly<Record<string, unknown>>;
  translated: TranslatedSources;
}

const ROW = `d.draft_id AS "draftId", d.name, d.version, d.body, coalesce(d.translated, '{}') AS translated`;

/** Campaigns that are written, and the column `translated` of `notifications.draft`. */
@Injectable()
export class DraftTranslationRepository {
  constructor(private readonly db: Database) {}

  /** Open drafts of campaigns, the one that was changed last first · draft_listed. */
  async list(appId: number, limit: number): Promise<TranslatedDraftRow[]> {
    return this.db.rows<TranslatedDraftRow>(
      `SELECT ${ROW} FROM notifications.draft AS d
        WHERE d.app_id = $1 AND d.kind = 'campaign' AND d.notification_key IS NULL
        ORDER BY d.changed_at DESC, d.draft_id DESC LIMIT $2`,
      [appId, limit],
    );
  }

  /** An open draft of a campaign · primary key. */
  async find(appId: number, draftId: number): Promise<TranslatedDraftRow | undefined> {
    return this.db.row<TranslatedDraftRow>(
      `SELECT ${ROW} FROM notifications.draft AS d
        WHERE d.app_id = $1 AND d.draft_id = $2 AND d.kind = 'campaign' AND d.notification_key IS NULL`,
      [appId, draftId],
    );
  }

  /** 1 row, which is locked. */
  async store(tx: Tx, appId: number, draftId: number, sources: TranslatedSources): Promise<void> {
    await tx.affected('UPDATE notifications.draft SET translated = $3::jsonb WHERE app_id = $1 AND draft_id = $2', [
      appId,
      draftId,
      JSON.stringify(sources),
    ]);
  }
}

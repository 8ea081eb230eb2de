import { Injectable } from '@nestjs/common';
import { integerArray, type Statements } from '#platform/db';
import type { SentTexts } from './sent-texts.js';

/** Statements of `journeys.approved_text`. */
@Injectable()
export class ApprovedTextRepository {
  /** The texts of some versions · primary key. */
  async find(
    on: Statements,
    appId: number,
    journeyId: number,
    versions: readonly number[],
  ): Promise<Map<number, SentTexts>> {
    const rows = await on.rows<{ version: number; texts: SentTexts }>(
      `SELECT t.version, t.texts FROM journeys.approved_text AS t
        WHERE t.app_id = $1 AND t.journey_id = $2 AND t.version = ANY ($3::integer[])`,
      [appId, journeyId, integerArray(versions)],
    );
    return new Map(rows.map(({ version, texts }) => [version, texts]));
  }

  /** Binds a version to texts · 1 row · primary keys. @param version  null: the newest @param isKept  those that it has stay */
  async store(
    on: Statements,
    { appId, journeyId, version }: { appId: number; journeyId: number; version: number | null },
    texts: SentTexts,
    isKept: boolean,
  ): Promise<void> {
    await on.affected(
      `INSERT INTO journeys.approved_text AS t (app_id, journey_id, version, texts)
       SELECT j.app_id, j.journey_id, coalesce($3, j.version), $4::jsonb FROM journeys.journey AS j
        WHERE j.app_id = $1 AND j.journey_id = $2
       ON CONFLICT (journey_id, version) DO ${isKept ? 'NOTHING' : 'UPDATE SET texts = excluded.texts, approved_at = now()'}`,
      [appId, journeyId, version, JSON.stringify(texts)],
    );
  }
}

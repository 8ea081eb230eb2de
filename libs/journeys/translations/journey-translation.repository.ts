import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';

/** Digests of translated sources, by language and text. */
export type JourneySources = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The column `translated` of `journeys.journey`. */
@Injectable()
export class JourneyTranslationRepository {
  constructor(private readonly db: Database) {}

  /** Sources of translations by the names of journeys · journey_name. */
  async list(appId: number): Promise<Map<string, JourneySources>> {
    const rows = await this.db.rows<{ name: string; translated: JourneySources }>(
      `SELECT j.name, j.translated FROM journeys.journey AS j
        WHERE j.app_id = $1 AND j.removed_at IS NULL AND j.translated IS NOT NULL`,
      [appId],
    );
    return new Map(rows.map(({ name, translated }) => [name, translated]));
  }

  /** 1 row · journey_name. */
  async store(appId: number, name: string, sources: JourneySources): Promise<void> {
    await this.db.affected(
      `UPDATE journeys.journey AS j SET translated = $3::jsonb
        WHERE j.app_id = $1 AND j.name = $2 AND j.removed_at IS NULL`,
      [appId, name, JSON.stringify(sources)],
    );
  }
}

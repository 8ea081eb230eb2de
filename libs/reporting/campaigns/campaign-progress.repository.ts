import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';

/** Recipients of the sends of a key that are under way. */
export interface OpenProgress {
  /** Frozen at the launch. */
  planned: number;
  success: number;
  failed: number;
  skipped: number;
  /** Wait to be tried again. */
  retries: number;
}

/** How far sends are, from the counters of their chunks. */
@Injectable()
export class CampaignProgressRepository {
  constructor(private readonly db: Database) {}

  /** One row · reads one row for each chunk of the key and counts its retries · dispatch_by_key, chunk_by_dispatch. */
  async findProgress(appId: number, key: number): Promise<OpenProgress> {
    const row = await this.db.row<OpenProgress>(
      `WITH sends AS (
         SELECT d.dispatch_id, d.planned FROM delivery.v_dispatch AS d
         WHERE d.app_id = $1 AND d.notification_key = $2),
       counted AS (
         SELECT coalesce(sum((SELECT sum(n) FROM unnest(c.sent) AS n)), 0)::bigint AS success,
                coalesce(sum((SELECT sum(n) FROM unnest(c.failed) AS n)), 0)::bigint AS failed,
                coalesce(sum((SELECT sum(n) FROM unnest(c.skipped) AS n)), 0)::bigint AS skipped
         FROM sends AS s JOIN delivery.v_chunk AS c ON c.dispatch_id = s.dispatch_id AND c.app_id = $1)
       SELECT (SELECT coalesce(sum(s.planned), 0)::bigint FROM sends AS s) AS planned,
              c.success, c.failed, c.skipped,
              (SELECT count(*) FROM sends AS s JOIN delivery.v_retry AS t ON t.dispatch_id = s.dispatch_id) AS retries
       FROM counted AS c`,
      [appId, key],
    );
    return row ?? { planned: 0, success: 0, failed: 0, skipped: 0, retries: 0 };
  }
}

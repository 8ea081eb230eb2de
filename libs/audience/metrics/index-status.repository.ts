import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { hasGroupChanges } from '../bitmap-index/store/group-changes.sql.js';

/**
 * The status of an application's serving index.
 *
 * @property lagSeconds       since all groups had everything committed; 0: they have it
 * @property groupsBehind     groups with pending changes
 * @property deltas           deltas that are not merged
 * @property checkAgeSeconds  since the last verification; null: none yet
 * @property differing        differing users of that verification
 */
export interface IndexStatus {
  appId: number;
  lagSeconds: number;
  groupsBehind: number;
  deltas: number;
  deltaBytes: number;
  checkAgeSeconds: number | null;
  differing: number | null;
}

/** Reads the status of indexes for metrics. */
@Injectable()
export class IndexStatusRepository {
  constructor(private readonly db: Database) {}

  /**
   * All serving indexes, or that of one application · one row per application · a probe of outbox_app per group, at most
   * some hundred deltas per slice.
   */
  async findAll(appId: number | null = null): Promise<IndexStatus[]> {
    return this.db.rows<IndexStatus>(
      `SELECT f.app_id AS "appId", g.*, d.*, c.*
       FROM audience.index_generation AS f
       CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE n.news)::integer AS "groupsBehind",
           coalesce(extract(epoch FROM now() - min(q.as_of) FILTER (WHERE n.news)), 0)::double precision AS "lagSeconds"
         FROM audience.index_group AS q
         CROSS JOIN LATERAL (SELECT ${hasGroupChanges('q')} AS news) AS n
         WHERE q.app_id = f.app_id AND q.generation = f.generation) AS g
       CROSS JOIN LATERAL (
         SELECT count(*)::integer AS deltas, coalesce(sum(pg_column_size(q.content)), 0)::double precision AS "deltaBytes"
         FROM audience.index_delta AS q WHERE q.app_id = f.app_id AND q.generation = f.generation) AS d
       LEFT JOIN LATERAL (
         SELECT extract(epoch FROM now() - q.checked_at)::double precision AS "checkAgeSeconds",
           q.differing::double precision AS differing
         FROM audience.index_check AS q WHERE q.app_id = f.app_id AND q.generation = f.generation
         ORDER BY q.check_id DESC LIMIT 1) AS c ON true
       WHERE f.state = 'serving' AND ($1::integer IS NULL OR f.app_id = $1) ORDER BY f.app_id`,
      [appId],
    );
  }
}

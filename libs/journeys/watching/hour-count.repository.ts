import { Injectable } from '@nestjs/common';
import { type Database, integerArray, numberArray, type Statements, textArray, type Tx } from '#platform/db';
import type { Journey } from '../model/journey.types.js';

/** People of a journey by node, since it began. */
export type NodeSums = Readonly<Record<string, number>>;

/** Position up to which a journey was looked at. */
export interface Watch {
  since: Date;
  lookedUntil: Date;
  sums: NodeSums;
}

type JourneyId = Pick<Journey, 'appId' | 'journeyId'>;

/** Statements of `journeys.watch` and `journeys.hour_count`. */
@Injectable()
export class HourCountRepository {
  /** Journeys that run, and were not looked at since a time · a scan of these small tables. */
  async listDue(db: Database, until: Date): Promise<JourneyId[]> {
    return db.rows<JourneyId>(
      `SELECT j.app_id AS "appId", j.journey_id AS "journeyId" FROM journeys.journey AS j
         LEFT JOIN journeys.watch AS w ON w.journey_id = j.journey_id
        WHERE j.removed_at IS NULL AND (w.looked_until IS NULL OR w.looked_until < $1)
        ORDER BY j.journey_id LIMIT 1000`,
      [until],
    );
  }

  /** Locks a journey against another look, and begins to watch it · 1 row. */
  async lock(tx: Tx, { appId, journeyId }: JourneyId, until: Date): Promise<Watch> {
    const row = await tx.row<Watch>(
      `INSERT INTO journeys.watch AS w (journey_id, app_id, since, looked_until, sums) VALUES ($2, $1, $3, $3, '{}')
       ON CONFLICT (journey_id) DO UPDATE SET app_id = $1
       RETURNING w.since, w.looked_until AS "lookedUntil", w.sums`,
      [appId, journeyId, until],
    );
    return row ?? { since: until, lookedUntil: until, sums: {} };
  }

  /** The locked row · 1 row. */
  async save(tx: Tx, { journeyId }: JourneyId, until: Date, sums: NodeSums): Promise<void> {
    await tx.affected('UPDATE journeys.watch AS w SET looked_until = $2, sums = $3::jsonb WHERE w.journey_id = $1', [
      journeyId,
      until,
      JSON.stringify(sums),
    ]);
  }

  /** A row for each node with people. */
  async add(tx: Tx, { appId, journeyId }: JourneyId, hour: Date, passed: ReadonlyMap<string, number>): Promise<void> {
    if (passed.size > 0) {
      await tx.affected(
        `INSERT INTO journeys.hour_count AS h (hour, passed, app_id, journey_id, node)
         SELECT $3, q.passed, $1, $2, q.node FROM unnest($4::text[], $5::bigint[]) AS q (node, passed)
         ON CONFLICT (journey_id, hour, node) DO UPDATE SET passed = h.passed + excluded.passed`,
        [appId, journeyId, hour, textArray([...passed.keys()]), numberArray([...passed.values()])],
      );
    }
  }

  /** The hours of a journey since a time · primary key. @param nodes  absent: all */
  async find(
    on: Statements,
    { appId, journeyId }: JourneyId,
    since: Date,
    nodes: readonly string[] | null = null,
  ): Promise<{ hour: Date; node: string; passed: number }[]> {
    return on.rows(
      `SELECT h.hour, h.node, h.passed FROM journeys.hour_count AS h
        WHERE h.app_id = $1 AND h.journey_id = $2 AND h.hour >= $3
          AND ($4::text[] IS NULL OR h.node = ANY ($4::text[]))`,
      [appId, journeyId, since, nodes],
    );
  }

  /** Messages of some keys that were handed over since a time: sent and failed · dispatch_by_time, chunk_by_dispatch. */
  async sumMessages(
    on: Statements,
    appId: number,
    keys: readonly number[],
    since: Date,
  ): Promise<{ key: number; sent: number; failed: number }[]> {
    return on.rows(
      `SELECT d.notification_key AS key, coalesce(sum(n.sent), 0)::bigint AS sent,
              coalesce(sum(n.failed), 0)::bigint AS failed
         FROM delivery.v_dispatch AS d
         JOIN delivery.v_chunk AS c ON c.app_id = d.app_id AND c.dispatch_id = d.dispatch_id
        CROSS JOIN LATERAL (SELECT (SELECT sum(u) FROM unnest(c.sent) AS u) AS sent,
                                   (SELECT sum(u) FROM unnest(c.failed) AS u) AS failed) AS n
        WHERE d.app_id = $1 AND d.created_at >= $3 AND d.notification_key = ANY ($2::integer[])
        GROUP BY d.notification_key`,
      [appId, integerArray(keys), since],
    );
  }

  /** hour_count_hour. */
  async deleteBefore(db: Database, before: Date): Promise<void> {
    await db.affected('DELETE FROM journeys.hour_count AS h WHERE h.hour < $1', [before]);
  }
}

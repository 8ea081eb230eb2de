import { Injectable } from '@nestjs/common';
import { type Database, integerArray, numberArray, type Statements, textArray, type Tx } from '#platform/db';
import type { Count } from '../model/tally.js';

/** People who passed a node of a version, or a sum of it. */
export interface Passage {
  version: number;
  node: string;
  passed: number;
}

/** Statements of `journeys.passage`. Rows are only added, there and in `journeys.day_count`: no step waits for another one. */
@Injectable()
export class PassageRepository {
  /** Adds to the sums of a journey, and to those of the UTC day. */
  async add(tx: Tx, appId: number, journeyId: number, counts: readonly Count[], at: Date): Promise<void> {
    if (counts.length > 0) {
      await tx.affected(
        `WITH counted AS (
           SELECT q.* FROM unnest($3::bigint[], $4::integer[], $5::text[], $6::text[], $7::text[])
             AS q (people, version, kind, node, name)),
         passed AS (
           INSERT INTO journeys.passage (passed, app_id, journey_id, version, node)
           SELECT c.people, $1, $2, c.version, c.node FROM counted AS c WHERE c.kind = 'passed')
         INSERT INTO journeys.day_count (people, day, app_id, journey_id, kind, node, name)
         SELECT sum(c.people), $8::date, $1, $2, c.kind, c.node, c.name FROM counted AS c
         GROUP BY c.kind, c.node, c.name`,
        [
          appId,
          journeyId,
          numberArray(counts.map(({ people }) => people)),
          integerArray(counts.map(({ version }) => version)),
          textArray(counts.map(({ kind }) => kind)),
          textArray(counts.map(({ node }) => node)),
          textArray(counts.map(({ name }) => name)),
          at.toISOString().slice(0, 10),
        ],
      );
    }
  }

  /** The sums of a journey, and its people inside · passage_journey, visit_due. */
  async sum(on: Statements, appId: number, journeyId: number): Promise<(Passage & { inside: number })[]> {
    return on.rows(
      `SELECT coalesce(p.version, i.version) AS version, coalesce(p.node, i.node) AS node,
              coalesce(p.passed, 0) AS passed, coalesce(i.inside, 0) AS inside
       FROM (SELECT a.version, a.node, sum(a.passed)::bigint AS passed FROM journeys.passage AS a
             WHERE a.app_id = $1 AND a.journey_id = $2 GROUP BY a.version, a.node) AS p
       FULL JOIN (SELECT v.version, v.node, count(*) AS inside FROM journeys.visit AS v
                  WHERE v.app_id = $1 AND v.journey_id = $2 GROUP BY v.version, v.node) AS i
         ON i.version = p.version AND i.node = p.node
       ORDER BY 1, 2`,
      [appId, journeyId],
    );
  }

  /** Adds up the rows of each node · all rows of journeys that have many. A row that another process adds up is left out. */
  async compact(db: Database): Promise<void> {
    await db.affected(
      `WITH gone AS (
         DELETE FROM journeys.passage AS a WHERE a.ctid = ANY (ARRAY(
           SELECT b.ctid FROM journeys.passage AS b LIMIT 10000 FOR UPDATE SKIP LOCKED))
         RETURNING a.*)
       INSERT INTO journeys.passage (passed, app_id, journey_id, version, node)
       SELECT sum(g.passed), g.app_id, g.journey_id, g.version, g.node FROM gone AS g
       GROUP BY g.app_id, g.journey_id, g.version, g.node`,
    );
  }
}

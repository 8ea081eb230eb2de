import { Injectable } from '@nestjs/common';
import { attributeSql } from '#libs/users/profiles';
import { Database, type Statements, type Tx } from '#platform/db';
import { hasGroupChanges } from './group-changes.sql.js';
import type { IndexKey } from './term.repository.js';

/**
 * @property position  a Postgres snapshot (`pg_snapshot`) as text: the group contains all changes that it sees
 * @property unindexed  aspects whose values are not indexed
 * @property hasPlaces  whether all its writers knew places as they are now
 */
export interface GroupState {
  seq: number;
  position: string;
  unindexed: string[];
  hasPlaces: boolean;
}

/** Every step of a group moves one of these two; writers who know places as they are now move this third by as much. */
export const HAS_PLACES = 'g.fine_places_at = g.seq + g.next_slice';

/**
 * The state of an index that readers check first.
 *
 * @property groups    in order, each with `groupSlices` slices; the last group also has all slices beyond
 * @property isBehind  whether the change feed has changes that a group lacks
 * @property asOf      all groups contain everything committed until then
 * @property removing  attributes whose values, or one of them, were taken from all users a short time ago
 * @property slices    each slice with the last delta in its base bitmaps
 */
export interface ServingGeneration extends IndexKey {
  groupSlices: number;
  groups: GroupState[];
  isBehind: boolean;
  asOf: Date;
  readAt: Date;
  removing: number[];
  slices: [slice: number, mergedSeq: number][];
}

/** The group of a slice. */
export function findGroup(
  generation: Pick<ServingGeneration, 'groupSlices' | 'groups'>,
  slice: number,
): GroupState | undefined {
  return generation.groups[Math.floor(slice / generation.groupSlices)];
}

/** Statements of `audience.index_generation`: a few rows per application, one for each build of an index. */
@Injectable()
export class GenerationRepository {
  constructor(private readonly db: Database) {}

  /** Finds the applications without an index, in order · a few rows per application. */
  async findUnindexed(appIds: readonly number[]): Promise<number[]> {
    const rows = await this.db.rows<{ appId: number }>(
      `SELECT q.app_id AS "appId" FROM unnest($1::integer[]) AS q (app_id)
       WHERE NOT EXISTS (SELECT FROM audience.index_generation AS g WHERE g.app_id = q.app_id AND g.state <> 'retired')
       ORDER BY q.app_id`,
      [appIds],
    );
    return rows.map(({ appId }) => appId);
  }

  /** Applications whose index lacks places and has no successor · a few rows. */
  async findWithoutPlaces(): Promise<number[]> {
    const rows = await this.db.rows<{ appId: number }>(
      `SELECT DISTINCT f.app_id AS "appId"
       FROM audience.index_generation AS f JOIN audience.index_group AS g USING (app_id, generation)
       WHERE f.state = 'serving' AND NOT ${HAS_PLACES}
         AND NOT EXISTS (SELECT FROM audience.index_generation AS n WHERE n.app_id = f.app_id AND n.state = 'building')`,
    );
    return rows.map(({ appId }) => appId);
  }

  /**
   * Begins a generation at the current position · 1 row · undefined when another process has begun it.
   *
   * @returns its number and the position, a snapshot as text
   */
  async begin(
    tx: Tx,
    appId: number,
    groupSlices: number,
  ): Promise<{ generation: number; position: string } | undefined> {
    return tx.row(
      `INSERT INTO audience.index_generation (app_id, generation, group_slices)
       SELECT $1, coalesce(max(g.generation), 0) + 1, $2 FROM audience.index_generation AS g WHERE g.app_id = $1
       ON CONFLICT DO NOTHING RETURNING generation, platform.settled_snapshot()::text AS position`,
      [appId, groupSlices],
    );
  }

  /** Puts a generation into service when all its groups are current, and retires the older ones · a few rows. */
  async promote({ appId, generation }: IndexKey): Promise<void> {
    await this.db.tx(async (tx) => {
      const promoted = await tx.affected(
        `UPDATE audience.index_generation AS f SET state = 'serving'
         WHERE f.app_id = $1 AND f.generation = $2 AND f.state = 'building'
           AND NOT EXISTS (SELECT FROM audience.index_group AS g
                           WHERE g.app_id = f.app_id AND g.generation = f.generation AND g.state <> 'current')`,
        [appId, generation],
      );
      if (promoted > 0) {
        await tx.affected(
          `UPDATE audience.index_generation AS g SET state = 'retired', retired_at = now()
           WHERE g.app_id = $1 AND g.generation < $2 AND g.state <> 'retired'`,
          [appId, generation],
        );
      }
    });
  }

  /** Claims one generation whose last check is older than a day · 1 row. */
  async claimCheck(): Promise<IndexKey | undefined> {
    return this.db.row(
      `UPDATE audience.index_generation AS g SET checked_at = now()
       FROM (SELECT c.app_id, c.generation, c.checked_at FROM audience.index_generation AS c
             WHERE c.state = 'serving' AND c.checked_at < now() - interval '1 day' ORDER BY c.checked_at LIMIT 1) AS due
       WHERE g.app_id = due.app_id AND g.generation = due.generation AND g.checked_at = due.checked_at
       RETURNING g.app_id AS "appId", g.generation`,
    );
  }

  async insertCheck(tx: Tx, key: IndexKey, users: number, differing: number): Promise<void> {
    await tx.affected(
      'INSERT INTO audience.index_check (app_id, generation, users, differing) VALUES ($1, $2, $3, $4)',
      [key.appId, key.generation, users, differing],
    );
  }

  /**
   * Deletes generations without readers and all their rows · one statement per table. Groups first: a writer has the
   * row of its group locked.
   */
  async deleteRetired(retentionMs: number): Promise<void> {
    const gone = await this.db.rows<IndexKey>(
      `SELECT g.app_id AS "appId", g.generation FROM audience.index_generation AS g
       WHERE g.state = 'retired' AND g.retired_at < now() - $1 * interval '1 millisecond'`,
      [retentionMs],
    );
    for (const { appId, generation } of gone) {
      await this.db.tx(async (tx) => {
        for (const table of ['index_group', 'index_delta', 'index_term', 'index_slice', 'index_generation']) {
          await tx.affected(`DELETE FROM audience.${table} AS t WHERE t.app_id = $1 AND t.generation = $2`, [
            appId,
            generation,
          ]);
        }
      });
    }
  }

  /** Applications whose index needs feed partitions that are deleted · a few rows. */
  async findLost(maxAgeMs: number): Promise<number[]> {
    const rows = await this.db.rows<{ appId: number }>(
      `SELECT DISTINCT g.app_id AS "appId"
       FROM audience.index_generation AS f JOIN audience.index_group AS g USING (app_id, generation)
       WHERE f.state <> 'retired' AND (g.as_of < now() - $1 * interval '1 millisecond'
          OR pg_snapshot_xmax(g.position) > pg_snapshot_xmax(pg_current_snapshot()))`,
      [maxAgeMs],
    );
    return rows.map(({ appId }) => appId);
  }

  /** Retires all indexes of an application · a few rows. */
  async retireAll(appId: number): Promise<void> {
    await this.db.affected(
      `UPDATE audience.index_generation AS g SET state = 'retired', retired_at = now()
       WHERE g.app_id = $1 AND g.state <> 'retired'`,
      [appId],
    );
  }

  /**
   * The serving generation · 1 row.
   *
   * @param needed  a snapshot that all positions must cover; the current one by default
   */
  async findServing(on: Statements, appId: number, needed?: string): Promise<ServingGeneration | undefined> {
    return on.row<ServingGeneration>(
      `${servingSelect(needed ? '$2::pg_snapshot' : undefined)} WHERE f.app_id = $1 AND f.state = 'serving'
       ORDER BY f.generation DESC LIMIT 1`,
      [appId, ...(needed ? [needed] : [])],
    );
  }

  /** One generation in any state · 1 row. */
  async findOne(on: Statements, key: IndexKey): Promise<ServingGeneration | undefined> {
    return on.row<ServingGeneration>(`${servingSelect()} WHERE f.app_id = $1 AND f.generation = $2`, [
      key.appId,
      key.generation,
    ]);
  }

  /** The current snapshot as text. */
  async currentSnapshot(): Promise<string> {
    const row = await this.db.row<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot');
    return row?.snapshot ?? '';
  }
}

/**
 * A group without pending changes is current; others have the time when they last were. The oldest group counts. For an
 * earlier snapshot only the stored time is known. A removal writes no change until the rows lose the value, so the index
 * has the value for longer. Removals are deleted only some time after they are done.
 */
function servingSelect(needed?: string): string {
  const asOf = needed ? 'g.as_of' : 'CASE WHEN n.news THEN g.as_of ELSE now() END';
  return `SELECT f.app_id AS "appId", f.generation, f.group_slices AS "groupSlices", now() AS "readAt", q.*,
      ${attributeSql.removing('f.app_id')} AS removing,
      (SELECT coalesce(json_agg(json_build_array(s.slice, s.merged_seq) ORDER BY s.slice), '[]')
       FROM audience.index_slice AS s WHERE s.app_id = f.app_id AND s.generation = f.generation) AS slices
    FROM audience.index_generation AS f
    CROSS JOIN LATERAL (
      SELECT bool_or(n.news) AS "isBehind", min(${asOf}) AS "asOf",
        json_agg(json_build_object('seq', g.seq, 'position', g.position::text, 'unindexed', g.rare, 'hasPlaces', ${HAS_PLACES}) ORDER BY g.grp) AS groups
      FROM audience.index_group AS g
      CROSS JOIN LATERAL (SELECT ${hasGroupChanges('g', needed)} AS news) AS n
      WHERE g.app_id = f.app_id AND g.generation = f.generation) AS q`;
}

import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';

export type GenerationState = 'building' | 'following' | 'serving' | 'retired';

export interface Generation {
  appId: number;
  generation: number;
  state: GenerationState;
  seq: number;
  /** A snapshot of Postgres (`pg_snapshot`) as text: what it sees is in the index. */
  position: string;
  asOf: Date;
  rare: string[];
}

/** A generation whose slices this process builds; `epoch` fences. */
export interface ClaimedBuild {
  appId: number;
  generation: number;
  epoch: number;
  nextSlice: number;
  rare: string[];
}

const COLUMNS = `g.app_id AS "appId", g.generation, g.state, g.seq, g.position::text AS position, g.as_of AS "asOf", g.rare`;

/** Statements of `audience.index_generation`, a table of a few rows per application. */
@Injectable()
export class GenerationRepository {
  constructor(private readonly db: Database) {}

  /**
   * Applications with at least so many users and no index · a scan of `users.uid_block`, a thousand rows per application.
   */
  async findUnindexed(leastUsers: number): Promise<number[]> {
    const rows = await this.db.rows<{ appId: number }>(
      `SELECT b.app_id AS "appId" FROM users.uid_block AS b
       WHERE b.series = 1 AND NOT EXISTS (SELECT FROM audience.index_generation AS g
                                          WHERE g.app_id = b.app_id AND g.state <> 'retired')
       GROUP BY b.app_id HAVING sum(b.next_n - 1) >= $1 ORDER BY b.app_id`,
      [leastUsers],
    );
    return rows.map(({ appId }) => appId);
  }

  /** Begins a generation whose position is now: what is committed later comes by the change feed · 1 row. */
  async begin(appId: number): Promise<void> {
    await this.db.affected(
      `INSERT INTO audience.index_generation (app_id, generation)
       SELECT $1, coalesce(max(g.generation), 0) + 1 FROM audience.index_generation AS g WHERE g.app_id = $1
       ON CONFLICT DO NOTHING`,
      [appId],
    );
  }

  /** Takes a generation that nobody builds · 1 row · the epoch lets one of two claims win. */
  async claimBuild(leaseMs: number, appId?: number): Promise<ClaimedBuild | undefined> {
    return this.db.row<ClaimedBuild>(
      `UPDATE audience.index_generation AS g
       SET epoch = g.epoch + 1, lease_until = now() + $1 * interval '1 millisecond'
       FROM (SELECT c.app_id, c.generation, c.epoch FROM audience.index_generation AS c
             WHERE c.state = 'building' AND (c.lease_until IS NULL OR c.lease_until < now())
               AND ($2::integer IS NULL OR c.app_id = $2)
             ORDER BY c.app_id LIMIT 1) AS open
       WHERE g.app_id = open.app_id AND g.generation = open.generation AND g.epoch = open.epoch
       RETURNING g.app_id AS "appId", g.generation, g.epoch, g.next_slice AS "nextSlice", g.rare`,
      [leaseMs, appId ?? null],
    );
  }

  /** @returns false when the claim is lost */
  async renewBuild({ appId, generation, epoch }: ClaimedBuild, leaseMs: number): Promise<boolean> {
    const renewed = await this.db.affected(
      `UPDATE audience.index_generation AS g SET lease_until = now() + $4 * interval '1 millisecond'
       WHERE g.app_id = $1 AND g.generation = $2 AND g.epoch = $3`,
      [appId, generation, epoch, leaseMs],
    );
    return renewed > 0;
  }

  /** Notes that a slice is built · 1 row. @returns false when the claim is lost: the transaction is to be rolled back */
  async advanceBuild(
    tx: Tx,
    { appId, generation, epoch }: ClaimedBuild,
    slice: number,
    rare: string[],
  ): Promise<boolean> {
    const advanced = await tx.affected(
      `UPDATE audience.index_generation AS g SET next_slice = $4::smallint + 1, rare = $5::text[]
       WHERE g.app_id = $1 AND g.generation = $2 AND g.epoch = $3 AND g.state = 'building'`,
      [appId, generation, epoch, slice, rare],
    );
    return advanced > 0;
  }

  async endBuild({ appId, generation, epoch }: ClaimedBuild): Promise<void> {
    await this.db.affected(
      `UPDATE audience.index_generation AS g SET state = 'following', lease_until = NULL
       WHERE g.app_id = $1 AND g.generation = $2 AND g.epoch = $3 AND g.state = 'building'`,
      [appId, generation, epoch],
    );
  }

  /** Generations that are complete, and whose application's feed has news · a probe of outbox_app per generation. */
  async findBehind(appId?: number): Promise<{ appId: number; generation: number }[]> {
    return this.db.rows(
      `SELECT g.app_id AS "appId", g.generation FROM audience.index_generation AS g
       WHERE g.state IN ('following', 'serving') AND ($1::integer IS NULL OR g.app_id = $1)
         AND (${hasNews('g', 'pg_current_snapshot()')} OR g.state = 'following' OR g.as_of < now() - interval '10 minutes')
       ORDER BY g.app_id, g.generation`,
      [appId ?? null],
    );
  }

  async findComplete(appId?: number): Promise<Generation[]> {
    return this.db.rows<Generation>(
      `SELECT ${COLUMNS} FROM audience.index_generation AS g
       WHERE g.state IN ('following', 'serving') AND ($1::integer IS NULL OR g.app_id = $1) ORDER BY g.app_id, g.generation`,
      [appId ?? null],
    );
  }

  /** Locks a generation for its one writer · 1 row · undefined when another process has it. */
  async lock(tx: Tx, appId: number, generation: number): Promise<Generation | undefined> {
    return tx.row<Generation>(
      `SELECT ${COLUMNS} FROM audience.index_generation AS g
       WHERE g.app_id = $1 AND g.generation = $2 AND g.state IN ('following', 'serving') FOR UPDATE SKIP LOCKED`,
      [appId, generation],
    );
  }

  /** Moves the position of a locked generation · 1 row. */
  async advance(
    tx: Tx,
    of: Generation,
    to: { seq: number; position: string; isCurrent: boolean; rare: string[] },
  ): Promise<void> {
    await tx.affected(
      `UPDATE audience.index_generation AS g
       SET seq = $3, position = $4::pg_snapshot, as_of = CASE WHEN $5::boolean THEN now() ELSE g.as_of END, rare = $6::text[],
           state = CASE WHEN $5::boolean THEN 'serving' ELSE g.state END
       WHERE g.app_id = $1 AND g.generation = $2`,
      [of.appId, of.generation, to.seq, to.position, to.isCurrent, to.rare],
    );
  }

  /** Only one generation serves: the others of its application go · a few rows. */
  async retireOthers(tx: Tx, { appId, generation }: Generation): Promise<void> {
    await tx.affected(
      `UPDATE audience.index_generation AS g SET state = 'retired', retired_at = now()
       WHERE g.app_id = $1 AND g.generation < $2 AND g.state <> 'retired'`,
      [appId, generation],
    );
  }

  /** Takes one generation whose last check is older than a day · 1 row. */
  async claimCheck(): Promise<{ appId: number; generation: number } | undefined> {
    return this.db.row(
      `UPDATE audience.index_generation AS g SET checked_at = now()
       FROM (SELECT c.app_id, c.generation, c.checked_at FROM audience.index_generation AS c
             WHERE c.state = 'serving' AND c.checked_at < now() - interval '1 day' ORDER BY c.checked_at LIMIT 1) AS due
       WHERE g.app_id = due.app_id AND g.generation = due.generation AND g.checked_at = due.checked_at
       RETURNING g.app_id AS "appId", g.generation`,
    );
  }

  async noteCheck(tx: Tx, of: { appId: number; generation: number }, users: number, differing: number): Promise<void> {
    await tx.affected(
      'INSERT INTO audience.index_check (app_id, generation, users, differing) VALUES ($1, $2, $3, $4)',
      [of.appId, of.generation, users, differing],
    );
  }

  /** Generations that nobody can be reading any more · each with its rows, in one statement per table. */
  async dropRetired(keepMs: number): Promise<void> {
    const gone = await this.db.rows<{ appId: number; generation: number }>(
      `SELECT g.app_id AS "appId", g.generation FROM audience.index_generation AS g
       WHERE g.state = 'retired' AND g.retired_at < now() - $1 * interval '1 millisecond'`,
      [keepMs],
    );
    for (const { appId, generation } of gone) {
      await this.db.tx(async (tx) => {
        for (const table of ['index_delta', 'index_term', 'index_slice', 'index_generation']) {
          await tx.affected(`DELETE FROM audience.${table} AS t WHERE t.app_id = $1 AND t.generation = $2`, [
            appId,
            generation,
          ]);
        }
      });
    }
  }

  /** Begins anew for indexes that the feed has left behind: its partitions go after some days · a few rows. */
  async findLost(mostAgeMs: number): Promise<number[]> {
    const rows = await this.db.rows<{ appId: number }>(
      `SELECT DISTINCT g.app_id AS "appId" FROM audience.index_generation AS g
       WHERE g.state <> 'retired' AND (g.as_of < now() - $1 * interval '1 millisecond'
          OR pg_snapshot_xmax(g.position) > pg_snapshot_xmax(pg_current_snapshot()))`,
      [mostAgeMs],
    );
    return rows.map(({ appId }) => appId);
  }

  /** Takes all indexes of an application out of service · a few rows. */
  async retireAll(appId: number): Promise<void> {
    await this.db.affected(
      `UPDATE audience.index_generation AS g SET state = 'retired', retired_at = now()
       WHERE g.app_id = $1 AND g.state <> 'retired'`,
      [appId],
    );
  }

  /** What readers look at first · 1 row. @param needed  a snapshot that the position has to cover; now when absent */
  async findServing(on: Statements, appId: number, needed?: string): Promise<ServingGeneration | undefined> {
    return on.row<ServingGeneration>(
      `SELECT ${servingColumns(needed ? '$2::pg_snapshot' : 'pg_current_snapshot()')}
       FROM audience.index_generation AS g WHERE g.app_id = $1 AND g.state = 'serving'
       ORDER BY g.generation DESC LIMIT 1`,
      [appId, ...(needed ? [needed] : [])],
    );
  }

  /** One generation, whatever its state · 1 row. */
  async findOne(on: Statements, of: { appId: number; generation: number }): Promise<ServingGeneration | undefined> {
    return on.row<ServingGeneration>(
      `SELECT ${servingColumns('pg_current_snapshot()')}
       FROM audience.index_generation AS g WHERE g.app_id = $1 AND g.generation = $2`,
      [of.appId, of.generation],
    );
  }

  /** The snapshot of now, as text. */
  async currentSnapshot(): Promise<string> {
    const row = await this.db.row<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot');
    return row?.snapshot ?? '';
  }
}

/** @property isBehind  whether the change feed has what is not in the index */
export interface ServingGeneration extends Generation {
  readAt: Date;
  isBehind: boolean;
  /** Each slice and the last delta that its bases hold. */
  slices: [slice: number, mergedSeq: number][];
}

function servingColumns(snapshot: string): string {
  return `${COLUMNS}, now() AS "readAt", ${hasNews('g', snapshot)} AS "isBehind",
    (SELECT coalesce(json_agg(json_build_array(s.slice, s.merged_seq) ORDER BY s.slice), '[]')
     FROM audience.index_slice AS s WHERE s.app_id = g.app_id AND s.generation = g.generation) AS slices`;
}

/**
 * Whether the feed of a generation's application has rows that its position does not see and a snapshot does. A row of the
 * feed is written in its change's transaction, so it is there from one snapshot to the next like the change itself,
 * whatever order transactions commit in.
 */
function hasNews(g: string, snapshot: string): string {
  return `EXISTS (SELECT FROM platform.outbox AS o
    WHERE o.app_id = ${g}.app_id AND o.xid >= pg_snapshot_xmin(${g}.position) AND o.kind <> 'event'
      AND NOT pg_visible_in_snapshot(o.xid, ${g}.position) AND pg_visible_in_snapshot(o.xid, ${snapshot}))`;
}

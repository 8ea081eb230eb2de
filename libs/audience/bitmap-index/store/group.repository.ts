import { Injectable } from '@nestjs/common';
import { Database, prepared, type Tx } from '#platform/db';
import { HAS_PLACES, type GroupState } from './generation.repository.js';
import { hasGroupChanges } from './group-changes.sql.js';
import type { IndexKey } from './term.repository.js';

export interface GroupKey extends IndexKey {
  group: number;
}

/**
 * A completely built group of slices, locked by its only writer.
 *
 * @property firstSlice  its first slice
 * @property endSlice    the slice after its last one
 * @property isLast      whether it is the last of its generation, which also watches for users beyond
 */
export interface IndexGroup extends GroupKey, GroupState {
  firstSlice: number;
  endSlice: number;
  isLast: boolean;
}

/** A group that this process builds. `epoch` fences the claim. */
export interface ClaimedBuild extends GroupKey {
  epoch: number;
  firstSlice: number;
  nextSlice: number;
  endSlice: number;
  unindexed: string[];
}

const SLICES = `g.grp * f.group_slices AS "firstSlice", least((g.grp + 1) * f.group_slices, 4096) AS "endSlice"`;

const COLUMNS = `g.app_id AS "appId", g.generation, g.grp AS "group", g.seq, g.position::text AS position, g.rare AS unindexed,
  ${HAS_PLACES} AS "hasPlaces", ${SLICES},
  NOT EXISTS (SELECT FROM audience.index_group AS n
              WHERE n.app_id = g.app_id AND n.generation = g.generation AND n.grp > g.grp) AS "isLast"`;

const GROUPS = `audience.index_generation AS f JOIN audience.index_group AS g
  ON g.app_id = f.app_id AND g.generation = f.generation AND f.state <> 'retired'`;

/** Statements of `audience.index_group`: a row per group of slices, with the lock or lease of its only writer. */
@Injectable()
export class GroupRepository {
  constructor(private readonly db: Database) {}

  /** Inserts groups that follow the feed from a position, either complete or to be built. */
  async insertGroups(
    tx: Tx,
    { appId, generation }: IndexKey,
    groups: { from: number; to: number; state: 'building' | 'following'; position: string },
  ): Promise<void> {
    await tx.affected(
      `INSERT INTO audience.index_group (app_id, generation, grp, state, next_slice, fine_places_at, position, as_of)
       SELECT f.app_id, f.generation, q.grp, $5, q.grp * f.group_slices, q.grp * f.group_slices, $6::pg_snapshot,
              coalesce((SELECT min(g.as_of) FROM audience.index_group AS g
                        WHERE g.app_id = f.app_id AND g.generation = f.generation), now())
       FROM audience.index_generation AS f CROSS JOIN generate_series($3::integer, $4::integer) AS q (grp)
       WHERE f.app_id = $1 AND f.generation = $2`,
      [appId, generation, groups.from, groups.to, groups.state, groups.position],
    );
  }

  /** Claims a group to build · 1 row · the epoch decides between two claims. */
  async claimBuild(leaseMs: number, appId?: number): Promise<ClaimedBuild | undefined> {
    return this.db.row<ClaimedBuild>(
      `UPDATE audience.index_group AS g
       SET epoch = g.epoch + 1, lease_until = now() + $1 * interval '1 millisecond'
       FROM (SELECT c.app_id, c.generation, c.grp, c.epoch, f.group_slices
             FROM audience.index_generation AS f JOIN audience.index_group AS c USING (app_id, generation)
             WHERE f.state = 'building' AND c.state = 'building' AND (c.lease_until IS NULL OR c.lease_until < now())
               AND ($2::integer IS NULL OR c.app_id = $2)
             ORDER BY c.app_id, c.generation, c.grp LIMIT 1) AS f
       WHERE g.app_id = f.app_id AND g.generation = f.generation AND g.grp = f.grp AND g.epoch = f.epoch
       RETURNING g.app_id AS "appId", g.generation, g.grp AS "group", g.epoch, g.next_slice AS "nextSlice", ${SLICES}, g.rare AS unindexed`,
      [leaseMs, appId ?? null],
    );
  }

  /** @returns false when the claim is lost */
  async renewBuild({ appId, generation, group, epoch }: ClaimedBuild, leaseMs: number): Promise<boolean> {
    const renewed = await this.db.affected(
      `UPDATE audience.index_group AS g SET lease_until = now() + $5 * interval '1 millisecond'
       WHERE ${CLAIMED}`,
      [appId, generation, group, epoch, leaseMs],
    );
    return renewed > 0;
  }

  /**
   * Records a built slice · 1 row.
   *
   * @returns false when the claim is lost and the transaction must roll back
   */
  async advanceBuild(
    tx: Tx,
    { appId, generation, group, epoch }: ClaimedBuild,
    slice: number,
    unindexed: string[],
  ): Promise<boolean> {
    const advanced = await tx.affected(
      `UPDATE audience.index_group AS g SET next_slice = $5::smallint + 1, fine_places_at = g.fine_places_at + $5::smallint + 1 - g.next_slice, rare = $6::text[] WHERE ${CLAIMED}`,
      [appId, generation, group, epoch, slice, unindexed],
    );
    return advanced > 0;
  }

  async endBuild({ appId, generation, group, epoch }: ClaimedBuild): Promise<void> {
    await this.db.affected(
      `UPDATE audience.index_group AS g SET state = 'following', lease_until = NULL WHERE ${CLAIMED}`,
      [appId, generation, group, epoch],
    );
  }

  /**
   * Complete groups with pending changes, those of generations that do not serve yet, and those without a current time
   * for ten minutes · a probe of outbox_app per group. Without a parameter each connection plans it once.
   */
  async findBehind(appId?: number): Promise<(GroupKey & { serves: boolean })[]> {
    const chosen = appId === undefined ? 'true' : 'g.app_id = $1';
    return this.db.rows(
      prepared(`SELECT g.app_id AS "appId", g.generation, g.grp AS "group", f.state = 'serving' AS serves FROM ${GROUPS}
       WHERE g.state <> 'building' AND ${chosen}
         AND (${hasGroupChanges('g')} OR f.state = 'building' OR g.as_of < now() - interval '10 minutes')
       ORDER BY g.app_id, g.generation, g.grp`),
      appId === undefined ? [] : [appId],
    );
  }

  /** All complete groups · a few rows per application. */
  async findComplete(appId?: number): Promise<IndexGroup[]> {
    return this.db.rows<IndexGroup>(
      `SELECT ${COLUMNS} FROM ${GROUPS}
       WHERE g.state <> 'building' AND ($1::integer IS NULL OR g.app_id = $1) ORDER BY g.app_id, g.generation, g.grp`,
      [appId ?? null],
    );
  }

  /** Locks a group for its only writer · 1 row · undefined when another process has it. */
  async lock(tx: Tx, { appId, generation, group }: GroupKey): Promise<IndexGroup | undefined> {
    return tx.row<IndexGroup>(
      `SELECT ${COLUMNS} FROM ${GROUPS}
       WHERE g.app_id = $1 AND g.generation = $2 AND g.grp = $3 AND g.state <> 'building' FOR UPDATE OF g SKIP LOCKED`,
      [appId, generation, group],
    );
  }

  /** Moves the position of a locked group · 1 row. */
  async advance(
    tx: Tx,
    key: GroupKey,
    to: { seq: number; position: string; isCurrent: boolean; unindexed: string[] },
  ): Promise<void> {
    await tx.affected(
      `UPDATE audience.index_group AS g
       SET seq = $4, fine_places_at = g.fine_places_at + $4 - g.seq, position = $5::pg_snapshot, as_of = CASE WHEN $6::boolean THEN now() ELSE g.as_of END, rare = $7::text[],
           state = CASE WHEN $6::boolean THEN 'current' ELSE g.state END
       WHERE g.app_id = $1 AND g.generation = $2 AND g.grp = $3`,
      [key.appId, key.generation, key.group, to.seq, to.position, to.isCurrent, to.unindexed],
    );
  }
}

/** A group claimed by this process. The generation may have been retired. */
const CLAIMED = `g.app_id = $1 AND g.generation = $2 AND g.grp = $3 AND g.epoch = $4 AND g.state = 'building'
  AND EXISTS (SELECT FROM audience.index_generation AS f
              WHERE f.app_id = g.app_id AND f.generation = g.generation AND f.state = 'building')`;

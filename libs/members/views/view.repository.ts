import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import type { View, ViewPlace, ViewScreen } from './view.types.js';

/** Any number that no other advisory lock of two numbers uses as its first. */
const VIEW_LOCK = 3_167;

const COLUMNS = `v.view_id AS "viewId", v.name, v.filters`;

/** Views of one member in one application. Few rows each. */
@Injectable()
export class ViewRepository {
  constructor(private readonly db: Database) {}

  /** By their names · view_name. */
  async list({ appId, memberId }: ViewPlace, screen: ViewScreen): Promise<View[]> {
    return this.db.rows<View>(
      `SELECT ${COLUMNS} FROM members.view AS v
        WHERE v.member_id = $2 AND v.app_id = $1 AND v.screen = $3 ORDER BY lower(v.name), v.view_id`,
      [appId, memberId, screen],
    );
  }

  /** Makes transactions that change the views of one member run one after the other. */
  async lockAll(tx: Tx, { memberId }: ViewPlace): Promise<void> {
    await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [VIEW_LOCK, memberId]);
  }

  /** One view with its screen · primary key. */
  async find(
    tx: Tx,
    { appId, memberId }: ViewPlace,
    viewId: number,
  ): Promise<(View & { screen: ViewScreen }) | undefined> {
    return tx.row(
      `SELECT ${COLUMNS}, v.screen FROM members.view AS v
        WHERE v.view_id = $3 AND v.member_id = $2 AND v.app_id = $1`,
      [appId, memberId, viewId],
    );
  }

  /** Views of a screen, and whether one of them has this name · view_name. */
  async count(
    tx: Tx,
    { appId, memberId }: ViewPlace,
    screen: ViewScreen,
    name: string,
  ): Promise<{ all: number; named: number | null }> {
    const row = await tx.row<{ all: number; named: number | null }>(
      `SELECT count(*)::integer AS all, max(v.view_id) FILTER (WHERE v.name = $4) AS named FROM members.view AS v
        WHERE v.member_id = $2 AND v.app_id = $1 AND v.screen = $3`,
      [appId, memberId, screen, name],
    );
    return row ?? { all: 0, named: null };
  }

  /** 1 row. */
  async insert(
    tx: Tx,
    { appId, memberId }: ViewPlace,
    { screen, name, filters }: Omit<View, 'viewId'> & { screen: ViewScreen },
  ): Promise<number> {
    const row = await tx.row<{ viewId: number }>(
      `INSERT INTO members.view (member_id, app_id, screen, name, filters) VALUES ($2, $1, $3, $4, $5::jsonb)
       RETURNING view_id AS "viewId"`,
      [appId, memberId, screen, name, JSON.stringify(filters)],
    );
    return row?.viewId ?? Number.NaN;
  }

  /** Replaces name and filters · primary key. */
  async update(tx: Tx, { viewId, name, filters }: View): Promise<void> {
    await tx.affected('UPDATE members.view SET name = $2, filters = $3::jsonb WHERE view_id = $1', [
      viewId,
      name,
      JSON.stringify(filters),
    ]);
  }

  /** Primary key. */
  async delete(tx: Tx, viewId: number): Promise<void> {
    await tx.affected('DELETE FROM members.view WHERE view_id = $1', [viewId]);
  }
}

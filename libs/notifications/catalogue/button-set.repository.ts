import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';

/** Any number that no other advisory lock of two numbers uses as its first. */
const BUTTON_SET_LOCK = 3_020;

/** Buttons that an application's apps and pages know, under the number that messages name. */
export interface DefinedButtonSet {
  id: number;
  /** Names in the order in which they are shown. */
  buttons: string[];
}

/** Statements of `notifications.button_set`. */
@Injectable()
export class ButtonSetRepository {
  constructor(private readonly db: Database) {}

  /** All sets of an application · tens of rows · primary key. */
  async findAll(on: Statements, appId: number): Promise<DefinedButtonSet[]> {
    return on.rows<DefinedButtonSet>(
      `SELECT s.button_set_id AS id, s.buttons FROM notifications.button_set AS s
       WHERE s.app_id = $1 ORDER BY s.button_set_id`,
      [appId],
    );
  }

  /** Sets by their numbers; unknown ones find nothing · a few rows · primary key. */
  async findByIds(appId: number, ids: readonly number[]): Promise<DefinedButtonSet[]> {
    return this.db.rows<DefinedButtonSet>(
      `SELECT s.button_set_id AS id, s.buttons FROM notifications.button_set AS s
       WHERE s.app_id = $1 AND s.button_set_id = ANY ($2::bigint[])`,
      [appId, ids],
    );
  }

  /** Lets the sets of an application be changed by one transaction at a time. */
  async lockSets(tx: Tx, appId: number): Promise<void> {
    await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [BUTTON_SET_LOCK, appId]);
  }

  /** Adds a set or replaces its buttons · 1 row, primary key. */
  async saveSet(tx: Tx, appId: number, { id, buttons }: DefinedButtonSet): Promise<void> {
    await tx.affected(
      `INSERT INTO notifications.button_set AS s (app_id, button_set_id, buttons) VALUES ($1, $2, $3::text[])
       ON CONFLICT (app_id, button_set_id) DO UPDATE SET buttons = excluded.buttons`,
      [appId, id, buttons],
    );
  }

  /** Removes a set; what was sent with it keeps its buttons · 1 row, primary key. */
  async deleteSet(tx: Tx, appId: number, id: number): Promise<void> {
    await tx.affected('DELETE FROM notifications.button_set AS s WHERE s.app_id = $1 AND s.button_set_id = $2', [
      appId,
      id,
    ]);
  }
}

import { Injectable } from '@nestjs/common';
import type { Statements, Tx } from '#platform/db';
import type { Journey, JourneyDefinition, JourneyState } from '../model/journey.types.js';

const JOURNEYS = `SELECT j.journey_id AS "journeyId", j.app_id AS "appId", j.name, j.state, j.version, v.definition,
  v.approved_at IS NOT NULL AS "isApproved"
  FROM journeys.journey AS j JOIN journeys.version AS v ON v.journey_id = j.journey_id AND v.version = j.version`;

/** A version of a journey. @property keys  by the steps whose contents they count */
export interface JourneyVersion {
  version: number;
  definition: JourneyDefinition;
  keys: Readonly<Record<string, number>>;
}

/** Statements of `journeys.journey` and `journeys.version`. */
@Injectable()
export class JourneyRepository {
  /** The journeys of an application by their names · journey_name. */
  async list(on: Statements, appId: number): Promise<Journey[]> {
    return on.rows<Journey>(`${JOURNEYS} WHERE j.app_id = $1 AND j.removed_at IS NULL ORDER BY j.name`, [appId]);
  }

  /** Locks the journeys of an application against other changes · their rows. */
  async lockAll(tx: Tx, appId: number): Promise<Journey[]> {
    return tx.rows<Journey>(
      `${JOURNEYS} WHERE j.app_id = $1 AND j.removed_at IS NULL ORDER BY j.journey_id FOR UPDATE OF j`,
      [appId],
    );
  }

  /** Reads a journey by its name, whose state stays until the end of the transaction · journey_name. */
  async lockForEntry(tx: Tx, appId: number, name: string): Promise<Journey | undefined> {
    return tx.row<Journey>(`${JOURNEYS} WHERE j.app_id = $1 AND j.name = $2 AND j.removed_at IS NULL FOR SHARE OF j`, [
      appId,
      name,
    ]);
  }

  /** The journeys of all applications that people enter by time · a scan of this small table. */
  async listScheduled(on: Statements): Promise<Journey[]> {
    return on.rows<Journey>(
      `${JOURNEYS} WHERE j.state = 'on' AND j.removed_at IS NULL AND v.definition -> 'entry' ?| ARRAY['date', 'audience']
       ORDER BY j.journey_id`,
      [],
    );
  }

  /** Stores a journey with its first version. @param keys  by the steps whose contents they count @returns its id */
  async insert(
    tx: Tx,
    journey: Omit<Journey, 'journeyId' | 'version'>,
    keys: Readonly<Record<string, number>> = {},
  ): Promise<number> {
    const { appId, name, state, definition } = journey;
    const row = await tx.row<{ journeyId: number }>(
      `WITH added AS (
         INSERT INTO journeys.journey (app_id, name, state, version) VALUES ($1, $2, $3, 1) RETURNING journey_id)
       INSERT INTO journeys.version (journey_id, version, app_id, definition, keys)
       SELECT a.journey_id, 1, $1, $4::jsonb, $5::jsonb FROM added AS a RETURNING journey_id AS "journeyId"`,
      [appId, name, state, JSON.stringify(definition), JSON.stringify(keys)],
    );
    return row?.journeyId ?? 0;
  }

  /** Adds a version to a locked journey, and makes it the newest. @returns its number */
  async addVersion(
    tx: Tx,
    appId: number,
    journeyId: number,
    { definition, keys }: Omit<JourneyVersion, 'version'>,
  ): Promise<number> {
    const added = await tx.row<{ version: number }>(
      `WITH raised AS (
         UPDATE journeys.journey AS j SET version = j.version + 1 WHERE j.app_id = $1 AND j.journey_id = $2
         RETURNING j.version)
       INSERT INTO journeys.version (journey_id, version, app_id, definition, keys)
       SELECT $2, r.version, $1, $3::jsonb, $4::jsonb FROM raised AS r RETURNING version`,
      [appId, journeyId, JSON.stringify(definition), JSON.stringify(keys)],
    );
    return added?.version ?? 0;
  }

  /** Changes the state of a locked journey. */
  async setState(tx: Tx, appId: number, journeyId: number, state: JourneyState): Promise<void> {
    await tx.affected('UPDATE journeys.journey AS j SET state = $3 WHERE j.app_id = $1 AND j.journey_id = $2', [
      appId,
      journeyId,
      state,
    ]);
  }

  /** Gives a locked journey another name, which is free. */
  async rename(tx: Tx, appId: number, journeyId: number, name: string): Promise<void> {
    await tx.affected('UPDATE journeys.journey AS j SET name = $3 WHERE j.app_id = $1 AND j.journey_id = $2', [
      appId,
      journeyId,
      name,
    ]);
  }

  /** Notes that the newest version of a locked journey was approved. */
  async setApproved(tx: Tx, appId: number, journeyId: number): Promise<void> {
    await tx.affected(
      `UPDATE journeys.version AS v SET approved_at = now() FROM journeys.journey AS j
        WHERE j.app_id = $1 AND j.journey_id = $2 AND v.app_id = $1 AND v.journey_id = $2 AND v.version = j.version`,
      [appId, journeyId],
    );
  }

  /** Removes a locked journey: it is off, and its name is free. */
  async remove(tx: Tx, appId: number, journeyId: number): Promise<void> {
    await tx.affected(
      `UPDATE journeys.journey AS j SET state = 'off', removed_at = now() WHERE j.app_id = $1 AND j.journey_id = $2`,
      [appId, journeyId],
    );
  }

  /** All versions of a journey · primary key. */
  async listVersions(on: Statements, appId: number, journeyId: number): Promise<JourneyVersion[]> {
    return on.rows<JourneyVersion>(
      'SELECT v.version, v.definition, v.keys FROM journeys.version AS v WHERE v.app_id = $1 AND v.journey_id = $2',
      [appId, journeyId],
    );
  }

  /** Finds the definitions of some versions of a journey · primary key. */
  async findVersions(
    on: Statements,
    appId: number,
    journeyId: number,
    versions: readonly number[],
  ): Promise<JourneyVersion[]> {
    return on.rows<JourneyVersion>(
      `SELECT v.version, v.definition, v.keys FROM journeys.version AS v
       WHERE v.app_id = $1 AND v.journey_id = $2 AND v.version = ANY ($3::integer[])`,
      [appId, journeyId, versions],
    );
  }
}

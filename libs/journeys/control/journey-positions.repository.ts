import { Injectable } from '@nestjs/common';
import type { Statements, Tx } from '#platform/db';

/** A step of a drawing, by its id; pixels from the corner. */
export interface StepPosition {
  id: string;
  x: number;
  y: number;
}

/** Statements of the positions of `journeys.journey`. */
@Injectable()
export class JourneyPositionsRepository {
  /** Primary key. */
  async list(on: Statements, appId: number, journeyId: number): Promise<StepPosition[]> {
    const row = await on.row<{ positions: StepPosition[] }>(
      'SELECT j.positions FROM journeys.journey AS j WHERE j.journey_id = $1 AND j.app_id = $2',
      [journeyId, appId],
    );
    return row?.positions ?? [];
  }

  /** Replaces all · primary key. @returns true for a change; undefined: there is no such journey */
  async replace(
    tx: Tx,
    appId: number,
    journeyId: number,
    positions: readonly StepPosition[],
  ): Promise<boolean | undefined> {
    const row = await tx.row<{ changed: boolean }>(
      `WITH before AS (
         SELECT j.positions FROM journeys.journey AS j
          WHERE j.journey_id = $1 AND j.app_id = $2 AND j.removed_at IS NULL FOR NO KEY UPDATE),
       written AS (
         UPDATE journeys.journey AS j SET positions = $3::jsonb
          WHERE j.journey_id = $1 AND j.app_id = $2 AND EXISTS (SELECT FROM before AS b WHERE b.positions <> $3::jsonb))
       SELECT b.positions <> $3::jsonb AS changed FROM before AS b`,
      [journeyId, appId, JSON.stringify(positions)],
    );
    return row?.changed;
  }
}

import { Injectable } from '@nestjs/common';
import type { Database, Tx } from '#platform/db';
import type { EntryLimits } from '../model/journey.types.js';

/** Entries of a journey with limits, in this day and minute. */
interface Pace {
  dayEntries: number;
  minuteEntries: number;
}

/** Statements of `journeys.pace`. */
@Injectable()
export class PaceRepository {
  /** How many more people may enter a journey now. The row stays locked, so that entries beside each other add up · 1 row. */
  async lockPlaces(tx: Tx, appId: number, journeyId: number, limits: EntryLimits, now: Date): Promise<number> {
    const pace = await tx.row<Pace>(
      `INSERT INTO journeys.pace AS p (journey_id, app_id, day_entries, minute_entries, at) VALUES ($2, $1, 0, 0, $3)
       ON CONFLICT (journey_id) DO UPDATE SET at = $3,
         day_entries = CASE WHEN date_trunc('day', p.at, 'UTC') = date_trunc('day', $3, 'UTC') THEN p.day_entries ELSE 0 END,
         minute_entries = CASE WHEN date_trunc('minute', p.at) = date_trunc('minute', $3) THEN p.minute_entries ELSE 0 END
       RETURNING p.day_entries AS "dayEntries", p.minute_entries AS "minuteEntries"`,
      [appId, journeyId, now],
    );
    const { perDay = Infinity, perMinute = Infinity } = limits;
    return Math.max(0, Math.min(perDay - (pace?.dayEntries ?? 0), perMinute - (pace?.minuteEntries ?? 0)));
  }

  /** Counts entries, and notes that others were refused · the locked row. */
  async count(tx: Tx, journeyId: number, entered: number, refused: number): Promise<void> {
    await tx.affected(
      `UPDATE journeys.pace AS p SET day_entries = p.day_entries + $2, minute_entries = p.minute_entries + $2,
         refused_at = CASE WHEN $3 > 0 THEN p.at ELSE p.refused_at END
       WHERE p.journey_id = $1`,
      [journeyId, entered, refused],
    );
  }

  /** Journeys whose limits kept someone out since a time · a small table. */
  async countRefusing(db: Database, since: Date): Promise<number> {
    const row = await db.row<{ journeys: number }>(
      'SELECT count(*) AS journeys FROM journeys.pace AS p WHERE p.refused_at > $1',
      [since],
    );
    return row?.journeys ?? 0;
  }
}

import type { SeriesRule } from '../model/series.types.js';

/** State of a run. `MISSED`: at its time nothing could begin it, or the campaign was paused. */
export type RunState = 'STARTING' | 'SENDING' | 'PAUSED' | 'FINISHED' | 'STOPPED' | 'MISSED';

/**
 * A run of a recurring campaign.
 *
 * @property run  its number, from 1; absent where none began
 * @property waits  for an approval of its own
 */
export interface CampaignRun {
  run?: number;
  state: RunState;
  waits: boolean;
  dueAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  planned: number;
  sent: number;
  failed: number;
  skipped: number;
  clicked: number;
}

/**
 * A recurring campaign as reports see it.
 *
 * @property nextAt  null: no run comes any more
 * @property isAsked  the first run waits for an approval, which is for all runs
 */
export interface RecurringCampaign {
  key: number;
  rule: SeriesRule;
  createdAt: Date;
  nextAt: Date | null;
  nextWall: string | null;
  nextNumber: number | null;
  runs: number;
  missed: { at: string }[];
  missedCount: number;
  isAsked: boolean;
  isPaused: boolean;
  endedAt: Date | null;
  isStopped: boolean;
}

import type { JourneyDefinition } from '../model/journey.types.js';
import type { ReplayOutcome, ReplayReport } from '../replay/replay.types.js';

export const REPLAY_STATES = ['WAITING', 'RUNNING', 'DONE', 'FAILED'] as const;
export type ReplayState = (typeof REPLAY_STATES)[number];

/** The report as it is stored: without people, who may be erased. */
export type StoredReport = Omit<ReplayOutcome, 'from' | 'to' | 'difference' | 'entries'> & {
  /** Absent in those of older releases. */
  entries?: Record<string, number>;
  from: string;
  to: string;
  difference?: { more: number; fewer: number };
};

/**
 * A replay that goes on after the answer.
 *
 * @property version     that ran when it was asked for
 * @property definition  another version; null: the running one
 * @property share       of the work that is done, 0 to 1
 * @property fault       why it failed; null: it did not
 * @property more        users who get messages from the other version alone
 */
export interface StoredReplay {
  appId: number;
  replayId: number;
  journeyId: number;
  version: number;
  days: number;
  epoch: number;
  share: number;
  state: ReplayState;
  byName: string;
  fault: string | null;
  definition: JourneyDefinition | null;
  report: StoredReport | null;
  more: number[];
  fewer: number[];
  createdAt: Date;
  endedAt: Date | null;
}

/** A replay for those who asked. */
export interface ShownReplay extends Omit<StoredReplay, 'report' | 'more' | 'fewer' | 'definition'> {
  report: ReplayReport | null;
}

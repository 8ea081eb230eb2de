import type { DispatchRequest } from './delivery.types.js';

/** When the runs of a campaign are due. Times without a zone are `yyyy-MM-ddTHH:mm:ss`. */
export interface SeriesRule {
  /** The first time that can be one of a run. */
  start: string;
  /** The days: a rule of RFC 5545 without COUNT and UNTIL. */
  days: string;
  /** By the clock of `timeZone`, or of each recipient. */
  zone: 'application' | 'user';
  /** IANA name; of each recipient it is the zone of those without one. */
  timeZone: string;
  /** Days of the rule at most; those left out count too. */
  count?: number;
  /** No run begins later by the clock. */
  until?: string;
  /** Days without a run, `yyyy-MM-dd`. */
  except?: readonly string[];
  /** A recipient of a run gets none of the next days; absent: each run is for all. */
  notWithinDays?: number;
  /** Recipients of a run; one outside of it waits for an approval of its own. */
  recipients?: { from?: number; to?: number };
}

/**
 * A day of a rule at its time.
 *
 * @property number  its place among the days of the rule, from 1; those left out have one too
 * @property dueAt   the first instant at which a clock shows it
 */
export interface Occurrence {
  number: number;
  wall: string;
  dueAt: Date;
}

/** The run that a send is, in its options. @property rule  where the approval of the first run is for all of them */
export interface SeriesRun {
  run: number;
  wall: string;
  notWithinDays?: number;
  rule?: SeriesRule;
}

/** All that the runs have in common. @property contents  of a campaign with several: message and options of each */
export interface SeriesRequest extends Pick<DispatchRequest, 'message' | 'target' | 'options' | 'speed'> {
  contents?: Pick<DispatchRequest, 'message' | 'options'>[];
}

/** A time at which no run began. @property at  ISO 8601 */
export interface MissedRun {
  at: string;
}

/**
 * A recurring campaign.
 *
 * @property next     the next run; null: none comes any more
 * @property runs     runs so far
 * @property askedId  the send of the first run while that waits for an approval
 * @property author   who may not approve a run
 */
export interface Series {
  appId: number;
  notificationKey: number;
  request: SeriesRequest;
  rule: SeriesRule;
  next: Occurrence | null;
  runs: number;
  askedId: number | null;
  author: SeriesAuthor;
}

/** The author of a series, as an origin names it. */
export interface SeriesAuthor {
  by: { kind: 'member' | 'key' | 'cli' | 'system'; id: string; name: string };
  behind: readonly number[];
}

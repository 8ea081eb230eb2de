import type { Actor } from '#libs/audit';
import type { Channel } from '#libs/channels/definitions';

export const DRILL_STATES = ['ASKED', 'RUNNING', 'JUDGED', 'FAILED'] as const;
export type DrillState = (typeof DRILL_STATES)[number];

/** The faults, as shares (0 to 1) of the attempts to send. */
export interface DrillPlan {
  /** Answered with 503, or 451 by the mail server: sent again later. */
  unavailable: number;
  /** The connection is cut, half of the times after the message was taken. */
  reset: number;
  /** No answer at all. */
  timeout: number;
  /** Users at most, a uniform sample of the target. */
  size: number;
}

export interface Drill {
  drillId: number;
  appId: number;
  /** The campaign that was copied. */
  notificationKey: number;
  /** Null: not sent yet. */
  copyKey: number | null;
  state: DrillState;
  plan: DrillPlan;
  madeBy: Actor;
  madeAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  /** The log of the simulators at the start, and its newest delivery. */
  log: string | null;
  logAfter: number | null;
  verdict: DrillVerdict | null;
  /** Why it was not judged. */
  why: string | null;
}

/** The figures of the ledger beside those of the simulators. */
export interface DrillFigures {
  /** Recipients with a final result. */
  recipients: number;
  /** Messages of them that the ledger has as sent. */
  sent: number;
  failed: number;
  skipped: number;
  /** Recipients whose message a simulator took. */
  arrived: number;
  /** Sent by the ledger, and never taken. */
  lost: number;
  /** Taken more than once. */
  twice: number;
  /** Listed as in doubt: the ledger says itself that they may have got it once more, or not. */
  listed: number;
  /** Taken more than once and not listed. */
  unlisted: number;
}

export interface DrillVerdict extends DrillFigures {
  planned: number;
  /** Without a result when it was judged, since it took too long; absent in verdicts of the release before. */
  waiting?: number;
  channels: (DrillFigures & { channel: Channel })[];
  /** From the start to the last result. */
  seconds: number;
}

import type { Actor } from '#libs/audit';
import type { Outcome } from './approval.types.js';

/** A send that waits for approvals, or waited. */
export interface WaitingSend {
  approvalId: number;
  dispatchIds: number[];
  /** Null: unknown, of a campaign from before approvals had authors. */
  author: Actor | null;
  /** Members who may be behind the author. */
  behind: readonly number[];
  /** Approvals that it needs. */
  needed: number;
  /** True if the author may approve. */
  self: boolean;
  isDecided: boolean;
}

/** How a send that waited ended. @property by  who gave the last word; null with `outcome` for those of earlier releases */
export interface WaitingSendEnd {
  outcome: Outcome | null;
  words: string | null;
  by: Actor | null;
}

/** A send with how it ended. */
export interface KnownSend extends Omit<WaitingSend, 'behind'>, WaitingSendEnd {
  askedAt: Date;
}

/** An approval of a send. */
export interface Vote {
  approvalId: number;
  by: Actor;
  words: string | null;
  at: Date;
}

/** A send without a decision. It no longer waits when its dispatches were stopped. */
export interface UndecidedSend extends Omit<WaitingSend, 'behind' | 'isDecided'> {
  askedAt: Date;
  /** Approvals that it has. */
  given: number;
}

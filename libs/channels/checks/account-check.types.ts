import type { Account, AccountFault, Channel } from '../sender/channels.types.js';

/** One thing that was tried. */
export interface CheckStep {
  /** For people: `log-in`, `topic com.example.app` … */
  name: string;
  /** What the provider or the connection said; '' where it only accepted. */
  words: string;
  /** Absent: it works. */
  fault?: AccountFault;
}

/** Tries the credentials of one channel's account without a message to anybody. It throws only for faults of its own. */
export type AccountCheck<C extends Channel> = (account: Account<C>) => Promise<CheckStep[]>;

/** Time in ms for one question to a provider. A person waits for the answer. */
export const CHECK_LIMITS = { connectMs: 5000, deadlineMs: 8000 };

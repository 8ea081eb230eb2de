import type { Reason } from '../../../sender/answer-table.js';

/** Report of a returned mail about a sent message. */
export type BounceReport =
  /**
   * Not delivered, and the relay has given up. `isDead`: the address does not exist. `addresses`: the recipient, as the
   * report names it.
   */
  | { kind: 'bounce'; code: string; reason: Reason; isDead: boolean; addresses: string[]; text: string }
  /** No action needed. `isDelay`: not delivered yet; otherwise delivered, relayed, or a report that is no complaint. */
  | { kind: 'notice'; code: string; text: string; isDelay: boolean }
  | ComplaintReport
  /** Not a report, or an unreadable one: replies of people and of machines. */
  | { kind: 'other' };

/**
 * The recipient reported the message as spam.
 *
 * @property mailFrom  envelope senders of the message that the report names
 * @property traces    other texts that may name the message: its Message-ID and its addresses for unsubscribing
 */
export interface ComplaintReport {
  kind: 'complaint';
  code: string;
  text: string;
  mailFrom: string[];
  traces?: string[];
}

/** Characters of a report that are kept for support. */
export const MAX_REPORT_TEXT = 1000;

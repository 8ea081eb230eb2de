import type { Actor } from '#libs/audit';

export type Decision = 'approve' | 'reject';

/** A send that waits for approvals. */
export interface WaitingRequest {
  /** Key of the campaign, or the `X-Approval-Id` of a `sendNotification`. */
  approvalId: number;
  kind: 'campaign' | 'notification';
  /** Of the campaign, or of the definitions that a `sendNotification` names. */
  notificationKeys: number[];
  /** Null: unknown, of a campaign from before approvals had authors. */
  author: Actor | null;
  askedAt: Date;
  needed: number;
  given: number;
  /** Whether the author may approve. */
  self: boolean;
}

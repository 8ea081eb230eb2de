import type { Actor } from '#libs/audit';

export type Decision = 'approve' | 'reject';

/** How a send that waited ended. `replace`: its author asked for another one in its place. */
export type Outcome = Decision | 'withdraw' | 'replace' | 'expire';

/**
 * The campaign that a member asks for in the panel.
 *
 * @property draft    what was typed
 * @property planned  recipients, as the author saw them
 * @property revises  the request in whose place this one comes
 */
export interface AskedCampaign {
  draft: object;
  planned: number;
  expiresAt: Date;
  revises: number | null;
}

/** A send that waits for approvals. */
export interface WaitingRequest {
  /** Key of the campaign, or the `X-Approval-Id` of a `sendNotification`. */
  approvalId: number;
  kind: 'campaign' | 'notification';
  /** The keys of the campaign, or of the definitions that a `sendNotification` names. */
  notificationKeys: number[];
  dispatchIds: number[];
  /** Null: unknown, of a campaign from before approvals had authors. */
  author: Actor | null;
  askedAt: Date;
  needed: number;
  given: number;
  /** True if the author may approve. */
  self: boolean;
}

/**
 * Author of a send, or voter about it.
 *
 * @property behind  members who may be behind it, as of an origin
 */
export interface Participant {
  by: Actor;
  behind: readonly number[];
}

import type { Actor } from '#libs/audit';
import type { Target } from '#libs/audience';
import type { Outcome } from '../approvals/approval.types.js';
import type { ContentDifference } from '../approvals/request-content.js';
import type { Vote } from '../approvals/waiting-send.repository.js';

/**
 * A campaign that waits, as a line of a list.
 *
 * @property name       of the campaign
 * @property planned    recipients as the author saw them; null: a key asked for it
 * @property startsAt   null: at once
 * @property expiresAt  null: never
 */
export interface WaitingCampaign {
  approvalId: number;
  name: string | null;
  author: Actor | null;
  askedAt: Date;
  needed: number;
  votes: Vote[];
  planned: number | null;
  startsAt: Date | null;
  expiresAt: Date | null;
}

/** `DECIDED`: by an earlier release, which did not store how. */
export const REVIEW_STATES = [
  'WAITING',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
  'REPLACED',
  'EXPIRED',
  'STOPPED',
  'DECIDED',
] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** States after the end of a request. */
export const END_STATES = {
  approve: 'APPROVED',
  reject: 'REJECTED',
  withdraw: 'WITHDRAWN',
  replace: 'REPLACED',
  expire: 'EXPIRED',
} as const satisfies Record<Outcome, ReviewState>;

/**
 * A campaign that waits or waited, for those who decide on it.
 *
 * @property hash         of what is stored to be sent
 * @property decidedBy    who gave the last word, with these words
 * @property draft        what the author typed; null: a key asked for it
 * @property revises      the request in whose place it came
 * @property revision     the request that came in its place
 * @property differences  to the request in whose place it came
 */
export interface Review extends WaitingCampaign {
  state: ReviewState;
  hash: string;
  decidedBy: Actor | null;
  words: string | null;
  draft: object | null;
  target: Target;
  revises: number | null;
  revision: number | null;
  differences: ContentDifference[];
}

import type { Actor } from '#libs/audit';
import type { Target } from '#libs/audience';
import type { Priority, Speed } from '#libs/delivery';
import type { Outcome, ContentDifference, Vote } from '#libs/notifications/approvals';

/**
 * A campaign that waits, as a line of a list.
 *
 * @property name       of the campaign
 * @property planned    recipients as the author saw them; null: a key asked for it
 * @property upTo       users who may match at its launch; null: any number
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
  upTo: number | null;
  startsAt: Date | null;
  expiresAt: Date | null;
}

/**
 * `OUTGROWN`: approved, and more users matched at its launch. `DECIDED`: by an earlier release, which did not store
 * how.
 */
export const REVIEW_STATES = [
  'WAITING',
  'APPROVED',
  'OUTGROWN',
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
 * The terms of a campaign beside its message, its target and its start. What it has not is null or empty.
 *
 * @property localTime   at which each recipient's own clock has to show it: `yyyy-MM-ddTHH:mm`
 * @property limit       users at most
 * @property holdout     share of the users who get nothing, 0 to 1
 * @property categories  names, or ids as the request has them
 * @property label       of the reports
 * @property ttlSeconds  after which a message that was not received is dropped
 */
export interface CampaignTerms {
  localTime: string | null;
  speed: Speed | null;
  limit: number | null;
  holdout: number | null;
  priority: Priority;
  categories: string[];
  label: string | null;
  ttlSeconds: number | null;
}

/**
 * A campaign that waits or waited, for those who decide on it.
 *
 * @property hash         of what is stored to be sent
 * @property outgrown     users who matched at its launch, which was refused; null: it was not
 * @property told         members who are notified by e-mail; null: they are not listed yet
 * @property hasMail      the application has an e-mail account to tell them by
 * @property decidedBy    who gave the last word, with these words
 * @property draft        what the author typed; null: a key asked for it
 * @property revises      the request in whose place it came
 * @property revision     the request that came in its place
 * @property differences  to the request in whose place it came
 * @property earlierTarget  of that request; null: there is none, or it is past its retention
 */
export interface Review extends WaitingCampaign {
  state: ReviewState;
  hash: string;
  outgrown: number | null;
  told: number | null;
  hasMail: boolean;
  decidedBy: Actor | null;
  words: string | null;
  draft: object | null;
  target: Target;
  terms: CampaignTerms;
  revises: number | null;
  revision: number | null;
  differences: ContentDifference[];
  earlierTarget: Target | null;
}

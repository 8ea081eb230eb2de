import { BUCKETS } from '#platform/ids';

/** Users that one statement reads: bounds the time of the statement and the size of its answer. */
const USERS_PER_RANGE = 200_000;

/** Push reaches installations; e-mail and SMS reach users. */
export type RecipientKind = 'push' | 'email' | 'sms';

export interface BucketRange {
  /** First bucket. */
  vbFrom: number;
  /** The bucket after the last. */
  vbTo: number;
}

export const ALL_BUCKETS: BucketRange = { vbFrom: 0, vbTo: BUCKETS };

/** Splits all buckets into ranges with about equally many users. @param users  upper bound of the application's users */
export function splitBuckets(users: number): BucketRange[] {
  const width = Math.max(1, Math.floor(BUCKETS / Math.max(1, Math.ceil(users / USERS_PER_RANGE))));
  return Array.from({ length: Math.ceil(BUCKETS / width) }, (_, i) => ({
    vbFrom: i * width,
    vbTo: Math.min((i + 1) * width, BUCKETS),
  }));
}

export interface RecipientRange extends BucketRange {
  kind: RecipientKind;
  /** Platform numbers; for e-mail and SMS they only name the group. */
  platforms: readonly number[];
  /** Also installations that may not be pushed to, or users who opted out of e-mail or SMS. */
  includeOptedOut?: boolean;
  /** Push only: of each user's reachable installations the one that was active last. */
  lastActiveDevice?: boolean;
  /** Also tell whose each installation is. */
  withUsers?: boolean;
  /** Also part recipients by their time zone. */
  withTimeZones?: boolean;
}

/** Recipients of one bucket and platform, and of one time zone where that is asked for. */
export interface RecipientGroup {
  vb: number;
  platform: number;
  /** Push to a Mac or Safari: their tokens are APNs device tokens, no subscriptions. */
  native?: true;
  /** Installation ids for push, uids for e-mail and SMS; ascending. */
  ids: number[];
  /** With `withUsers`, push: the user of each id. */
  uids?: number[];
  /** With `withTimeZones`: as the installation, or the one that the user was last active with, tells it. */
  timeZone?: string | null;
}

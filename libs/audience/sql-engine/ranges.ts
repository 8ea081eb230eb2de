import type { RecipientKind } from '#libs/channels/definitions';
import { BUCKETS } from '#platform/ids';

/** Users that one statement reads: bounds the time of the statement and the size of its answer. */
const USERS_PER_RANGE = 200_000;

export interface BucketRange {
  /** First bucket. */
  vbFrom: number;
  /** The first bucket after the range. */
  vbTo: number;
}

export const ALL_BUCKETS: BucketRange = { vbFrom: 0, vbTo: BUCKETS };

/**
 * Splits all buckets into ranges with about equally many users.
 *
 * @param users          upper bound of the number of users
 * @param usersPerRange  about how many users a range may have
 */
export function splitBuckets(users: number, usersPerRange = USERS_PER_RANGE): BucketRange[] {
  const width = Math.max(1, Math.floor(BUCKETS / Math.max(1, Math.ceil(users / usersPerRange))));
  return Array.from({ length: Math.ceil(BUCKETS / width) }, (_, i) => ({
    vbFrom: i * width,
    vbTo: Math.min((i + 1) * width, BUCKETS),
  }));
}

/**
 * Chooses of several users with one address the one seen last, who fills the message.
 *
 * @property avoidsRefusing  users who refused the channel or one of the categories come after all others
 */
export interface HolderChoice {
  avoidsRefusing: boolean;
  categoryIds: readonly number[];
}

export interface RecipientRange extends BucketRange {
  kind: RecipientKind;
  /** Platform ids. E-mail and SMS use them only to label the group. */
  platforms: readonly number[];
  /** Includes installations without push permission, and users who opted out of e-mail or SMS. */
  includeOptedOut?: boolean;
  /** Push only: selects the reachable installation of each user that was active last. */
  lastActiveDevice?: boolean;
  /** E-mail and SMS only: one of the matching users stands for all, because the message goes to an address. */
  oneHolder?: HolderChoice;
  /**
   * Push only: leaves out unproven installations of users who have another one, unless the target names installations.
   * Numbers of the identity keys whose proofs count.
   */
  trustedKeyIds?: readonly number[];
  /** Adds the user of each installation. */
  withUsers?: boolean;
  /** Splits groups by time zone. */
  withTimeZones?: boolean;
}

/** Recipients of one bucket and platform. With `withTimeZones`, also of one time zone. */
export interface RecipientGroup {
  vb: number;
  platform: number;
  /** Push to a Mac or to Safari. Their tokens are APNs device tokens, not web push subscriptions. */
  native?: true;
  /** Installation ids for push, uids for e-mail and SMS; ascending. */
  ids: number[];
  /** With `withUsers`, push: the user of each id. */
  uids?: number[];
  /** Push: installation and user, of those installations that have left their first user for another one. */
  owners?: [instId: number, uid: number][];
  /** With `withTimeZones`: the time zone of the installation, or of the user's most recently active installation. */
  timeZone?: string | null;
}

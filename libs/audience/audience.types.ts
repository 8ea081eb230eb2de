/** Push reaches installations; e-mail and SMS reach users. */
export type RecipientKind = 'push' | 'email' | 'sms';

export interface BucketRange {
  /** First bucket. */
  vbFrom: number;
  /** The bucket after the last. */
  vbTo: number;
}

export interface RecipientRange extends BucketRange {
  kind: RecipientKind;
  /** Platform numbers; for e-mail and SMS they only name the group. */
  platforms: readonly number[];
  /** Push only: also installations that may not be pushed to. */
  includeOptedOut?: boolean;
  /** Push only: of each user's reachable installations the one that was active last. */
  lastActiveDevice?: boolean;
}

/** Recipients of one bucket and platform. */
export interface RecipientGroup {
  vb: number;
  platform: number;
  /** Installation ids for push, uids for e-mail and SMS; ascending. */
  ids: number[];
}

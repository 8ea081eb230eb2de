export const SEGMENT_TYPES = ['STANDARD', 'PRODUCT_SEGMENT', 'PREDICT_SEGMENT'] as const;
export type SegmentType = (typeof SEGMENT_TYPES)[number];

/**
 * WAITING: for its first calculation. READY: members are served and followed. FAILED: the last calculation failed;
 * members of an earlier one are served.
 */
export const SEGMENT_STATES = ['WAITING', 'READY', 'FAILED'] as const;
export type SegmentState = (typeof SEGMENT_STATES)[number];

/** A segment in the response of `getSegments` (specification, section 2.2). */
export interface Segment {
  id: number;
  name: string;
  /** Members of the served version; 0 if there is none. */
  userCount: number;
  type: SegmentType;
  state: SegmentState;
  /** Why the calculation failed, or why a prediction has no members. */
  reason?: string;
  /** Epoch milliseconds; absent: never. */
  calculatedAt?: number;
}

/** A segment as it is stored: null for what it does not have. */
/** A segment that has a user. @property calculatedAt  when; null: not known */
export interface MemberSegment {
  name: string;
  calculatedAt: Date | null;
}

export type ListedSegment = Omit<Segment, 'reason' | 'calculatedAt'> & {
  reason: string | null;
  calculatedAt: number | null;
};

/** A member in the response of `getSegmentUsers`. Fields without a value are absent, and one of them is present. */
export interface SegmentUser {
  externalId?: string;
  msisdn?: string;
  email?: string;
}

/**
 * A request for one page of members.
 *
 * @property max       page size; at least 100
 * @property offset    members to skip; without `after`, from the first
 * @property after     uid of the last member of the previous page, so that joining and leaving members do not shift
 *   pages
 * @property platform  only members with an installation of this platform
 * @property addresses whether addresses are listed; without them, members need an extId to be listed
 */
export interface SegmentPageRequest {
  segmentId: number;
  max?: number;
  offset?: number;
  after?: number;
  platform?: number;
  addresses?: boolean;
}

/** @property next  start of the next page; absent on the last one */
export interface SegmentPage {
  name: string;
  list: SegmentUser[];
  next?: { offset: number; max: number; after: number };
}

/**
 * A segment whose calculation this process has claimed. `epoch` fences the claim and becomes the number of the next
 * version.
 */
export interface ClaimedSegment {
  appId: number;
  segmentId: number;
  epoch: number;
  currentVersion: number | null;
  /** The definition in the form of the specification. */
  target: unknown;
}

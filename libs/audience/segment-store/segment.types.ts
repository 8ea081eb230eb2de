export const SEGMENT_TYPES = ['STANDARD', 'PRODUCT_SEGMENT', 'PREDICT_SEGMENT'] as const;
export type SegmentType = (typeof SEGMENT_TYPES)[number];

/** A segment as `getSegments` answers it (specification, section 2.2). */
export interface Segment {
  id: number;
  name: string;
  /** Members of the version that is served; 0 while there is none. */
  userCount: number;
  type: SegmentType;
}

/** A member as `getSegmentUsers` answers it. What has no value is absent. */
export interface SegmentUser {
  externalId?: string;
  msisdn?: string;
  email?: string;
}

/**
 * Which members are asked for.
 *
 * @property max       entries of a page; fewer than 100 still gives 100
 * @property offset    members to leave out; without `after`, from the first on
 * @property after     uid of the last member of the page before: members who come and go meanwhile shift nothing
 * @property platform  only members with an installation of it (its number)
 */
export interface SegmentPageRequest {
  segmentId: number;
  max?: number;
  offset?: number;
  after?: number;
  platform?: number;
}

/** @property next  where the next page begins; absent on the last one */
export interface SegmentPage {
  name: string;
  list: SegmentUser[];
  next?: { offset: number; max: number; after: number };
}

/** A segment whose calculation this process has claimed. `epoch` fences it, and is the number of the version to come. */
export interface ClaimedSegment {
  appId: number;
  segmentId: number;
  epoch: number;
  currentVersion: number | null;
  /** As it was defined: of the specification's form. */
  target: unknown;
}

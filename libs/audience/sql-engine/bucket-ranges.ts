import { BUCKETS } from '#platform/ids';
import type { BucketRange } from './audience.types.js';

/** Users that one statement looks at: keeps it, and the ids that it answers, small. */
const USERS_PER_RANGE = 200_000;

export const ALL_BUCKETS: BucketRange = { vbFrom: 0, vbTo: BUCKETS };

/** All buckets in ranges of about as many users each. @param users  how many the application has, at most */
export function splitBuckets(users: number): BucketRange[] {
  const width = Math.max(1, Math.floor(BUCKETS / Math.max(1, Math.ceil(users / USERS_PER_RANGE))));
  return Array.from({ length: Math.ceil(BUCKETS / width) }, (_, i) => ({
    vbFrom: i * width,
    vbTo: Math.min((i + 1) * width, BUCKETS),
  }));
}

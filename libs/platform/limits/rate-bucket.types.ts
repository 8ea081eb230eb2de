/** Injection token of the buckets that all processes share. */
export const SHARED_BUCKETS = Symbol('SHARED_BUCKETS');

/**
 * The use of a bucket by one process since its last report.
 *
 * @property bucket  a UUID for the limit and the client that it counts
 * @property usedSeconds  requests, as the time in which the bucket gains as many
 * @property windowSeconds  time in which an empty bucket becomes full
 */
export interface BucketUse {
  bucket: string;
  usedSeconds: number;
  windowSeconds: number;
}

/**
 * Buckets that all processes share, in Postgres or in Redis. A bucket is the time at which it will be full again (GCRA,
 * ITU-T I.371). A bucket that was overdrawn by several processes at once is paid back: it owes at most one window.
 */
export interface SharedBuckets {
  /**
   * Adds what this process used.
   *
   * @returns seconds until each bucket is full again, in the order of `uses`
   */
  report(uses: readonly BucketUse[]): Promise<number[]>;
}

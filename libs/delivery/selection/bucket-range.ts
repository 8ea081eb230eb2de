/** A range of buckets. */
export interface BucketRange {
  vbFrom: number;
  vbTo: number;
}

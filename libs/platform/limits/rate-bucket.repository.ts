import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import type { BucketUse, SharedBuckets } from './rate-bucket.types.js';

/** Statements of `platform.rate_bucket`. */
@Injectable()
export class RateBucketRepository implements SharedBuckets {
  constructor(private readonly db: Database) {}

  /**
   * One row for each bucket, up to 1,000 in a statement · primary key · locks them in the order of their ids, so that
   * two processes wait for each other and never deadlock. The table is unlogged: a crash of the server empties it, and
   * each process goes on with its own count.
   */
  async report(uses: readonly BucketUse[]): Promise<number[]> {
    const rows = await this.db.outsideTransaction(() =>
      this.db.rows<{ bucket: string; seconds: number }>(
        `INSERT INTO platform.rate_bucket AS b (bucket, full_at, window_seconds)
         SELECT q.bucket, now() + least(q.used, 2 * q.window_seconds) * interval '1 second', q.window_seconds
         FROM unnest($1::uuid[], $2::float8[], $3::float8[]) AS q (bucket, used, window_seconds)
         ORDER BY q.bucket
         ON CONFLICT (bucket) DO UPDATE
         SET full_at = least(greatest(b.full_at, now()) + (excluded.full_at - now()),
                             now() + 2 * excluded.window_seconds * interval '1 second')
         RETURNING b.bucket, extract(epoch FROM b.full_at - now())::float8 AS seconds`,
        [
          uses.map(({ bucket }) => bucket),
          uses.map(({ usedSeconds }) => usedSeconds),
          uses.map(({ windowSeconds }) => windowSeconds),
        ],
      ),
    );
    const seconds = new Map(rows.map((row) => [row.bucket, row.seconds]));
    return uses.map(({ bucket }) => seconds.get(bucket) ?? 0);
  }

  /** Deletes buckets that are full: they say nothing. All rows are read; there are as many as busy clients in an hour. */
  async deleteFull(): Promise<number> {
    return this.db.affected('DELETE FROM platform.rate_bucket AS b WHERE b.full_at < now()');
  }
}

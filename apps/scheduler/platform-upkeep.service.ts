import { Injectable } from '@nestjs/common';
import { HOUR_MS, Recurring } from '#platform/background';
import { Database } from '#platform/db';
import { IdempotencyRepository } from '#platform/idempotency';
import { RateBucketRepository } from '#platform/limits';
import { ClockService } from '#platform/runtime';

/** Deletes what the platform's own tables need no more. */
@Injectable()
export class PlatformUpkeepService {
  private readonly idempotency: IdempotencyRepository;
  private readonly buckets: RateBucketRepository;

  constructor(
    db: Database,
    private readonly clock: ClockService,
  ) {
    this.idempotency = new IdempotencyRepository(db);
    this.buckets = new RateBucketRepository(db);
  }

  @Recurring('idempotency-keys.expire', HOUR_MS)
  async deleteExpiredKeys(): Promise<unknown> {
    return this.idempotency.deleteExpired(this.clock.now());
  }

  @Recurring('rate-buckets.expire', HOUR_MS)
  async deleteFullBuckets(): Promise<unknown> {
    return this.buckets.deleteFull();
  }
}

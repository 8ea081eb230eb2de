import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import { LruCache } from '#platform/collections';
import { Database } from '#platform/db';
import { ensurePastDays } from '#platform/partitions';
import { ClockService } from '#platform/runtime';
import type { TimeBounds } from './event-origin.js';

const DAY_MS = 24 * 3_600_000;
/** Clocks of other machines may be ahead by this much. */
const MAX_AHEAD_MS = 5 * 60_000;
/** How long a changed retention may be missed. */
const CACHE_TTL_MS = 10_000;
/** A partition past its retention goes at the earliest a day after the bound has passed it. */
const DAY_TTL_MS = 3_600_000;
const MAX_DAYS = 4000;
const MAX_APPS = 10_000;

/** Bounds of the times that events bring, and partitions for them. */
@Injectable()
export class EventTimeService {
  private readonly retentionDays = new LruCache<number, number>({ max: MAX_APPS, ttl: CACHE_TTL_MS });
  /** Days that have a partition, `yyyy-MM-dd`. */
  private readonly preparedDays = new LruCache<string, true>({ max: MAX_DAYS, ttl: DAY_TTL_MS });

  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  /** From the oldest event that the application keeps to some minutes ahead of now. */
  async getBounds(appId: number): Promise<TimeBounds> {
    let days = this.retentionDays.get(appId);
    if (days === undefined) {
      const app = await this.db.outsideTransaction(() => this.applications.getApplication(appId));
      days = app.settings.retention.events;
      this.retentionDays.set(appId, days);
    }
    const now = this.clock.now().getTime();
    return { oldest: now - days * DAY_MS, newest: now + MAX_AHEAD_MS };
  }

  /**
   * Makes the partitions of past days, before the transaction that stores their events.
   *
   * @param times  epoch milliseconds
   */
  async prepareDays(times: readonly number[]): Promise<void> {
    const days = [...new Set(times.map((at) => new Date(at).toISOString().slice(0, 10)))];
    const today = this.clock.now().toISOString().slice(0, 10);
    const missing = days.filter((day) => day < today && !this.preparedDays.has(day)).toSorted();
    if (missing.length > 0) {
      await this.db.outsideTransaction(() => ensurePastDays(this.db, 'events.event', missing));
      missing.forEach((day) => this.preparedDays.set(day, true));
    }
  }
}

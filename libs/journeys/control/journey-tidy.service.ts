import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import { HOUR_MS, Recurring } from '#platform/background';
import { Database } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { DayCountRepository } from '../visits/day-count.repository.js';
import { PassageRepository } from '../visits/passage.repository.js';
import { VisitRepository } from '../visits/visit.repository.js';

const DAY_MS = 24 * HOUR_MS;
const DELETED_ROWS = 1000;
/** Statements that add up days, in a run. */
const ADDED_PARTS = 100;

/** Keeps the tables of journeys small. */
@Injectable()
export class JourneyTidyService {
  constructor(
    private readonly db: Database,
    private readonly visits: VisitRepository,
    private readonly passages: PassageRepository,
    private readonly days: DayCountRepository,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  /** Adds up sums, and deletes old ones and visits that ended before the retention of events. */
  @Recurring('journeys.tidy', 60_000)
  async tidy(): Promise<void> {
    await this.passages.compact(this.db);
    for (let part = 0, isMore = true; isMore && part < ADDED_PARTS; part += 1) {
      isMore = await this.days.compact(this.db);
    }
    for (const { id, settings } of await this.applications.listApplications()) {
      const daysAgo = (days: number): Date => new Date(this.clock.now().getTime() - days * DAY_MS);
      await this.days.deleteBefore(this.db, id, daysAgo(settings.retention.statistics));
      const before = daysAgo(settings.retention.events);
      for (let deleted = DELETED_ROWS; deleted === DELETED_ROWS;) {
        deleted = await this.visits.deletePast(this.db, id, before, DELETED_ROWS);
      }
    }
  }
}

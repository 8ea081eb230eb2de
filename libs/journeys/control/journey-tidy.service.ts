import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import { HOUR_MS, Recurring } from '#platform/background';
import { Database } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { PassageRepository } from '../visits/passage.repository.js';
import { VisitRepository } from '../visits/visit.repository.js';

const DAY_MS = 24 * HOUR_MS;
const DELETED_ROWS = 1000;

/** Keeps the tables of journeys small. */
@Injectable()
export class JourneyTidyService {
  constructor(
    private readonly db: Database,
    private readonly visits: VisitRepository,
    private readonly passages: PassageRepository,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  /** Adds up sums, and deletes visits that ended before the retention of events. */
  @Recurring('journeys.tidy', 60_000)
  async tidy(): Promise<void> {
    await this.passages.compact(this.db);
    for (const { id, settings } of await this.applications.listApplications()) {
      const before = new Date(this.clock.now().getTime() - settings.retention.events * DAY_MS);
      for (let deleted = DELETED_ROWS; deleted === DELETED_ROWS;) {
        deleted = await this.visits.deletePast(this.db, id, before, DELETED_ROWS);
      }
    }
  }
}

import { Injectable } from '@nestjs/common';
import { sendRetentionOf } from '#libs/delivery';
import { SeriesRepository } from '#libs/delivery/recurring';
import { ApplicationService } from '#libs/tenancy';
import { Recurring } from '#platform/background';
import { ClockService } from '#platform/runtime';
import { DefinitionRepository } from '../definitions/definition.repository.js';
import { WaitingSendRepository } from './waiting-send.repository.js';

const DAY_MS = 24 * 3_600_000;
const BATCH_SIZE = 1000;
/** A run handles what has expired since the last one; short ones spread the load. */
const PAUSE_MS = 10 * 60_000;

/** Deletes stored messages and approvals that no send needs any more. Definitions of the operator stay. */
@Injectable()
export class NotificationRetentionService {
  constructor(
    private readonly definitions: DefinitionRepository,
    private readonly waiting: WaitingSendRepository,
    private readonly series: SeriesRepository,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  /** Messages of address sends and approvals go with their sends, campaigns with their sums. */
  @Recurring('notifications.expire', PAUSE_MS)
  async deleteExpired(): Promise<void> {
    for (const application of await this.applications.listApplications()) {
      const { results, statistics } = sendRetentionOf(application);
      const now = this.clock.now().getTime();
      await this.deleteDefinitions(application.id, 'direct', new Date(now - results * DAY_MS));
      await this.series.deleteEnded(application.id, new Date(now - statistics * DAY_MS));
      await this.deleteDefinitions(application.id, 'campaign', new Date(now - statistics * DAY_MS));
      for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE;) {
        deleted = await this.waiting.deleteUnused(application.id, new Date(now - results * DAY_MS), BATCH_SIZE);
      }
    }
  }

  private async deleteDefinitions(appId: number, kind: 'direct' | 'campaign', before: Date): Promise<void> {
    for (let from: Date | null = new Date(0); from !== null;) {
      from = await this.definitions.deleteUnused(appId, kind, { from, before }, BATCH_SIZE);
    }
  }
}

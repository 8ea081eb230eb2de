import { Inject, Injectable } from '@nestjs/common';
import { AuditService } from '#libs/audit';
import { SendRetentionService } from '#libs/delivery';
import { ItemMentionService } from '#libs/events';
import { ApplicationService } from '#libs/tenancy';
import { LOGGER } from '#platform/app';
import { HOUR_MS, Recurring } from '#platform/background';
import { Database } from '#platform/db';
import { dropExpiredPartitions, ensurePartitions, findFirstKeptDay, type PartitionChanges } from '#platform/partitions';
import { ClockService, type Logger } from '#platform/runtime';
import { findLongestRetention } from './retention.js';

/** Creates partitions before their day, and drops those that no retention needs any more. */
@Injectable()
export class PartitionUpkeepService {
  constructor(
    private readonly db: Database,
    private readonly clock: ClockService,
    private readonly applications: ApplicationService,
    private readonly audit: AuditService,
    private readonly sends: SendRetentionService,
    private readonly mentions: ItemMentionService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Creates the partitions of the coming days. */
  @Recurring('partitions.create', HOUR_MS)
  async createPartitions(): Promise<void> {
    this.logChanges(await ensurePartitions(this.db, this.clock.now()), 'create');
  }

  /** Drops the partitions past every retention, and what is noted of them. What expires in the audit log is noted before. */
  @Recurring('partitions.drop', HOUR_MS)
  async dropPartitions(): Promise<void> {
    const now = this.clock.now();
    const keep = await findLongestRetention(this.applications);
    await this.audit.markExpired(new Date(findFirstKeptDay('audit.entry', now, keep)));
    const daysInUse = await this.sends.findDaysInUse(now.toISOString().slice(0, 10));
    this.logChanges(await dropExpiredPartitions(this.db, now, keep, daysInUse), 'drop');
    await this.mentions.forgetBefore(findFirstKeptDay('events.event', now, keep));
  }

  private logChanges({ changed, postponed, refused }: PartitionChanges, change: string): void {
    if (changed.length > 0) {
      this.logger.info({ change, partitions: changed }, 'partitions changed');
    }
    if (postponed.length > 0) {
      this.logger.warn(
        { change, partitions: postponed },
        'partitions are locked, perhaps by a backup; tried again in an hour',
      );
    }
    if (refused.length > 0) {
      this.logger.error(
        { change, partitions: refused },
        'rows of these days are in the default partition; no retention drops them',
      );
    }
  }
}

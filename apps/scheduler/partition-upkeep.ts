import type { INestApplicationContext } from '@nestjs/common';
import { AuditService } from '#libs/audit';
import { SendRetentionService } from '#libs/delivery';
import { ApplicationService } from '#libs/tenancy';
import type { Database } from '#platform/db';
import { dropExpiredPartitions, ensurePartitions, findFirstKeptDay, type PartitionChanges } from '#platform/partitions';
import { ClockService, type Logger } from '#platform/runtime';
import { findLongestRetention } from './retention.js';

/** Creates the partitions of the coming days. */
export async function createPartitions(app: INestApplicationContext, db: Database, logger: Logger): Promise<void> {
  logChanges(logger, await ensurePartitions(db, app.get(ClockService).now()), 'create');
}

/** Drops the partitions past every retention. What expires in the audit log is noted before. */
export async function dropPartitions(app: INestApplicationContext, db: Database, logger: Logger): Promise<void> {
  const now = app.get(ClockService).now();
  const keep = await findLongestRetention(app.get(ApplicationService));
  await app.get(AuditService).markExpired(new Date(findFirstKeptDay('audit.entry', now, keep)));
  const daysInUse = await app.get(SendRetentionService).findDaysInUse(now.toISOString().slice(0, 10));
  logChanges(logger, await dropExpiredPartitions(db, now, keep, daysInUse), 'drop');
}

function logChanges(logger: Logger, { changed, postponed, refused }: PartitionChanges, change: string): void {
  if (changed.length > 0) {
    logger.info({ change, partitions: changed }, 'partitions changed');
  }
  if (postponed.length > 0) {
    logger.warn(
      { change, partitions: postponed },
      'partitions are locked, perhaps by a backup; tried again in an hour',
    );
  }
  if (refused.length > 0) {
    logger.error(
      { change, partitions: refused },
      'rows of these days are in the default partition; no retention drops them',
    );
  }
}

import type { IndexMaintenanceService, SegmentCalculatorService, SegmentUpdaterService } from '#libs/audience';
import type { AttachmentService, WebhookDeliveryService, RecoveryService } from '#libs/delivery';
import type { RecheckService } from '#libs/identity';
import type { InboxMaintenanceService } from '#libs/inbox';
import type { ClockService } from '#platform/runtime';
import type { Config } from '#platform/config';
import type { Database } from '#platform/db';
import type { ApplicationService } from '#libs/tenancy';
import { IdempotencyRepository } from '#platform/idempotency';
import type { DeletedUserRetentionService, RemovalService } from '#libs/users';
import { dropExpiredPartitions, ensurePartitions } from '#platform/partitions';
import { findLongestRetention } from './retention.js';

/** Work that comes with time. Each entry may run in several schedulers at once. */
export interface RecurringJob {
  name: string;
  everyMs: number;
  run(): Promise<unknown>;
}

const HOUR_MS = 3_600_000;
/** How soon a segment that is due is noticed; each segment says itself when it is due. */
const SEGMENT_CHECK_MS = 5_000;
/** How soon an audience index sees what was committed: a few times this, and what following takes. */
const INDEX_UPDATE_MS = 200;
/** How soon deltas of audience indexes are looked at; each index says itself when they are too many. */
const INDEX_MERGE_MS = 10_000;
/** How soon an application that has become large gets an audience index. */
const INDEX_BUILD_MS = 10_000;
/** How soon removals from all users are looked for; readers leave out what they remove in any case. */
const ATTRIBUTE_REMOVAL_MS = 15_000;
/** How soon users are looked at once more; each says itself when that is due. */
const IDENTITY_RECHECK_MS = 60_000;

/** What the recurring work is done with. */
export interface CronDependencies {
  config: Config;
  db: Database;
  clock: ClockService;
  recovery: RecoveryService;
  segments: SegmentCalculatorService;
  segmentUpdater: SegmentUpdaterService;
  indexMaintenance: IndexMaintenanceService;
  removals: RemovalService;
  inbox: InboxMaintenanceService;
  webhooks: WebhookDeliveryService;
  attachments: AttachmentService;
  rechecks: RecheckService;
  deletedUsers: DeletedUserRetentionService;
  applications: ApplicationService;
}

/** The one list of recurring work. */
export function cronTable({
  config,
  db,
  clock,
  recovery,
  segments,
  segmentUpdater,
  indexMaintenance,
  removals,
  inbox,
  webhooks,
  attachments,
  rechecks,
  deletedUsers,
  applications,
}: CronDependencies): RecurringJob[] {
  return [
    { name: 'sweep for open work', everyMs: config.SWEEP_MS, run: () => recovery.enqueueOpenWork() },
    { name: 'segments that are due', everyMs: SEGMENT_CHECK_MS, run: () => segments.calculateDue() },
    {
      name: 'segments: follow the change feed',
      everyMs: config.SEGMENT_FRESH_MS,
      run: () => segmentUpdater.followFeed(),
    },
    {
      name: 'audience indexes: follow the change feed',
      everyMs: INDEX_UPDATE_MS,
      run: () => indexMaintenance.followFeed(),
    },
    { name: 'audience indexes: merge', everyMs: INDEX_MERGE_MS, run: () => indexMaintenance.mergeDeltas() },
    { name: 'audience indexes: build', everyMs: INDEX_BUILD_MS, run: () => indexMaintenance.buildIndexes() },
    { name: 'audience indexes: hold against the rows', everyMs: HOUR_MS, run: () => indexMaintenance.verifyIndexes() },
    { name: 'values removed from all users', everyMs: ATTRIBUTE_REMOVAL_MS, run: () => removals.processRemovals() },
    { name: 'users who were erased or merged', everyMs: IDENTITY_RECHECK_MS, run: () => rechecks.runDueRechecks() },
    { name: 'day partitions', everyMs: HOUR_MS, run: () => ensurePartitions(db, clock.now()) },
    {
      name: 'records past their retention',
      everyMs: HOUR_MS,
      run: async () => dropExpiredPartitions(db, clock.now(), await findLongestRetention(applications)),
    },
    {
      name: 'answers that nobody may repeat any more',
      everyMs: HOUR_MS,
      run: () => new IdempotencyRepository(db).deleteExpired(clock.now()),
    },
    { name: 'calls of hooks that were given up long ago', everyMs: HOUR_MS, run: () => webhooks.deleteFailed() },
    { name: 'users who were deleted long ago', everyMs: HOUR_MS, run: () => deletedUsers.deleteExpired() },
    { name: 'inbox messages past their retention', everyMs: HOUR_MS, run: () => inbox.deleteExpired() },
    { name: 'files of mails that have been sent', everyMs: HOUR_MS, run: () => attachments.deleteExpired() },
  ];
}

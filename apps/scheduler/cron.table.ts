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
import { longestRetention } from './retention.js';

/** Work that comes with time. Each entry may run in several schedulers at once. */
export interface Recurring {
  name: string;
  everyMs: number;
  run(): Promise<unknown>;
}

const HOUR_MS = 3_600_000;
/** How soon a segment that is due is noticed; each segment says itself when it is due. */
const SEGMENTS_MS = 5_000;
/** How soon an audience index sees what was committed: a few times this, and what following takes. */
const FOLLOW_MS = 200;
/** How soon deltas of audience indexes are looked at; each index says itself when they are too many. */
const MERGE_MS = 10_000;
/** How soon an application that has become large gets an audience index. */
const BUILD_MS = 10_000;
/** How soon removals from all users are looked for; readers leave out what they remove in any case. */
const REMOVALS_MS = 15_000;
/** How soon users are looked at once more; each says itself when that is due. */
const SECOND_LOOKS_MS = 60_000;

/** What the recurring work is done with. */
export interface CronRooms {
  config: Config;
  db: Database;
  clock: ClockService;
  sweeps: RecoveryService;
  segments: SegmentCalculatorService;
  freshener: SegmentUpdaterService;
  index: IndexMaintenanceService;
  removals: RemovalService;
  inbox: InboxMaintenanceService;
  hooks: WebhookDeliveryService;
  attachments: AttachmentService;
  looks: RecheckService;
  departed: DeletedUserRetentionService;
  applications: ApplicationService;
}

/** The one list of recurring work. */
export function cronTable({
  config,
  db,
  clock,
  sweeps,
  segments,
  freshener,
  index,
  removals,
  inbox,
  hooks,
  attachments,
  looks,
  departed,
  applications,
}: CronRooms): Recurring[] {
  return [
    { name: 'sweep for open work', everyMs: config.SWEEP_MS, run: () => sweeps.enqueueOpenWork() },
    { name: 'segments that are due', everyMs: SEGMENTS_MS, run: () => segments.calculateDue() },
    { name: 'segments: follow the change feed', everyMs: config.SEGMENT_FRESH_MS, run: () => freshener.followFeed() },
    { name: 'audience indexes: follow the change feed', everyMs: FOLLOW_MS, run: () => index.followFeed() },
    { name: 'audience indexes: merge', everyMs: MERGE_MS, run: () => index.mergeDeltas() },
    { name: 'audience indexes: build', everyMs: BUILD_MS, run: () => index.buildIndexes() },
    { name: 'audience indexes: hold against the rows', everyMs: HOUR_MS, run: () => index.verifyIndexes() },
    { name: 'values removed from all users', everyMs: REMOVALS_MS, run: () => removals.processRemovals() },
    { name: 'users who were erased or merged', everyMs: SECOND_LOOKS_MS, run: () => looks.runDueRechecks() },
    { name: 'day partitions', everyMs: HOUR_MS, run: () => ensurePartitions(db, clock.now()) },
    {
      name: 'records past their retention',
      everyMs: HOUR_MS,
      run: async () => dropExpiredPartitions(db, clock.now(), await longestRetention(applications)),
    },
    {
      name: 'answers that nobody may repeat any more',
      everyMs: HOUR_MS,
      run: () => new IdempotencyRepository(db).deleteExpired(clock.now()),
    },
    { name: 'calls of hooks that were given up long ago', everyMs: HOUR_MS, run: () => hooks.deleteFailed() },
    { name: 'users who were deleted long ago', everyMs: HOUR_MS, run: () => departed.deleteExpired() },
    { name: 'inbox messages past their retention', everyMs: HOUR_MS, run: () => inbox.deleteExpired() },
    { name: 'files of mails that have been sent', everyMs: HOUR_MS, run: () => attachments.deleteExpired() },
  ];
}

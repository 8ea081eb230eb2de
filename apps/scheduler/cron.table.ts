import type { INestApplicationContext } from '@nestjs/common';
import { IndexMaintenanceService, SegmentCalculatorService, SegmentUpdaterService } from '#libs/audience';
import {
  AttachmentService,
  ProviderCallbackService,
  RecoveryService,
  RemovedAccountService,
  SendRetentionService,
  WebhookDeliveryService,
} from '#libs/delivery';
import { ErasureListRunnerService, ErasureListService, RecheckService } from '#libs/identity';
import { InboxMaintenanceService } from '#libs/inbox';
import {
  ApproverMailService,
  CampaignCheckService,
  DraftPresenceService,
  NotificationRetentionService,
  ReviewExpiryService,
} from '#libs/notifications';
import { DrillRunnerService } from '#libs/simulation';
import {
  ConsentWordService,
  DeletedUserRetentionService,
  ImportService,
  RemovalService,
  RespellingService,
  SealingService,
  SessionService,
  TaggingRunnerService,
  TaggingService,
} from '#libs/users';
import type { Config } from '#platform/config';
import type { Database } from '#platform/db';
import { IdempotencyRepository } from '#platform/idempotency';
import { RateBucketRepository } from '#platform/limits';
import { ClockService, type Logger } from '#platform/runtime';
import { createPartitions, dropPartitions } from './partition-upkeep.js';

/** Work that recurs. Each job may run in several schedulers at once. */
export interface RecurringJob {
  /** For logs and alerts: `<subject>.<verb>`. */
  name: string;
  everyMs: number;
  run(): Promise<unknown>;
}

const HOUR_MS = 3_600_000;
/** Each segment has its own schedule; this is how soon a due one is noticed. */
const SEGMENT_CHECK_MS = 5_000;
/** An index sees a commit after a few of these, plus the time of the update. */
const INDEX_UPDATE_MS = 200;
/** Each index decides when its deltas are too many; this is how soon it is asked. */
const INDEX_MERGE_MS = 10_000;
/** How soon an application that has become large gets an index. */
const INDEX_BUILD_MS = 10_000;
/** Readers skip removed values at once; this is how soon they are deleted from the rows. */
const REMOVAL_MS = 15_000;
/** Delay until keys of earlier releases are renewed; readers find them until then. */
const RESPELLING_MS = 10_000;
/** How soon an uploaded file is begun. */
const IMPORT_CHECK_MS = 2_000;
/** How soon an audience gets its tag. */
const TAGGING_CHECK_MS = 2_000;
/** How soon a confirmed list of people to erase is begun. */
const ERASURE_CHECK_MS = 2_000;
/** How soon the check of a large campaign is begun; a member waits for it. */
const CAMPAIGN_CHECK_MS = 500;
/** How soon a fault drill begins, and is judged after its end. */
const DRILL_MS = 1_000;
/** How soon a request that nobody approved in time stops waiting; nobody can approve it meanwhile. */
const APPROVAL_EXPIRY_MS = 60_000;
/** How soon approvers are told of a new request. */
const APPROVAL_MAIL_MS = 2_000;
/** How long a page that went without a word leaves its row; it counts for seconds. */
const PRESENCE_MS = 60_000;
/** Each re-check has its own due time; this is how soon a due one is noticed. */
const RECHECK_MS = 60_000;
/** A run handles what has expired since the last one; short ones spread the load. */
const RETENTION_MS = 10 * 60_000;

/** The one list of recurring work. */
export function cronTable(app: INestApplicationContext, config: Config, db: Database, logger: Logger): RecurringJob[] {
  const clock = app.get(ClockService);
  const index = app.get(IndexMaintenanceService);
  const idempotency = new IdempotencyRepository(db);
  const job = (name: string, everyMs: number, run: () => Promise<unknown>): RecurringJob => ({ name, everyMs, run });
  return [
    job('open-work.recover', config.SWEEP_MS, () => app.get(RecoveryService).enqueueOpenWork()),
    job('segments.calculate', SEGMENT_CHECK_MS, () => app.get(SegmentCalculatorService).calculateDue()),
    job('segments.update', config.SEGMENT_FRESH_MS, () => app.get(SegmentUpdaterService).followFeed()),
    job('index.update', INDEX_UPDATE_MS, () => index.followFeed()),
    job('index.merge', INDEX_MERGE_MS, () => index.mergeDeltas()),
    job('index.build', INDEX_BUILD_MS, () => index.buildIndexes()),
    job('index.verify', HOUR_MS, () => index.verifyIndexes()),
    job('attributes.remove', REMOVAL_MS, () => app.get(RemovalService).processRemovals()),
    job('attributes.seal', REMOVAL_MS, () => app.get(SealingService).processSealings()),
    job('spellings.renew', RESPELLING_MS, () => app.get(RespellingService).processDue()),
    job('imports.run', IMPORT_CHECK_MS, () => app.get(ImportService).runDue()),
    job('taggings.run', TAGGING_CHECK_MS, () => app.get(TaggingRunnerService).runDue()),
    job('erasures.run', ERASURE_CHECK_MS, () => app.get(ErasureListRunnerService).runDue()),
    job('checks.run', CAMPAIGN_CHECK_MS, () => app.get(CampaignCheckService).runDue()),
    job('drills.run', DRILL_MS, () => app.get(DrillRunnerService).runOpen()),
    job('identities.recheck', RECHECK_MS, () => app.get(RecheckService).runDueRechecks()),
    job('partitions.create', HOUR_MS, () => createPartitions(app, db, logger)),
    job('partitions.drop', HOUR_MS, () => dropPartitions(app, db, logger)),
    job('sends.expire', RETENTION_MS, () => app.get(SendRetentionService).deleteExpired()),
    job('approvals.tell', APPROVAL_MAIL_MS, () => app.get(ApproverMailService).tellDue()),
    job('approvals.expire', APPROVAL_EXPIRY_MS, () => app.get(ReviewExpiryService).endExpired()),
    job('notifications.expire', RETENTION_MS, () => app.get(NotificationRetentionService).deleteExpired()),
    job('presence.expire', PRESENCE_MS, () => app.get(DraftPresenceService).deleteExpired()),
    job('checks.expire', HOUR_MS, () => app.get(CampaignCheckService).deleteExpired()),
    job('idempotency-keys.expire', HOUR_MS, () => idempotency.deleteExpired(clock.now())),
    job('rate-buckets.expire', HOUR_MS, () => new RateBucketRepository(db).deleteFull()),
    job('webhook-deliveries.expire', HOUR_MS, () => app.get(WebhookDeliveryService).deleteFailed()),
    job('past-reports.expire', HOUR_MS, () => app.get(ProviderCallbackService).deleteExpired()),
    job('removed-accounts.forget', HOUR_MS, () => app.get(RemovedAccountService).forget()),
    job('inbound.expire', HOUR_MS, () => app.get(SessionService).deleteExpired()),
    job('consent-words.expire', HOUR_MS, () => app.get(ConsentWordService).deleteExpired()),
    job('deleted-users.expire', HOUR_MS, () => app.get(DeletedUserRetentionService).deleteExpired()),
    job('imports.expire', HOUR_MS, () => app.get(ImportService).deleteExpired()),
    job('taggings.expire', HOUR_MS, () => app.get(TaggingService).deleteExpired()),
    job('erasures.expire', HOUR_MS, () => app.get(ErasureListService).deleteExpired()),
    job('inbox.expire', HOUR_MS, () => app.get(InboxMaintenanceService).deleteExpired()),
    job('attachments.expire', HOUR_MS, () => app.get(AttachmentService).deleteExpired()),
  ];
}

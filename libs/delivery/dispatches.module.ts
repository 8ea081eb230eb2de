import { Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { AttachmentRepository } from './attachments/attachment.repository.js';
import { AttachmentService } from './attachments/attachment.service.js';
import { ChunkRepository } from './dispatches/chunk.repository.js';
import { CommittedBatchService } from './dispatches/committed-batch.service.js';
import { DeliveryQueueService } from './dispatches/delivery-queue.service.js';
import { DispatchRepository } from './dispatches/dispatch.repository.js';
import { LaunchRepository } from './dispatches/launch.repository.js';
import { PastSendRepository } from './dispatches/past-send.repository.js';
import { ReplacedSendRepository } from './dispatches/replaced-send.repository.js';
import { ReplacedSendService } from './dispatches/replaced-send.service.js';
import { ReplacementRepository } from './dispatches/replacement.repository.js';
import { ReplacementService } from './dispatches/replacement.service.js';
import { SecretParamsService } from './dispatches/secret-params.service.js';
import { UnconfirmedSendRepository } from './dispatches/unconfirmed-send.repository.js';
import { DeliveryErasureRepository } from './erasure/delivery-erasure.repository.js';
import { DeliveryErasureService } from './erasure/delivery-erasure.service.js';
import { DeliveryExportRepository } from './export/delivery-export.repository.js';
import { DeliveryExportService } from './export/delivery-export.service.js';
import { KeyTotalRepository } from './key-totals/key-total.repository.js';
import { PastStatisticsRepository } from './key-totals/past-statistics.repository.js';
import { LedgerCheckRepository } from './ledger-check/ledger-check.repository.js';
import { LedgerCheckService } from './ledger-check/ledger-check.service.js';
import { SendLedgerRepository } from './ledger-check/send-ledger.repository.js';
import { LeftOutRepository } from './left-out/left-out.repository.js';
import { LiveHeadersService } from './live-data/live-headers.service.js';
import { LiveReportService } from './live-data/live-report.service.js';
import { LiveSourceRepository } from './live-data/live-source.repository.js';
import { LiveValueRepository } from './live-data/live-value.repository.js';
import { LiveValueService } from './live-data/live-value.service.js';
import { DeliveryCountersService } from './metrics/delivery-counters.service.js';
import { OpenWorkMetricsService } from './metrics/open-work-metrics.service.js';
import { OpenWorkRepository } from './metrics/open-work.repository.js';
import { NextContentRepository } from './next-content/next-content.repository.js';
import { RecipientParamsRepository } from './recipient-params/recipient-params.repository.js';
import { RecipientParamsService } from './recipient-params/recipient-params.service.js';
import { RecentRecipientRepository } from './recurring/recent-recipient.repository.js';
import { RecentRecipientsService } from './recurring/recent-recipients.service.js';
import { SeriesControlService } from './recurring/series-control.service.js';
import { SeriesReportRepository } from './recurring/series-report.repository.js';
import { SeriesRepository } from './recurring/series.repository.js';
import { SendRetentionRepository } from './retention/send-retention.repository.js';
import { SendRetentionService } from './retention/send-retention.service.js';
import { DeadTokenRepository } from './tokens/dead-token.repository.js';
import { DeadTokenService } from './tokens/dead-token.service.js';

const PROVIDERS = [
  AttachmentRepository,
  AttachmentService,
  ChunkRepository,
  CommittedBatchService,
  DeliveryQueueService,
  DispatchRepository,
  LaunchRepository,
  PastSendRepository,
  PastStatisticsRepository,
  ReplacedSendRepository,
  ReplacedSendService,
  ReplacementRepository,
  ReplacementService,
  SecretParamsService,
  UnconfirmedSendRepository,
  DeliveryErasureRepository,
  DeliveryErasureService,
  DeliveryExportRepository,
  DeliveryExportService,
  KeyTotalRepository,
  LedgerCheckRepository,
  LedgerCheckService,
  SendLedgerRepository,
  LeftOutRepository,
  LiveHeadersService,
  LiveReportService,
  LiveSourceRepository,
  LiveValueRepository,
  LiveValueService,
  DeliveryCountersService,
  OpenWorkMetricsService,
  OpenWorkRepository,
  NextContentRepository,
  RecipientParamsRepository,
  RecipientParamsService,
  RecentRecipientRepository,
  RecentRecipientsService,
  SeriesControlService,
  SeriesReportRepository,
  SeriesRepository,
  SendRetentionRepository,
  SendRetentionService,
  DeadTokenRepository,
  DeadTokenService,
];

/** Stored sends: their rows, files and sums, and what the retention, an export or an erasure does with them. */
@Module({ imports: [TenancyModule, UsersModule], providers: PROVIDERS, exports: PROVIDERS })
export class DispatchesModule {}

import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { AttachmentsModule } from './attachments/attachments.module.js';
import { ChecksModule } from './checks/checks.module.js';
import { ControlModule } from './control/control.module.js';
import { DispatchesModule } from './dispatches/dispatches.module.js';
import { DryRunModule } from './dry-run/dry-run.module.js';
import { EngagementModule } from './engagement/engagement.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { ExportModule } from './export/export.module.js';
import { IntakeModule } from './intake/intake.module.js';
import { LaunchingModule } from './launching/launching.module.js';
import { LedgerCheckModule } from './ledger-check/ledger-check.module.js';
import { DeliveryMetricsModule } from './metrics/metrics.module.js';
import { PreviewModule } from './preview/preview.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { SendingModule } from './sending/sending.module.js';
import { TokensModule } from './tokens/tokens.module.js';
import { TransactionalModule } from './transactional/transactional.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

const MODULES = [
  AccountsModule,
  AttachmentsModule,
  ChecksModule,
  ControlModule,
  DispatchesModule,
  DryRunModule,
  EngagementModule,
  ErasureModule,
  ExportModule,
  IntakeModule,
  LaunchingModule,
  LedgerCheckModule,
  DeliveryMetricsModule,
  PreviewModule,
  RetentionModule,
  SendingModule,
  TokensModule,
  TransactionalModule,
  WebhooksModule,
];

/** From the request of a dispatch to the results of its recipients. */
@Module({ imports: MODULES, exports: MODULES })
export class DeliveryModule {}

import { Module, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { DispatchesModule } from '../dispatches/dispatches.module.js';
import { EngagementModule } from '../engagement/engagement.module.js';
import { BatchComposerService } from './batch-composer.service.js';
import { BatchPreparationService } from './batch-preparation.service.js';
import { AccountReachCheck } from './checks/account-reach.check.js';
import { ActivityTokenCheck } from './checks/activity-token.check.js';
import { CategoryOptOutCheck } from './checks/category-opt-out.check.js';
import { ChangedChannelCheck } from './checks/changed-channel.check.js';
import { ReplacementCheck } from './checks/replacement.check.js';
import { SessionWindowCheck } from './checks/session-window.check.js';
import { SuppressionCheck } from './checks/suppression.check.js';
import { MergedRecipientService } from './merged-recipient.service.js';
import { MessageCacheService } from './message-cache.service.js';
import type { RecipientCheck } from './recipient-check.js';
import { RecipientCheckRegistry } from './recipient-check-registry.js';
import { RecipientReaderService } from './recipient-reader.service.js';

const SERVICES = [BatchPreparationService, MessageCacheService, RecipientCheckRegistry];
const CHECKS = [
  AccountReachCheck,
  ActivityTokenCheck,
  CategoryOptOutCheck,
  ChangedChannelCheck,
  ReplacementCheck,
  SessionWindowCheck,
  SuppressionCheck,
];

@Module({
  imports: [TenancyModule, UsersModule, AttachmentsModule, DispatchesModule, AccountsModule, EngagementModule],
  providers: [...SERVICES, ...CHECKS, BatchComposerService, MergedRecipientService, RecipientReaderService],
  exports: SERVICES,
})
export class RecipientsModule implements OnModuleInit {
  constructor(
    private readonly registry: RecipientCheckRegistry,
    private readonly modules: ModuleRef,
  ) {}

  onModuleInit(): void {
    this.registry.register(...CHECKS.map((check) => this.modules.get<RecipientCheck>(check)));
  }
}

import { Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { ChecksModule } from '../checks/checks.module.js';
import { DispatchesModule } from '../dispatches/dispatches.module.js';
import { RecipientParamsModule } from '../recipient-params/recipient-params.module.js';
import { EngagementModule } from '../engagement/engagement.module.js';
import { BatchComposerService } from './batch-composer.service.js';
import { BatchPreparationService } from './batch-preparation.service.js';
import { MergedRecipientService } from './merged-recipient.service.js';
import { MessageCacheService } from './message-cache.service.js';
import { RecipientReaderService } from './recipient-reader.service.js';

const SERVICES = [BatchPreparationService, MessageCacheService];

@Module({
  imports: [
    TenancyModule,
    UsersModule,
    AttachmentsModule,
    ChecksModule,
    DispatchesModule,
    AccountsModule,
    EngagementModule,
    RecipientParamsModule,
  ],
  providers: [...SERVICES, BatchComposerService, MergedRecipientService, RecipientReaderService],
  exports: SERVICES,
})
export class RecipientsModule {}

import { Module } from '@nestjs/common';
import { ChannelsModule } from '#libs/channels';
import { InboxModule } from '#libs/inbox';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { DispatchesModule } from '../dispatches/dispatches.module.js';
import { DeliveryMetricsModule } from '../metrics/metrics.module.js';
import { RecipientsModule } from '../recipients/recipients.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { EngagementModule } from '../engagement/engagement.module.js';
import { ProviderQuestionModule } from '../provider-question/provider-question.module.js';
import { AddressAnswerService } from './address-answer.service.js';
import { AttemptSenderService } from './attempt-sender.service.js';
import { BatchCommitService } from './batch-commit.service.js';
import { BatchPlannerService } from './batch-planner.service.js';
import { BatchSenderService } from './batch-sender.service.js';
import { ChunkCompletionService } from './chunk-completion.service.js';
import { ChunkLeaseService } from './chunk-lease.service.js';
import { ChunkSenderService } from './chunk-sender.service.js';
import { ProviderClientService } from './provider-client.service.js';
import { ResultRepository } from './result.repository.js';
import { UnconfirmedSendsService } from './unconfirmed-sends.service.js';

const SERVICES = [
  AttemptSenderService,
  AddressAnswerService,
  BatchCommitService,
  ChunkLeaseService,
  ChunkSenderService,
  ProviderClientService,
  ResultRepository,
];

@Module({
  imports: [
    ChannelsModule,
    InboxModule,
    TenancyModule,
    UsersModule,
    AttachmentsModule,
    DispatchesModule,
    DeliveryMetricsModule,
    RecipientsModule,
    TokensModule,
    AccountsModule,
    EngagementModule,
    ProviderQuestionModule,
  ],
  providers: [...SERVICES, BatchPlannerService, BatchSenderService, ChunkCompletionService, UnconfirmedSendsService],
  exports: [...SERVICES, RecipientsModule],
})
export class SendingModule {}

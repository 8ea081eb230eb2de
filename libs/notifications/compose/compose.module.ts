import { Module } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { AuditModule } from '#libs/audit';
import { DeliveryModule } from '#libs/delivery';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { DefinitionsModule } from '../definitions/definitions.module.js';
import { ForecastsModule } from '../forecasts/forecasts.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { CampaignLaunchService } from './campaign-launch.service.js';
import { CampaignOutlookService } from './campaign-outlook.service.js';
import { CheckSampleService } from './check-sample.service.js';
import { CodeSendService } from './code-send.service.js';
import { ComposePreviewService } from './compose-preview.service.js';
import { ComposedCampaignService } from './composed-campaign.service.js';
import { MailContentService } from './mail-content.service.js';
import { TestSendService } from './test-send.service.js';

const SERVICES = [
  CampaignLaunchService,
  CampaignOutlookService,
  CheckSampleService,
  CodeSendService,
  ComposePreviewService,
  MailContentService,
  TestSendService,
];

@Module({
  imports: [
    ApprovalsModule,
    AudienceModule,
    AuditModule,
    CampaignsModule,
    DefinitionsModule,
    DeliveryModule,
    ForecastsModule,
    TemplatesModule,
    TenancyModule,
    UsersModule,
  ],
  providers: [...SERVICES, ComposedCampaignService],
  exports: SERVICES,
})
export class ComposeModule {}

import { Module } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { AuditModule } from '#libs/audit';
import { DeliveryModule } from '#libs/delivery';
import { TenancyModule } from '#libs/tenancy';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { DefinitionsModule } from '../definitions/definitions.module.js';
import { DraftsModule } from '../drafts/drafts.module.js';
import { CampaignDryRunService } from './campaign-dry-run.service.js';
import { CampaignMoveService } from './campaign-move.service.js';
import { CampaignStateService } from './campaign-state.service.js';
import { CampaignStoreService } from './campaign-store.service.js';
import { CampaignService } from './campaign.service.js';

const SERVICES = [
  CampaignDryRunService,
  CampaignMoveService,
  CampaignService,
  CampaignStateService,
  CampaignStoreService,
];

@Module({
  imports: [
    AudienceModule,
    ApprovalsModule,
    AuditModule,
    DefinitionsModule,
    DeliveryModule,
    DraftsModule,
    TenancyModule,
  ],
  providers: SERVICES,
  exports: SERVICES,
})
export class CampaignsModule {}

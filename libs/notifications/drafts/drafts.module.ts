import { Module, type OnModuleInit } from '@nestjs/common';
import { AudienceModule, SegmentUsesService } from '#libs/audience';
import { AuditModule } from '#libs/audit';
import { DraftPresenceRepository } from './draft-presence.repository.js';
import { DraftPresenceService } from './draft-presence.service.js';
import { DraftRepository } from './draft.repository.js';
import { DraftService } from './draft.service.js';
import { WrittenCampaignErasureRepository } from './written-campaign-erasure.repository.js';

@Module({
  imports: [AuditModule, AudienceModule],
  providers: [
    DraftRepository,
    DraftService,
    DraftPresenceRepository,
    DraftPresenceService,
    WrittenCampaignErasureRepository,
  ],
  exports: [DraftService, DraftPresenceService, WrittenCampaignErasureRepository],
})
export class DraftsModule implements OnModuleInit {
  constructor(
    private readonly uses: SegmentUsesService,
    private readonly drafts: DraftRepository,
  ) {}

  onModuleInit(): void {
    this.uses.register({ listUses: async (on, appId) => this.drafts.listSegmentUses(on, appId) });
  }
}

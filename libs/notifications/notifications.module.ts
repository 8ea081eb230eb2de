import { Module, type OnModuleInit } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { DeliveryModule } from '#libs/delivery';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { ButtonSetRepository } from './catalogue/button-set.repository.js';
import { ButtonSetsSection } from './catalogue/button-sets.section.js';
import { CampaignStateService } from './campaigns/campaign-state.service.js';
import { DefinitionReferencesService } from './definitions/definition-references.service.js';
import { DefinitionRepository } from './definitions/definition.repository.js';
import { AddressSendService } from './transactional/address-send.service.js';
import { CampaignDryRunService } from './campaigns/campaign-dry-run.service.js';
import { CampaignService } from './campaigns/campaign.service.js';
import { SoundRepository } from './catalogue/sound.repository.js';
import { SoundsSection } from './catalogue/sounds.section.js';

@Module({
  imports: [TenancyModule, UsersModule, AudienceModule, DeliveryModule],
  providers: [
    ButtonSetRepository,
    ButtonSetsSection,
    CampaignStateService,
    DefinitionReferencesService,
    DefinitionRepository,
    AddressSendService,
    CampaignDryRunService,
    CampaignService,
    SoundRepository,
    SoundsSection,
  ],
  exports: [CampaignStateService, AddressSendService, CampaignDryRunService, CampaignService],
})
export class NotificationsModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly buttonSets: ButtonSetsSection,
    private readonly sounds: SoundsSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.buttonSets);
    this.sections.register(this.sounds);
  }
}

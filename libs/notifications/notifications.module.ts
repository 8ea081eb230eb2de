import { Module, type OnModuleInit } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { DeliveryModule } from '#libs/delivery';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { ButtonSetRepository } from './button-set.repository.js';
import { ButtonSetsSection } from './button-sets.section.js';
import { CampaignsService } from './campaigns.service.js';
import { DefinedFirst } from './defined-first.service.js';
import { DefinitionRepository } from './definition.repository.js';
import { DirectSends } from './direct.service.js';
import { DryRuns } from './dry-run.service.js';
import { NotificationsService } from './notifications.service.js';
import { SoundRepository } from './sound.repository.js';
import { SoundsSection } from './sounds.section.js';

@Module({
  imports: [TenancyModule, UsersModule, AudienceModule, DeliveryModule],
  providers: [
    ButtonSetRepository,
    ButtonSetsSection,
    CampaignsService,
    DefinedFirst,
    DefinitionRepository,
    DirectSends,
    DryRuns,
    NotificationsService,
    SoundRepository,
    SoundsSection,
  ],
  exports: [CampaignsService, DirectSends, DryRuns, NotificationsService],
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

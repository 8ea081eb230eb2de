import { Module, type OnModuleInit } from '@nestjs/common';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { ButtonSetReaderService } from './button-set-reader.service.js';
import { ButtonSetRepository } from './button-set.repository.js';
import { ButtonSetsSection } from './button-sets.section.js';
import { SoundRepository } from './sound.repository.js';
import { SoundsSection } from './sounds.section.js';

@Module({
  imports: [TenancyModule],
  providers: [ButtonSetReaderService, ButtonSetRepository, ButtonSetsSection, SoundRepository, SoundsSection],
  exports: [ButtonSetReaderService, ButtonSetRepository, SoundRepository],
})
export class CatalogueModule implements OnModuleInit {
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

import { Module, type OnModuleInit } from '@nestjs/common';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { IdentitiesModule } from '#libs/users/identities';
import { AttributeRepository } from './attributes/attribute.repository.js';
import { AttributeService } from './attributes/attribute.service.js';
import { AttributesSection } from './attributes/attributes.section.js';
import { RemovalRepository } from './attributes/removal.repository.js';
import { RemovalService } from './attributes/removal.service.js';
import { TextSealService } from './attributes/text-seal.service.js';
import { SealingKeyService } from './sealing/sealing-key.service.js';
import { SealingRepository } from './sealing/sealing.repository.js';
import { SealingService } from './sealing/sealing.service.js';
import { OptInProofRepository } from './store/opt-in-proof.repository.js';
import { OptInRequestRepository } from './store/opt-in-request.repository.js';
import { OptOutRepository } from './store/opt-out.repository.js';
import { TopicChoiceRepository } from './store/topic-choice.repository.js';
import { UserRepository } from './store/user.repository.js';
import { TagRepository } from './tags/tag.repository.js';
import { TagService } from './tags/tag.service.js';

const PROVIDERS = [
  AttributeRepository,
  AttributeService,
  AttributesSection,
  OptInProofRepository,
  OptInRequestRepository,
  OptOutRepository,
  RemovalRepository,
  RemovalService,
  SealingKeyService,
  SealingRepository,
  SealingService,
  TagRepository,
  TagService,
  TextSealService,
  TopicChoiceRepository,
  UserRepository,
];

/** Attributes and tags, and the rows of users that have them. */
@Module({ imports: [TenancyModule, IdentitiesModule], providers: PROVIDERS, exports: PROVIDERS })
export class ProfilesModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly attributes: AttributesSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.attributes);
  }
}

import { Module, type OnModuleInit } from '@nestjs/common';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { AddressService } from './registration/address.service.js';
import { AddressLookupRepository } from './addresses/address-lookup.repository.js';
import { AliasRepository } from './ids/alias.repository.js';
import { AttributeRepository } from './attributes/attribute.repository.js';
import { AttributeService } from './attributes/attribute.service.js';
import { AttributesSection } from './attributes/attributes.section.js';
import { CategoriesSection } from './consent/categories.section.js';
import { CategoryRepository } from './consent/category.repository.js';
import { ContactRepository } from './addresses/contact.repository.js';
import { DeletedUserRepository } from './erasure/deleted-user.repository.js';
import { DeletedUserRetentionService } from './erasure/deleted-user-retention.service.js';
import { DeviceService } from './devices/device.service.js';
import { DeviceRepository } from './devices/device.repository.js';
import { DeviceWriterService } from './writes/device-writer.service.js';
import { UserErasureRepository } from './erasure/user-erasure.repository.js';
import { InstallationRepository } from './devices/installation.repository.js';
import { InstallationService } from './installations/installation.service.js';
import { LocationRepository } from './devices/location.repository.js';
import { LocationService } from './devices/location.service.js';
import { SingleUserRepository } from './writes/single-user.repository.js';
import { SingleUserWriterService } from './writes/single-user-writer.service.js';
import { DeviceProfileService } from './profile/device-profile.service.js';
import { PreferenceService } from './consent/preference.service.js';
import { ProfileService } from './profile/profile.service.js';
import { RecipientRepository } from './recipient.repository.js';
import { RegistrationService } from './registration/registration.service.js';
import { RemovalRepository } from './attributes/removal.repository.js';
import { RemovalService } from './attributes/removal.service.js';
import { TokenRetirementRepository } from './devices/token-retirement.repository.js';
import { TokenRetirementService } from './devices/token-retirement.service.js';
import { SubjectRepository } from './ids/subject.repository.js';
import { SuppressionRepository } from './suppressions/suppression.repository.js';
import { SuppressionService } from './suppressions/suppression.service.js';
import { TagRepository } from './tags/tag.repository.js';
import { TagService } from './tags/tag.service.js';
import { TokenRepository } from './devices/token.repository.js';
import { UidAllocatorService } from './ids/uid-allocator.service.js';
import { UidBlockRepository } from './ids/uid-block.repository.js';
import { UserRepository } from './user.repository.js';
import { UnsubscribeService } from './consent/unsubscribe.service.js';
import { UserLookupService } from './user-lookup.service.js';
import { UserEditRepository } from './writes/user-edit.repository.js';
import { UserEditorService } from './writes/user-editor.service.js';
import { UidRepository } from './ids/uid.repository.js';
import { UserEnsurerService } from './writes/user-ensurer.service.js';
import { UserEraserService } from './erasure/user-eraser.service.js';
import { UserMergerService } from './writes/user-merger.service.js';
import { UserWriterService } from './writes/user-writer.service.js';

const SERVICES = [
  AddressService,
  DeletedUserRetentionService,
  DeviceService,
  InstallationService,
  LocationService,
  DeviceProfileService,
  PreferenceService,
  ProfileService,
  RegistrationService,
  RemovalService,
  TokenRetirementService,
  SuppressionService,
  UnsubscribeService,
  UserEnsurerService,
  UserEraserService,
  UserLookupService,
];
const REPOSITORIES = [
  AddressLookupRepository,
  AliasRepository,
  AttributeRepository,
  CategoryRepository,
  ContactRepository,
  DeletedUserRepository,
  DeviceRepository,
  UserErasureRepository,
  InstallationRepository,
  LocationRepository,
  SingleUserRepository,
  RecipientRepository,
  RemovalRepository,
  TokenRetirementRepository,
  SubjectRepository,
  SuppressionRepository,
  TagRepository,
  TokenRepository,
  UidBlockRepository,
  UidRepository,
  UserEditRepository,
  UserRepository,
];

/** Users, their installations, attributes and tags. */
@Module({
  imports: [TenancyModule],
  providers: [
    ...SERVICES,
    ...REPOSITORIES,
    AttributeService,
    AttributesSection,
    CategoriesSection,
    DeviceWriterService,
    SingleUserWriterService,
    TagService,
    UidAllocatorService,
    UserEditorService,
    UserMergerService,
    UserWriterService,
  ],
  exports: SERVICES,
})
export class UsersModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly attributes: AttributesSection,
    private readonly categories: CategoriesSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.attributes);
    this.sections.register(this.categories);
  }
}

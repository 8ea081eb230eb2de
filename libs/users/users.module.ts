import { Module, type OnModuleInit } from '@nestjs/common';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { AddressService } from './registration/address.service.js';
import { AddressLookupRepository } from './addresses/address-lookup.repository.js';
import { AliasRepository } from './numbers/alias.repository.js';
import { AttributeRepository } from './attributes/attribute.repository.js';
import { AttributeService } from './attributes/attribute.service.js';
import { AttributesSection } from './attributes/attributes.section.js';
import { CategoriesSection } from './consent/categories.section.js';
import { CategoryRepository } from './consent/category.repository.js';
import { ContactRepository } from './addresses/contact.repository.js';
import { DepartedRepository } from './erasure/departed.repository.js';
import { DepartedUpkeep } from './erasure/departed-upkeep.service.js';
import { DeviceService } from './devices/device.service.js';
import { DeviceRepository } from './devices/device.repository.js';
import { DeviceWriter } from './writing/device-writer.service.js';
import { EraseRepository } from './erasure/erase.repository.js';
import { InstallationRepository } from './devices/installation.repository.js';
import { InstallationService } from './installations/installation.service.js';
import { LocationRepository } from './devices/location.repository.js';
import { LocationService } from './devices/location.service.js';
import { OneUserRepository } from './writing/one-user.repository.js';
import { OneUserWriter } from './writing/one-user-writer.service.js';
import { OwnProfileService } from './profile/own-profile.service.js';
import { PreferenceService } from './consent/preference.service.js';
import { ProfileService } from './profile/profile.service.js';
import { RecipientRepository } from './recipient.repository.js';
import { RegistrationService } from './registration/registration.service.js';
import { RemovalRepository } from './attributes/removal.repository.js';
import { RemovalService } from './attributes/removal.service.js';
import { StruckTokenRepository } from './devices/struck-token.repository.js';
import { StruckTokensService } from './devices/struck-tokens.service.js';
import { SubjectRepository } from './numbers/subject.repository.js';
import { SuppressionRepository } from './suppressions/suppression.repository.js';
import { SuppressionService } from './suppressions/suppression.service.js';
import { TagRepository } from './tags/tag.repository.js';
import { TagService } from './tags/tag.service.js';
import { TokenRepository } from './devices/token.repository.js';
import { UidAllocator } from './numbers/uid-allocator.js';
import { UidBlockRepository } from './numbers/uid-block.repository.js';
import { UserRepository } from './user.repository.js';
import { UnsubscribeService } from './consent/unsubscribe.service.js';
import { UsersService } from './users.service.js';
import { UserEditRepository } from './writing/user-edit.repository.js';
import { UserEditor } from './writing/user-editor.service.js';
import { UidRepository } from './numbers/uid.repository.js';
import { UserEnsurer } from './writing/user-ensurer.service.js';
import { UserEraser } from './erasure/user-eraser.service.js';
import { UserMerger } from './writing/user-merger.service.js';
import { UserWriter } from './writing/user-writer.service.js';

const SERVICES = [
  AddressService,
  DepartedUpkeep,
  DeviceService,
  InstallationService,
  LocationService,
  OwnProfileService,
  PreferenceService,
  ProfileService,
  RegistrationService,
  RemovalService,
  StruckTokensService,
  SuppressionService,
  UnsubscribeService,
  UserEnsurer,
  UserEraser,
  UsersService,
];
const REPOSITORIES = [
  AddressLookupRepository,
  AliasRepository,
  AttributeRepository,
  CategoryRepository,
  ContactRepository,
  DepartedRepository,
  DeviceRepository,
  EraseRepository,
  InstallationRepository,
  LocationRepository,
  OneUserRepository,
  RecipientRepository,
  RemovalRepository,
  StruckTokenRepository,
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
    DeviceWriter,
    OneUserWriter,
    TagService,
    UidAllocator,
    UserEditor,
    UserMerger,
    UserWriter,
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

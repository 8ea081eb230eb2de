import { Module, type OnModuleInit } from '@nestjs/common';
import { ApplySections, TenancyModule } from '#libs/tenancy';
import { AddressService } from './address.service.js';
import { AddressLookupRepository } from './address-lookup.repository.js';
import { AliasRepository } from './alias.repository.js';
import { AttributeRepository } from './attribute.repository.js';
import { AttributeService } from './attribute.service.js';
import { AttributesSection } from './attributes.section.js';
import { CategoriesSection } from './categories.section.js';
import { CategoryRepository } from './category.repository.js';
import { ContactRepository } from './contact.repository.js';
import { DepartedRepository } from './departed.repository.js';
import { DepartedUpkeep } from './departed-upkeep.service.js';
import { DeviceService } from './device.service.js';
import { DeviceRepository } from './device.repository.js';
import { DeviceWriter } from './device-writer.service.js';
import { EraseRepository } from './erase.repository.js';
import { InstallationRepository } from './installation.repository.js';
import { InstallationService } from './installation.service.js';
import { LocationRepository } from './location.repository.js';
import { LocationService } from './location.service.js';
import { OneUserRepository } from './one-user.repository.js';
import { OneUserWriter } from './one-user-writer.service.js';
import { OwnProfileService } from './own-profile.service.js';
import { PreferenceService } from './preference.service.js';
import { ProfileService } from './profile.service.js';
import { RecipientRepository } from './recipient.repository.js';
import { RegistrationService } from './registration.service.js';
import { RemovalRepository } from './removal.repository.js';
import { RemovalService } from './removal.service.js';
import { StruckTokenRepository } from './struck-token.repository.js';
import { StruckTokensService } from './struck-tokens.service.js';
import { SubjectRepository } from './subject.repository.js';
import { SuppressionRepository } from './suppression.repository.js';
import { SuppressionService } from './suppression.service.js';
import { TagRepository } from './tag.repository.js';
import { TagService } from './tag.service.js';
import { TokenRepository } from './token.repository.js';
import { UidAllocator } from './uid-allocator.js';
import { UidBlockRepository } from './uid-block.repository.js';
import { UserRepository } from './user.repository.js';
import { UnsubscribeService } from './unsubscribe.service.js';
import { UsersService } from './users.service.js';
import { UserEditRepository } from './user-edit.repository.js';
import { UserEditor } from './user-editor.service.js';
import { UidRepository } from './uid.repository.js';
import { UserEnsurer } from './user-ensurer.service.js';
import { UserEraser } from './user-eraser.service.js';
import { UserMerger } from './user-merger.service.js';
import { UserWriter } from './user-writer.service.js';

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
    private readonly sections: ApplySections,
    private readonly attributes: AttributesSection,
    private readonly categories: CategoriesSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.attributes);
    this.sections.register(this.categories);
  }
}

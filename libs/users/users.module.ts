import { Module, type OnModuleInit } from '@nestjs/common';
import { ApplySections, TenancyModule } from '#libs/tenancy';
import { AddressLookupRepository } from './address-lookup.repository.js';
import { AttributeRepository } from './attribute.repository.js';
import { AttributeService } from './attribute.service.js';
import { AttributesSection } from './attributes.section.js';
import { ContactRepository } from './contact.repository.js';
import { DeviceService } from './device.service.js';
import { DeviceWriter } from './device-writer.service.js';
import { InstallationRepository } from './installation.repository.js';
import { InstallationService } from './installation.service.js';
import { LocationRepository } from './location.repository.js';
import { LocationService } from './location.service.js';
import { RecipientRepository } from './recipient.repository.js';
import { RegistrationService } from './registration.service.js';
import { TagRepository } from './tag.repository.js';
import { TagService } from './tag.service.js';
import { TokenRepository } from './token.repository.js';
import { UidAllocator } from './uid-allocator.js';
import { UidBlockRepository } from './uid-block.repository.js';
import { UserEnsurer } from './user-ensurer.service.js';
import { UserRepository } from './user.repository.js';
import { UserWriter } from './user-writer.service.js';
import { UsersService } from './users.service.js';

const SERVICES = [DeviceService, InstallationService, LocationService, RegistrationService, UserEnsurer, UsersService];
const REPOSITORIES = [
  AddressLookupRepository,
  AttributeRepository,
  ContactRepository,
  InstallationRepository,
  LocationRepository,
  RecipientRepository,
  TagRepository,
  TokenRepository,
  UidBlockRepository,
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
    DeviceWriter,
    TagService,
    UidAllocator,
    UserWriter,
  ],
  exports: SERVICES,
})
export class UsersModule implements OnModuleInit {
  constructor(
    private readonly sections: ApplySections,
    private readonly attributes: AttributesSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.attributes);
  }
}

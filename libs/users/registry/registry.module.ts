import { Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { IdentitiesModule } from '#libs/users/identities';
import { ProfilesModule } from '#libs/users/profiles';
import { ConsentModule } from '#libs/users/consent';
import { DevicesModule } from '#libs/users/devices';
import { DeletedUserRetentionService } from './erasure/deleted-user-retention.service.js';
import { DeletedUserRepository } from './erasure/deleted-user.repository.js';
import { ErasedNameRepository } from './erasure/erased-name.repository.js';
import { ErasedNameService } from './erasure/erased-name.service.js';
import { PermanentErasureService } from './erasure/permanent-erasure.service.js';
import { UserDeletionService } from './erasure/user-deletion.service.js';
import { UserEraserService } from './erasure/user-eraser.service.js';
import { UserErasureRepository } from './erasure/user-erasure.repository.js';
import { InstallationPlannerService } from './installations/installation-planner.service.js';
import { InstallationWriterService } from './installations/installation-writer.service.js';
import { InstallationService } from './installations/installation.service.js';
import { RecipientRepository } from './lookup/recipient.repository.js';
import { RecipientService } from './lookup/recipient.service.js';
import { AddressSharerService } from './lookup/address-sharer.service.js';
import { UserAddressRepository } from './lookup/user-address.repository.js';
import { UserLookupService } from './lookup/user-lookup.service.js';
import { AddressPairService } from './registration/address-pair.service.js';
import { AddressService } from './registration/address.service.js';
import { EntryReaderService } from './registration/entry-reader.service.js';
import { NumberCheckRepository } from './registration/number-check.repository.js';
import { NumberCheckService } from './registration/number-check.service.js';
import { RegistrationService } from './registration/registration.service.js';
import { TesterService } from './registration/tester.service.js';
import { MailRekeyerService } from './respelling/mail-rekeyer.service.js';
import { RespellingRepository } from './respelling/respelling.repository.js';
import { RespellingService } from './respelling/respelling.service.js';
import { TokenJoinerService } from './respelling/token-joiner.service.js';
import { UploadedAddressService } from './registration/uploaded-address.service.js';
import { UserTagService } from './registration/user-tag.service.js';
import { UserBatchService } from './writes/user-batch.service.js';
import { ConsentEditorService } from './writes/consent-editor.service.js';
import { ContactWriterService } from './writes/contact-writer.service.js';
import { DeviceWriterService } from './writes/device-writer.service.js';
import { SingleUserWriterService } from './single-users/single-user-writer.service.js';
import { SingleUserRepository } from './single-users/single-user.repository.js';
import { UserEditRepository } from './writes/user-edit.repository.js';
import { UserEditorService } from './writes/user-editor.service.js';
import { UserEnsurerService } from './writes/user-ensurer.service.js';
import { ConsentMergerService } from './single-users/consent-merger.service.js';
import { ContentTransferService } from './single-users/content-transfer.service.js';
import { UserMergerService } from './single-users/user-merger.service.js';
import { UserPreviewService } from './writes/user-preview.service.js';
import { UserWriterService } from './writes/user-writer.service.js';

const PROVIDERS = [
  ConsentEditorService,
  ConsentMergerService,
  AddressPairService,
  AddressService,
  UserBatchService,
  ContactWriterService,
  ContentTransferService,
  DeletedUserRepository,
  DeletedUserRetentionService,
  DeviceWriterService,
  EntryReaderService,
  ErasedNameRepository,
  ErasedNameService,
  InstallationPlannerService,
  InstallationService,
  InstallationWriterService,
  MailRekeyerService,
  NumberCheckRepository,
  NumberCheckService,
  PermanentErasureService,
  RecipientRepository,
  RecipientService,
  RegistrationService,
  RespellingRepository,
  RespellingService,
  AddressSharerService,
  SingleUserRepository,
  SingleUserWriterService,
  TesterService,
  TokenJoinerService,
  UploadedAddressService,
  UserAddressRepository,
  UserDeletionService,
  UserEditRepository,
  UserEditorService,
  UserEnsurerService,
  UserEraserService,
  UserErasureRepository,
  UserLookupService,
  UserMergerService,
  UserPreviewService,
  UserTagService,
  UserWriterService,
];

/** Users and their devices: look-ups, registration, changes and erasure. */
@Module({
  imports: [TenancyModule, IdentitiesModule, ProfilesModule, ConsentModule, DevicesModule],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class RegistryModule {}

import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApplyService, TenancyModule } from '#libs/tenancy';
import {
  AddressService,
  DeletedUserRetentionService,
  InstallationService,
  RecipientService,
  RegistrationService,
  UserTagService,
  RespellingService,
  UserDeletionService,
  UserEraserService,
  UserLookupService,
} from '#libs/users/registry';
import {
  ConsentHistoryService,
  ConsentWordService,
  ConsentWordLogService,
  DeviceProfileService,
  DevicePreferencesService,
  PreferenceService,
  ProfileService,
  TopicService,
  TrackingConsentService,
  UnsubscribeService,
  UserExportService,
} from '#libs/users/preferences';
import { DeviceService, PushPermissionService, LocationService, TokenRetirementService } from '#libs/users/devices';
import { SearchBuilderService, UserSearchService } from '#libs/users/search';
import { ImportFileService, ImportService, ImportWorkService } from '#libs/users/imports';
import { RemovalService } from '#libs/users/profiles';
import { ConsentEventRepository, SuppressionService } from '#libs/users/consent';
import { UidAllocatorService } from '#libs/users/identities';
import { UsersModule } from '#libs/users';
import { loadConfig } from '#platform/config';
import type { Database } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { PlatformModule } from '#platform/app';
import { FeedSubscriberRegistryService, FeedSubscriptionService } from '#platform/outbox';
import { openQueueConnection } from '#platform/queue';

export interface UsersRoom {
  registration: RegistrationService;
  tags: UserTagService;
  profiles: ProfileService;
  preferences: PreferenceService;
  topics: TopicService;
  tracking: TrackingConsentService;
  consentEvents: ConsentEventRepository;
  exports: UserExportService;
  consentHistory: ConsentHistoryService;
  addresses: AddressService;
  removals: RemovalService;
  respelling: RespellingService;
  suppressions: SuppressionService;
  words: ConsentWordService;
  wordLog: ConsentWordLogService;
  unsubscribes: UnsubscribeService;
  deviceProfiles: DeviceProfileService;
  devicePreferences: DevicePreferencesService;
  eraser: UserEraserService;
  deletion: UserDeletionService;
  deletedUsers: DeletedUserRetentionService;
  locations: LocationService;
  devices: DeviceService;
  pushPermissions: PushPermissionService;
  installations: InstallationService;
  users: UserLookupService;
  recipients: RecipientService;
  tokenRetirement: TokenRetirementService;
  uidAllocator: UidAllocatorService;
  imports: ImportService;
  importWork: ImportWorkService;
  importFiles: ImportFileService;
  search: UserSearchService;
  searchBuilder: SearchBuilderService;
  /** Lets the subscribers of the change feed read it. */
  readFeed(): Promise<void>;
  applying: ApplyService;
  close(): Promise<void>;
}

/** The users module of one process, and what applies an application file. */
export async function openUsersRoom({ url, db }: { url: string; db: Database }): Promise<UsersRoom> {
  const config = loadConfig({ DATABASE_URL: url, MASTER_KEY: 'a master key for the tests of one room' });
  const logger = createLogger('test', 'silent');
  const queue = openQueueConnection(config, logger);
  @Module({ imports: [PlatformModule.forRoot({ config, logger, db, queue }), TenancyModule, UsersModule] })
  class RoomModule {}
  const context = await NestFactory.createApplicationContext(RoomModule, { logger: ['error'], abortOnError: false });
  return {
    registration: context.get(RegistrationService),
    tags: context.get(UserTagService),
    profiles: context.get(ProfileService),
    preferences: context.get(PreferenceService),
    topics: context.get(TopicService),
    tracking: context.get(TrackingConsentService),
    consentEvents: context.get(ConsentEventRepository),
    exports: context.get(UserExportService),
    consentHistory: context.get(ConsentHistoryService),
    addresses: context.get(AddressService),
    removals: context.get(RemovalService),
    respelling: context.get(RespellingService),
    suppressions: context.get(SuppressionService),
    words: context.get(ConsentWordService),
    wordLog: context.get(ConsentWordLogService),
    unsubscribes: context.get(UnsubscribeService),
    deviceProfiles: context.get(DeviceProfileService),
    devicePreferences: context.get(DevicePreferencesService),
    eraser: context.get(UserEraserService),
    deletion: context.get(UserDeletionService),
    deletedUsers: context.get(DeletedUserRetentionService),
    locations: context.get(LocationService),
    devices: context.get(DeviceService),
    pushPermissions: context.get(PushPermissionService),
    installations: context.get(InstallationService),
    users: context.get(UserLookupService),
    recipients: context.get(RecipientService),
    tokenRetirement: context.get(TokenRetirementService),
    uidAllocator: context.get(UidAllocatorService, { strict: false }),
    imports: context.get(ImportService),
    importWork: context.get(ImportWorkService),
    importFiles: context.get(ImportFileService),
    search: context.get(UserSearchService),
    searchBuilder: context.get(SearchBuilderService),
    async readFeed() {
      for (const subscriber of context.get(FeedSubscriberRegistryService, { strict: false }).list()) {
        await context.get(FeedSubscriptionService, { strict: false }).read(subscriber, () => {});
      }
    },
    applying: context.get(ApplyService),
    async close() {
      await context.close();
      await queue.close();
    },
  };
}

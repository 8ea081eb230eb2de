import { Module, type OnModuleInit } from '@nestjs/common';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { IdentitiesModule } from '#libs/users/identities';
import { ProfilesModule } from '#libs/users/profiles';
import { ConsentModule } from '#libs/users/consent';
import { DevicesModule } from '#libs/users/devices';
import { RegistryModule } from '#libs/users/registry';
import { OptInAcceptanceService } from './confirmations/opt-in-acceptance.service.js';
import { OptInConfirmService } from './confirmations/opt-in-confirm.service.js';
import { OptInExpiryService } from './confirmations/opt-in-expiry.service.js';
import { OptInAddressService } from './topics/opt-in-address.service.js';
import { OptInRequestService } from './topics/opt-in-request.service.js';
import { CategoriesSection } from './opt-ins/categories.section.js';
import { CategoryRepository } from './topics/category.repository.js';
import { ChoiceSourceRepository } from './topics/choice-source.repository.js';
import { ConsentWordLogService } from './opt-ins/consent-word-log.service.js';
import { ConsentWordRepository } from './opt-ins/consent-word.repository.js';
import { ConsentWordService } from './opt-ins/consent-word.service.js';
import { PreferenceService } from './opt-ins/preference.service.js';
import { SubscriptionConfirmService } from './confirmations/subscription-confirm.service.js';
import { SubscriptionRepository } from './confirmations/subscription.repository.js';
import { SubscriptionService } from './confirmations/subscription.service.js';
import { TopicWithdrawalRepository } from './opt-ins/topic-withdrawal.repository.js';
import { TopicWithdrawalService } from './opt-ins/topic-withdrawal.service.js';
import { EmailFrequencyService } from './opt-ins/email-frequency.service.js';
import { TrackingConsentService } from './opt-ins/tracking-consent.service.js';
import { TopicWriterService } from './topics/topic-writer.service.js';
import { DeviceTopicService } from './topics/device-topic.service.js';
import { TopicService } from './topics/topic.service.js';
import { UnsubscribeService } from './opt-ins/unsubscribe.service.js';
import { ConsentHistoryService } from './export/consent-history.service.js';
import { ProfilePageRepository } from './export/profile-page.repository.js';
import { ProfilePageService } from './export/profile-page.service.js';
import { UserExportRepository } from './export/user-export.repository.js';
import { UserExportService } from './export/user-export.service.js';
import { PersonPreferencesService } from './choices/person-preferences.service.js';
import { DevicePreferencesService } from './profile/device-preferences.service.js';
import { DeviceProfileService } from './profile/device-profile.service.js';
import { ProfileService } from './profile/profile.service.js';

const PROVIDERS = [
  CategoriesSection,
  CategoryRepository,
  ChoiceSourceRepository,
  ConsentHistoryService,
  ConsentWordLogService,
  ConsentWordRepository,
  ConsentWordService,
  DevicePreferencesService,
  DeviceProfileService,
  EmailFrequencyService,
  PersonPreferencesService,
  OptInAcceptanceService,
  OptInConfirmService,
  OptInExpiryService,
  OptInAddressService,
  OptInRequestService,
  DeviceTopicService,
  PreferenceService,
  ProfilePageRepository,
  ProfilePageService,
  ProfileService,
  TrackingConsentService,
  SubscriptionConfirmService,
  SubscriptionRepository,
  SubscriptionService,
  TopicService,
  TopicWithdrawalRepository,
  TopicWithdrawalService,
  TopicWriterService,
  UnsubscribeService,
  UserExportRepository,
  UserExportService,
];

/** Opt-ins and values of profiles; everything about one person. */
@Module({
  imports: [TenancyModule, IdentitiesModule, ProfilesModule, ConsentModule, DevicesModule, RegistryModule],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class PreferencesModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly categories: CategoriesSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.categories);
  }
}

export { isTracked } from './choices/is-tracked.js';
export { PersonPreferencesService } from './choices/person-preferences.service.js';
export type {
  ChannelChoice,
  OfferedTopic,
  PersonPreferences,
  PreferenceChange,
} from './choices/person-preferences.types.js';
export { ConsentHistoryService, type ConsentEvent, type ConsentStatement } from './export/consent-history.service.js';
export { ProfilePageRepository, type StoredProfile } from './export/profile-page.repository.js';
export { ProfilePageService } from './export/profile-page.service.js';
export { UserExportService } from './export/user-export.service.js';
export type { ExportedPerson, ExportedUser, PresentedDevice } from './export/user-export.types.js';
export { OptInConfirmService } from './confirmations/opt-in-confirm.service.js';
export { OptInExpiryService } from './confirmations/opt-in-expiry.service.js';
export type { ConfirmLink } from './confirmations/opt-in.types.js';
export { ConsentWordLogService } from './opt-ins/consent-word-log.service.js';
export { ConsentWordService } from './opt-ins/consent-word.service.js';
export { PreferenceService, type CategoryPreference } from './opt-ins/preference.service.js';
export { TopicWithdrawalService } from './opt-ins/topic-withdrawal.service.js';
export { EmailFrequencyService, type OfferedFrequency } from './opt-ins/email-frequency.service.js';
export { TrackingConsentService } from './opt-ins/tracking-consent.service.js';
export { UnsubscribeService } from './opt-ins/unsubscribe.service.js';
export { PreferencesModule } from './preferences.module.js';
export {
  SubscriptionConfirmService,
  type AskedSubscription,
  type SubscriptionLink,
} from './confirmations/subscription-confirm.service.js';
export {
  SubscriptionRepository,
  type StoredSubscription,
  type SubscriptionId,
} from './confirmations/subscription.repository.js';
export { SubscriptionService } from './confirmations/subscription.service.js';
export { ChoiceSourceRepository } from './topics/choice-source.repository.js';
export { refusesTopicSql, topicChannelSql, topicsSql } from './topics/topic.sql.js';
export { OptInAddressService } from './topics/opt-in-address.service.js';
export { DeviceTopicService, type ShownTopic } from './topics/device-topic.service.js';
export { pickText } from './topics/topic-text.js';
export { TopicService } from './topics/topic.service.js';
export type { Topic } from './topics/topic.types.js';
export { DevicePreferencesService, type DevicePreferences } from './profile/device-preferences.service.js';
export { DeviceProfileService, type DeviceTags } from './profile/device-profile.service.js';
export { ProfileService } from './profile/profile.service.js';
export type { DeletedValue, ProfileUnset } from './profile/profile.types.js';

import type { Migration } from '#platform/migration';
import { Platform0001 } from './0001-platform.js';
import { Tenancy0002 } from './0002-tenancy.js';
import { Users0003 } from './0003-users.js';
import { Delivery0004 } from './0004-delivery.js';
import { Notifications0005 } from './0005-notifications.js';
import { Events0006 } from './0006-events.js';
import { Geofences0007 } from './0007-geofences.js';
import { Inbox0008 } from './0008-inbox.js';
import { Audience0009 } from './0009-audience.js';
import { UsersLocation0010 } from './0010-users-location.js';
import { UsersMore0011 } from './0011-users-more.js';
import { Idempotency0012 } from './0012-idempotency.js';
import { RateLimit0013 } from './0013-rate-limit.js';
import { Identity0014 } from './0014-identity.js';
import { Receipts0015 } from './0015-receipts.js';
import { DepartedUsers0016 } from './0016-departed-users.js';
import { InstallationCountry0017 } from './0017-installation-country.js';
import { DepartedAge0018 } from './0018-departed-age.js';
import { ButtonSetsAndSounds0020 } from './0020-button-sets-and-sounds.js';
import { Steering0023 } from './0023-steering.js';
import { SendTimes0024 } from './0024-send-times.js';
import { Hooks0025 } from './0025-hooks.js';
import { Attachments0027 } from './0027-attachments.js';
import { Suppression0029 } from './0029-suppression.js';
import { Tracking0030 } from './0030-tracking.js';
import { ClickButton0035 } from './0035-click-button.js';
import { AudienceIndex0036 } from './0036-audience-index.js';
import { SegmentModel0040 } from './0040-segment-model.js';
import { AccountFlow0043 } from './0043-account-flow.js';
import { TokenHygiene0044 } from './0044-token-hygiene.js';
import { Fence0045 } from './0045-fence.js';
import { IndexGroups0054 } from './0054-index-groups.js';
import { FreshSegments0060 } from './0060-fresh-segments.js';
import { ExactTokenCap0064 } from './0064-exact-token-cap.js';
import { DomainRest0065 } from './0065-domain-rest.js';
import { NarrowResultIndexes0068 } from './0068-narrow-result-indexes.js';
import { FrozenOwners0069 } from './0069-frozen-owners.js';
import { Audit0070 } from './0070-audit.js';
import { KeyLifetime0071 } from './0071-key-lifetime.js';
import { UserProof0072 } from './0072-user-proof.js';
import { SampleScope0073 } from './0073-sample-scope.js';
import { AcceptedTokens0074 } from './0074-accepted-tokens.js';
import { Approvals0075 } from './0075-approvals.js';
import { SealedAttributes0076 } from './0076-sealed-attributes.js';
import { RateBuckets0077 } from './0077-rate-buckets.js';
import { RowPolicies0078 } from './0078-row-policies.js';
import { MaxInstallations0079 } from './0079-max-installations.js';
import { UndecidedSends0080 } from './0080-undecided-sends.js';
import { AnswerHeaders0081 } from './0081-answer-headers.js';
import { ExpiredEntries0082 } from './0082-expired-entries.js';
import { IconUrl0083 } from './0083-icon-url.js';
import { Imports0084 } from './0084-imports.js';
import { EmptyArrays0085 } from './0085-empty-arrays.js';
import { DefaultCountry0086 } from './0086-default-country.js';
import { LeftOut0088 } from './0088-left-out.js';
import { ConsentEvents0087 } from './0087-consent-events.js';
import { ChangingDefinitions0089 } from './0089-changing-definitions.js';
import { MessageDetails0090 } from './0090-message-details.js';
import { LookupIndexes0091 } from './0091-lookup-indexes.js';
import { DefaultLanguage0093 } from './0093-default-language.js';
import { AccountErrors0096 } from './0096-account-errors.js';
import { Retention0097 } from './0097-retention.js';
import { Departures0098 } from './0098-departures.js';
import { Members0099 } from './0099-members.js';
import { ResultsByRecipient0100 } from './0100-results-by-recipient.js';
import { ReceivedCounts0101 } from './0101-received-counts.js';
import { ResultTimes0095 } from './0095-result-times.js';
import { SegmentFault0092 } from './0092-segment-fault.js';
import { EventOrigin0094 } from './0094-event-origin.js';
import { Simulation0102 } from './0102-simulation.js';
import { Passkeys0103 } from './0103-passkeys.js';
import { Oidc0104 } from './0104-oidc.js';
import { CampaignSeries0105 } from './0105-campaign-series.js';
import { CheckedImports0106 } from './0106-checked-imports.js';
import { PanelMayEdit0107 } from './0107-panel-may-edit.js';
import { MemberApprovals0108 } from './0108-member-approvals.js';
import { Reports0109 } from './0109-reports.js';
import { Drafts0110 } from './0110-drafts.js';
import { Media0111 } from './0111-media.js';
import { SuppressionReasons0112 } from './0112-suppression-reasons.js';
import { IndexPlaces0113 } from './0113-index-places.js';
import { CampaignChecks0114 } from './0114-campaign-checks.js';
import { Templates0115 } from './0115-templates.js';
import { SettledFeed0127 } from './0127-settled-feed.js';
import { AccountProviders0133 } from './0133-account-providers.js';
import { ApprovalSteps0134 } from './0134-approval-steps.js';
import { SeveralAccounts0135 } from './0135-several-accounts.js';
import { ApprovalMails0149 } from './0149-approval-mails.js';
import { FurtherAddresses0150 } from './0150-further-addresses.js';
import { ProviderTemplates0151 } from './0151-provider-templates.js';
import { ErasureLists0156 } from './0156-erasure-lists.js';
import { ImportConsent0160 } from './0160-import-consent.js';
import { SegmentSizes0166 } from './0166-segment-sizes.js';
import { MemberViews0167 } from './0167-member-views.js';
import { DraftPresence0168 } from './0168-draft-presence.js';
import { OwnUsers0169 } from './0169-own-users.js';
import { FinePlaces0170 } from './0170-fine-places.js';
import { Taggings0171 } from './0171-taggings.js';
import { Respelling0174 } from './0174-respelling.js';
import { ConsentWords0178 } from './0178-consent-words.js';
import { PastReports0179 } from './0179-past-reports.js';
import { MakersOfLinks0182 } from './0182-makers-of-links.js';
import { ImportFaults0186 } from './0186-import-faults.js';
import { ErasedNames0187 } from './0187-erased-names.js';
import { ReplacedSends0192 } from './0192-replaced-sends.js';
import { NamedInTargets0199 } from './0199-named-in-targets.js';
import { OpenSendsByKey0203 } from './0203-open-sends-by-key.js';
import { FeedPositions0204 } from './0204-feed-positions.js';
import { WebhookSubscriber0205 } from './0205-webhook-subscriber.js';
import { KeyTotals0208 } from './0208-key-totals.js';
import { RecipientParams0211 } from './0211-recipient-params.js';
import { ReadModels0215 } from './0215-read-models.js';
import { NewestSendOfKey0218 } from './0218-newest-send-of-key.js';
import { MachinesApart0223 } from './0223-machines-apart.js';
import { TrackingConsent0226 } from './0226-tracking-consent.js';
import { ConsentToTracking0227 } from './0227-consent-to-tracking.js';
import { Topics0229 } from './0229-topics.js';
import { ConsentProofs0238 } from './0238-consent-proofs.js';
import { Brand0232 } from './0232-brand.js';
import { DoubleOptIn0235 } from './0235-double-opt-in.js';
import { AddressRules0220 } from './0220-address-rules.js';
import { WhatsAppIds0239 } from './0239-whatsapp-ids.js';
import { WhatsAppIdsInTargets0240 } from './0240-whatsapp-ids-in-targets.js';
import { TopicWithdrawals0241 } from './0241-topic-withdrawals.js';
import { Utm0266 } from './0266-utm.js';
import { CampaignContents0245 } from './0245-campaign-contents.js';
import { NextContent0246 } from './0246-next-content.js';
import { RecurringCampaigns0252 } from './0252-recurring-campaigns.js';
import { PeopleSearch0256 } from './0256-people-search.js';
import { CampaignFiling0260 } from './0260-campaign-filing.js';
import { WithdrawalsByMessage0261 } from './0261-withdrawals-by-message.js';
import { DefinitionNames0270 } from './0270-definition-names.js';
import { Journeys0271 } from './0271-journeys.js';
import { JourneySteps0287 } from './0287-journey-steps.js';
import { ContactPolicy0280 } from './0280-contact-policy.js';
import { WebhookEvents0303 } from './0303-webhook-events.js';
import { TemplateLanguage0336 } from './0336-template-language.js';
import { DispatchPriority0304 } from './0304-dispatch-priority.js';
import { Prices0328 } from './0328-prices.js';
import { TemplateBlocks0337 } from './0337-template-blocks.js';
import { WebhookCallPolicy0346 } from './0346-webhook-call-policy.js';
import { JourneyReplays0356 } from './0356-journey-replays.js';
import { JourneyApprovals0357 } from './0357-journey-approvals.js';
import { JourneyAlarms0358 } from './0358-journey-alarms.js';
import { LiveData0368 } from './0368-live-data.js';
import { Catalogs0362 } from './0362-catalogs.js';
import { JourneyDays0385 } from './0385-journey-days.js';
import { JourneyWays0386 } from './0386-journey-ways.js';
import { DraftTranslations0410 } from './0410-draft-translations.js';
import { JourneyTranslations0411 } from './0411-journey-translations.js';
import { JourneyMails0415 } from './0415-journey-mails.js';
import { AlarmsToNote0416 } from './0416-alarms-to-note.js';
import { DaysOfEvents0427 } from './0427-days-of-events.js';
import { ApprovedTexts0428 } from './0428-approved-texts.js';
import { EmailFrequency0429 } from './0429-email-frequency.js';
import { MessagesOfVisits0430 } from './0430-messages-of-visits.js';
import { JourneyPositions0351 } from './0351-journey-positions.js';
import { JourneyDrafts0350 } from './0350-journey-drafts.js';
import { TranslatedSources0374 } from './0374-translated-sources.js';
import { CatalogSelections0375 } from './0375-catalog-selections.js';
import { CatalogFeeds0376 } from './0376-catalog-feeds.js';
import { CatalogWatches0405 } from './0405-catalog-watches.js';
import { FeedLeases0406 } from './0406-feed-leases.js';
import { ItemMentions0423 } from './0423-item-mentions.js';
import { RecentMerges0424 } from './0424-recent-merges.js';
import { ContentsOfSeries0298 } from './0298-contents-of-series.js';
import { DraftComments0299 } from './0299-draft-comments.js';
import { JourneySchedules0288 } from './0288-journey-schedules.js';
import { ContactHours0281 } from './0281-contact-hours.js';
import { UserTotals0264 } from './0264-user-totals.js';
import { WithdrawalsByTime0265 } from './0265-withdrawals-by-time.js';
import { JourneyContents0312 } from './0312-journey-contents.js';
import { WebhookData0313 } from './0313-webhook-data.js';
import { JourneyNodes0314 } from './0314-journey-nodes.js';
import { WebhookPersons0315 } from './0315-webhook-persons.js';

/** Every migration, in the order of their numbers. A released migration is never edited. */
export const MIGRATIONS: readonly (new () => Migration)[] = [
  Platform0001,
  Tenancy0002,
  Users0003,
  Delivery0004,
  Notifications0005,
  Events0006,
  Geofences0007,
  Inbox0008,
  Audience0009,
  UsersLocation0010,
  UsersMore0011,
  Idempotency0012,
  RateLimit0013,
  Identity0014,
  Receipts0015,
  DepartedUsers0016,
  InstallationCountry0017,
  DepartedAge0018,
  ButtonSetsAndSounds0020,
  Steering0023,
  SendTimes0024,
  Hooks0025,
  Attachments0027,
  Suppression0029,
  Tracking0030,
  ClickButton0035,
  AudienceIndex0036,
  SegmentModel0040,
  AccountFlow0043,
  TokenHygiene0044,
  Fence0045,
  IndexGroups0054,
  FreshSegments0060,
  ExactTokenCap0064,
  DomainRest0065,
  NarrowResultIndexes0068,
  FrozenOwners0069,
  Audit0070,
  KeyLifetime0071,
  UserProof0072,
  SampleScope0073,
  AcceptedTokens0074,
  Approvals0075,
  SealedAttributes0076,
  RateBuckets0077,
  RowPolicies0078,
  MaxInstallations0079,
  UndecidedSends0080,
  AnswerHeaders0081,
  ExpiredEntries0082,
  IconUrl0083,
  Imports0084,
  EmptyArrays0085,
  DefaultCountry0086,
  LeftOut0088,
  ConsentEvents0087,
  ChangingDefinitions0089,
  MessageDetails0090,
  LookupIndexes0091,
  SegmentFault0092,
  DefaultLanguage0093,
  EventOrigin0094,
  ResultTimes0095,
  AccountErrors0096,
  Retention0097,
  Departures0098,
  Members0099,
  ResultsByRecipient0100,
  ReceivedCounts0101,
  Simulation0102,
  Passkeys0103,
  Oidc0104,
  CampaignSeries0105,
  CheckedImports0106,
  PanelMayEdit0107,
  MemberApprovals0108,
  Reports0109,
  Drafts0110,
  Media0111,
  SuppressionReasons0112,
  IndexPlaces0113,
  CampaignChecks0114,
  Templates0115,
  SettledFeed0127,
  AccountProviders0133,
  ApprovalSteps0134,
  SeveralAccounts0135,
  ApprovalMails0149,
  FurtherAddresses0150,
  ProviderTemplates0151,
  ErasureLists0156,
  ImportConsent0160,
  SegmentSizes0166,
  MemberViews0167,
  DraftPresence0168,
  OwnUsers0169,
  FinePlaces0170,
  Taggings0171,
  Respelling0174,
  ConsentWords0178,
  PastReports0179,
  MakersOfLinks0182,
  ImportFaults0186,
  ErasedNames0187,
  ReplacedSends0192,
  NamedInTargets0199,
  OpenSendsByKey0203,
  FeedPositions0204,
  WebhookSubscriber0205,
  KeyTotals0208,
  RecipientParams0211,
  ReadModels0215,
  NewestSendOfKey0218,
  MachinesApart0223,
  TrackingConsent0226,
  ConsentToTracking0227,
  Topics0229,
  ConsentProofs0238,
  Brand0232,
  DoubleOptIn0235,
  AddressRules0220,
  WhatsAppIds0239,
  WhatsAppIdsInTargets0240,
  TopicWithdrawals0241,
  CampaignContents0245,
  NextContent0246,
  RecurringCampaigns0252,
  PeopleSearch0256,
  CampaignFiling0260,
  WithdrawalsByMessage0261,
  DefinitionNames0270,
  Journeys0271,
  JourneySteps0287,
  WebhookEvents0303,
  TemplateLanguage0336,
  DispatchPriority0304,
  Prices0328,
  TemplateBlocks0337,
  WebhookCallPolicy0346,
  JourneyReplays0356,
  JourneyApprovals0357,
  JourneyAlarms0358,
  LiveData0368,
  Catalogs0362,
  JourneyDrafts0350,
  JourneyPositions0351,
  JourneyDays0385,
  JourneyWays0386,
  DraftTranslations0410,
  JourneyTranslations0411,
  JourneyMails0415,
  AlarmsToNote0416,
  DaysOfEvents0427,
  ApprovedTexts0428,
  MessagesOfVisits0430,
  TranslatedSources0374,
  CatalogSelections0375,
  CatalogFeeds0376,
  CatalogWatches0405,
  FeedLeases0406,
  ItemMentions0423,
  RecentMerges0424,
  ContentsOfSeries0298,
  DraftComments0299,
  JourneySchedules0288,
  UserTotals0264,
  WithdrawalsByTime0265,
  Utm0266,
  ContactPolicy0280,
  ContactHours0281,
  JourneyContents0312,
  WebhookData0313,
  JourneyNodes0314,
  WebhookPersons0315,
  EmailFrequency0429,
];

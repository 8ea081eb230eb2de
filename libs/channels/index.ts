export {
  ADDRESS_CONTACTS,
  ADDRESS_KINDS,
  byChannel,
  CHANNEL_DEFINITIONS,
  CHANNEL_NAMES,
  CHANNEL_POLICIES,
  CHANNELS,
  chooseAddress,
  CONTACT_CHANNEL_NUMBERS,
  CONTACT_KINDS,
  contactOfAddress,
  contactOfKind,
  contactOfPlatform,
  CONTACTS,
  isAddressKind,
  listAddressesBeside,
  RECIPIENT_KINDS,
  type AddressKind,
  type Channel,
  type ConsentSubject,
  type Contact,
  type ContactChannel,
  type ContactRecipientKind,
  type Platform,
  type RecipientKind,
} from './definitions/registry.js';
export {
  WHATSAPP_MEDIA,
  type WhatsAppComponent,
  type WhatsAppMedia,
  type WhatsAppMediaType,
  type WhatsAppParameter,
  type WhatsAppPayload,
} from './definitions/whatsapp-payload.js';
export { isWhatsAppId } from './definitions/whatsapp-id.js';
export { isSameAddress } from './definitions/same-address.js';
export { parseChatAddress, ruleOfChatAddress } from './definitions/chat-address.js';
export {
  TOPIC_CHANNEL_NAMES,
  TOPIC_CHANNEL_OF_MESSENGER,
  TOPIC_CHANNELS,
  topicChannelOf,
  topicChannelOfPlatform,
  topicChannelOfSender,
  type TopicChannel,
} from './definitions/topic-channel.js';
export type { AddressForm } from './definitions/channel-definition.js';
export type { CheckStep } from './provider/account-check.types.js';
export { FAULT_KINDS, type FaultKind } from './provider/explain-fault.js';
export type {
  AddressMove,
  CallbackContent,
  CallbackReport,
  CallbackRequest,
  DeliveryReport,
  Doubt,
  InboundMessage,
  Provider,
  ProviderTemplate,
  TemplateField,
  TemplateForm,
} from './provider/provider.types.js';
export { defaultProviderOf, explainFault, providerOf, providersOf } from './providers/registry.js';
export { vapidPublicKey } from './providers/web-push/web-push-credentials.js';
export { androidDisplay } from './providers/fcm/fcm-credentials.js';
export { toHmsMessage } from './providers/hms/hms-message.js';
export { cleanFileName } from './mail/file-name.js';
export { listShownFiles } from './mail/shown-files.js';
export { toErrorWords, toProviderWords } from './faults/provider-words.js';
export { ChannelsModule } from './channels.module.js';
export type {
  Account,
  AccountFault,
  ApnsPayload,
  BatchReport,
  EmailPayload,
  FcmPayload,
  HmsPayload,
  MailAttachment,
  Outcome,
  Outgoing,
  AccountRateLimits,
  PauseReason,
  PayloadByChannel,
  ProviderOrigin,
  SmsPayload,
  WebPushPayload,
} from './sender/channels.types.js';
export { readBounceReport } from './providers/smtp/returned/bounce-report.js';
export { readUnknownComplaint } from './providers/smtp/returned/complaint-report.js';
export type { BounceReport } from './providers/smtp/returned/returned.types.js';
export { SenderRegistryService } from './provider/sender-registry.service.js';
export { RateLimiterService } from './rate-limits/rate-limiter.service.js';
export { parseRetryAfter } from './transport/retry-after.js';
export { SimulatorOriginsService } from './transport/simulator-origins.service.js';
export { AccountRateRepository } from './rate-limits/account-rate.repository.js';

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

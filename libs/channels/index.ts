export type { CheckStep } from './provider/account-check.types.js';
export { FAULT_KINDS, type FaultKind } from './provider/explain-fault.js';
export type { Doubt, Provider, ProviderTemplate, TemplateField, TemplateForm } from './provider/provider.types.js';
export type {
  AddressMove,
  CallbackContent,
  CallbackReport,
  CallbackRequest,
  DeliveryReport,
  InboundMessage,
} from './provider/callback.types.js';
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
  BatchReport,
  Outcome,
  Outgoing,
  AccountRateLimits,
  PauseReason,
  ProviderOrigin,
} from './sender/channels.types.js';
export type {
  ApnsPayload,
  EmailPayload,
  FcmPayload,
  HmsPayload,
  MailAttachment,
  PayloadByChannel,
  SmsPayload,
  WebPushPayload,
} from './sender/payload.types.js';
export { readBounceReport } from './providers/smtp/returned/bounce-report.js';
export { readUnknownComplaint } from './providers/smtp/returned/complaint-report.js';
export type { BounceReport } from './providers/smtp/returned/returned.types.js';
export { SenderRegistryService } from './provider/sender-registry.service.js';
export { RateLimiterService } from './rate-limits/rate-limiter.service.js';
export { parseRetryAfter } from './transport/retry-after.js';
export { SimulatorOriginsService } from './transport/simulator-origins.service.js';
export { AccountRateRepository } from './rate-limits/account-rate.repository.js';

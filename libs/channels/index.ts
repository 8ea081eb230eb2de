export { checkAccount } from './checks/check-account.js';
export type { CheckStep } from './checks/account-check.types.js';
export { explainFault, FAULT_KINDS, type ExplainedFault, type FaultKind } from './checks/explain-fault.js';
export { toErrorWords, toProviderWords } from './faults/provider-words.js';
export { ApnsSender } from './apns/apns.sender.js';
export { ChannelsModule } from './channels.module.js';
export {
  CHANNELS,
  type Account,
  type AccountFault,
  type ApnsCredentials,
  type ApnsPayload,
  type BatchReport,
  type Channel,
  type CredentialsByChannel,
  type DkimKey,
  type EmailPayload,
  type FcmCredentials,
  type FcmPayload,
  type MailAttachment,
  type Outcome,
  type Outgoing,
  type AccountRateLimits,
  type PauseReason,
  type PayloadByChannel,
  type ProviderOrigin,
  type Sender,
  type SmsCredentials,
  type SmsPayload,
  type SmtpCredentials,
  type WebPushCredentials,
  type WebPushPayload,
} from './sender/channels.types.js';
export type { DomainThrottleStore } from './rate-limits/domain-throttle.repository.js';
export { FcmSender } from './fcm/fcm.sender.js';
export { HTTP2_LIMITS, type Http2Limits } from './transport/http2-pool.js';
export { readBounceReport, type BounceReport } from './smtp/bounce-report.js';
export { SenderRegistryService, type Senders } from './sender/sender-registry.service.js';
export { RateLimiterService, type RateLimiter } from './rate-limits/rate-limiter.service.js';
export { SmsSender, type SmsLimits } from './sms/sms.sender.js';
export { SmtpSender, type SmtpLimits } from './smtp/smtp.sender.js';
export { WebPushSender, type WebPushLimits } from './web-push/web-push.sender.js';
export { isFromTwilio, readSmsCommand, readSmsReport, type SmsCommand, type SmsReport } from './sms/twilio-webhooks.js';
export { parseRetryAfter } from './transport/retry-after.js';
export { AccountRateRepository } from './rate-limits/account-rate.repository.js';

export { ApnsSender } from './apns.sender.js';
export { ChannelsModule } from './channels.module.js';
export {
  CHANNELS,
  type Account,
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
  type Pace,
  type PauseReason,
  type PayloadByChannel,
  type ProviderOrigin,
  type Sender,
  type SmsCredentials,
  type SmsPayload,
  type SmtpCredentials,
  type WebPushCredentials,
  type WebPushPayload,
} from './channels.types.js';
export type { DomainRestStore } from './domain-rest.repository.js';
export { FcmSender } from './fcm.sender.js';
export { HTTP2_LIMITS, type Http2Limits } from './http2-pool.js';
export { readMailReport, type MailReport } from './mail-report.js';
export { Senders, assertEveryChannelHasOneSender, type SenderList } from './senders.js';
export { Paces, type SenderPace } from './paces.js';
export { SmsSender, type SmsLimits } from './sms.sender.js';
export { SmtpSender, type SmtpLimits } from './smtp.sender.js';
export { WebPushSender, type WebPushLimits } from './web-push.sender.js';
export { isFromTwilio, readSmsCommand, readSmsReport, type SmsCommand, type SmsReport } from './twilio-webhooks.js';
export { retryAfterMs } from './retry-after.js';
export { AccountPaceRepository } from './account-pace.repository.js';

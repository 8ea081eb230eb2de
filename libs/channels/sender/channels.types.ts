import type { Readable } from 'node:stream';

/**
 * The one interface of all senders: a batch in, one outcome per recipient out (design, section 5 "Outcomes").
 * A sender speaks one provider's protocol. It holds no state but connections and signing material, knows no database
 * and decides no retry: what a provider's answer means is said in one table (`provider-answers.ts`).
 */

/** Channels in a fixed order; the number is stored in chunk and result rows and never changes. */
export const CHANNELS = { apns: 1, fcm: 2, webpush: 3, smtp: 4, sms: 5 } as const;
export type Channel = keyof typeof CHANNELS;

/** Decrypted credentials of one provider account, by channel. Field names follow the application file. */
export interface ApnsCredentials {
  teamId: string;
  keyId: string;
  /** PKCS#8 PEM of the ES256 key (.p8). */
  key: string;
  /** Bundle id, sent as `apns-topic`. */
  topic: string;
  environment: 'production' | 'sandbox';
}
export interface FcmCredentials {
  /** Content of the service-account JSON file. */
  serviceAccount: { project_id: string; client_email: string; private_key: string; [field: string]: unknown };
}
export interface WebPushCredentials {
  /** `mailto:` or https URL for the VAPID `sub` claim (RFC 8292). */
  subject: string;
  /** base64url, uncompressed P-256 point. */
  publicKey: string;
  /** base64url, 32 bytes. */
  privateKey: string;
}
export interface SmtpCredentials {
  host: string;
  port: number;
  /** true: TLS from the first byte; false: STARTTLS when offered. */
  secure: boolean;
  user?: string;
  password?: string;
  /** Default sender address when the message names none. */
  from: string;
  /** Further domains that messages may name a sender of, besides those of `from` and `dkim`. */
  fromDomains?: string[];
  dkim?: DkimKey;
  /** PEM of the authority behind the relay's certificate, where it is a private one. */
  ca?: string;
}
/** What mail is signed with (RFC 6376): the public part stands in DNS at `<selector>._domainkey.<domain>`. */
export interface DkimKey {
  domain: string;
  selector: string;
  /** PEM of an RSA key. */
  key: string;
}
export interface SmsCredentials {
  accountSid: string;
  authToken: string;
  /** Numbers or alphanumeric sender ids; the first is the default. */
  senders: string[];
  /** What each sender may send, as Twilio grants it (1 for a long code); absent: Twilio queues what is too fast. */
  segmentsPerSecond?: number;
}
export interface CredentialsByChannel {
  apns: ApnsCredentials;
  fcm: FcmCredentials;
  webpush: WebPushCredentials;
  smtp: SmtpCredentials;
  sms: SmsCredentials;
}

/** Where an account's provider is reached. Only a simulated account has one; it comes from configuration, never from request data. */
export interface ProviderOrigin {
  host: string;
  port: number;
  /** PEM of the authority to trust for this origin. */
  ca: string;
}

/** Limits of an account over all processes. */
export interface AccountRateLimits {
  /** Messages a second. */
  perSecond?: number;
  /** Messages a second after a long rest; twice as many each minute. */
  rampFrom?: number;
  /** E-mail: messages a second to one recipient domain. */
  perDomain?: number;
}

export interface Account<C extends Channel = Channel> {
  accountId: number;
  appId: number;
  channel: C;
  /** Grows with every change of the credentials: a sender rebuilds its connections when it does. */
  version: number;
  credentials: CredentialsByChannel[C];
  /** What the application file limits; absent: nothing, and then pacing costs nothing. */
  pace?: AccountRateLimits;
  /** Set for `simulator: true` accounts. For FCM it serves the OAuth token endpoint too. */
  origin?: ProviderOrigin;
}

/** Payloads as the content room renders them; one object is shared by every recipient it suits, so a sender may cache work by its identity. */
export interface ApnsPayload {
  /** The JSON body: `aps` and custom keys. */
  body: Record<string, unknown>;
  pushType: 'alert' | 'background';
  priority: 5 | 10;
}
export interface FcmPayload {
  /** The `message` object of FCM v1 without `token`; a sender adds token, `android.notification.tag` and `android.ttl`. */
  message: Record<string, unknown>;
}
export interface WebPushPayload {
  /** JSON for the service worker. */
  body: Record<string, unknown>;
  urgency: 'very-low' | 'low' | 'normal' | 'high';
}
export interface EmailPayload {
  subject: string;
  html?: string;
  text?: string;
  fromName?: string;
  fromAddress?: string;
  headers?: Record<string, string>;
  attachments?: readonly MailAttachment[];
}
/** A file that travels with a mail. One whose name the HTML shows as `cid:<name>` becomes an inline image. */
export interface MailAttachment {
  name: string;
  /** Media type. */
  type: string;
  /** Bytes before transfer encoding. */
  size: number;
  /** The content from its beginning, at each call anew. */
  open(): Readable;
}
export interface SmsPayload {
  body: string;
  /** Segments that it takes, which are what senders are limited by. */
  segments: number;
  /** One of the account's senders, when the message names one. */
  sender?: string;
}
export interface PayloadByChannel {
  apns: ApnsPayload;
  fcm: FcmPayload;
  webpush: WebPushPayload;
  smtp: EmailPayload;
  sms: SmsPayload;
}

export interface Outgoing<C extends Channel = Channel> {
  /** Deterministic UUID of (dispatch, recipient); the same on every attempt. */
  messageId: string;
  /** Device token, web push subscription as JSON, e-mail address, or number in E.164. */
  address: string;
  payload: PayloadByChannel[C];
  /** At most 64 bytes; the same value replaces the earlier notification on the device. Web Push hashes it to 32 characters. */
  collapseId: string;
  /** Time to live in seconds, from now. */
  ttlSeconds: number;
  /** When the address was registered; an APNs 410 that is older than it does not kill the token. */
  registeredAt?: Date;
  /** E-mail: the envelope's sender (MAIL FROM), to which bounces return; the message's own sender when absent. */
  returnPath?: string;
  /** SMS: where the provider reports what became of the message; nowhere when absent. */
  reportUrl?: string;
}

/** `code` is the provider's own (its status, reason or number), `reason` a stable name of ours such as INVALID_TOKEN. */
export type Outcome =
  | { kind: 'sent'; providerId?: string }
  | { kind: 'failed'; code: string; reason: string }
  | { kind: 'dead'; code: string; reason: string; raw: string }
  | { kind: 'retry'; code: string; reason: string; afterMs?: number }
  /** Nobody can say whether the provider took it: a time-out, a reset, an answer cut short. */
  | { kind: 'unknown'; code: string; reason: string };

export interface BatchReport {
  /** Same length and order as the batch. */
  outcomes: Outcome[];
  /** The account must rest: wrong credentials or a wrong request. Recipients it struck are `retry` in `outcomes`. */
  pause?: PauseReason;
  /** The provider asks for patience with the whole account, in ms. */
  slow?: { code: string; why: string; ms: number };
}

export interface PauseReason {
  code: string;
  why: string;
  /** The same answer comes for a passing fault of the provider, and trying it again harms nobody. */
  isTransient?: boolean;
}

export interface Sender<C extends Channel = Channel> {
  readonly channel: C;
  /** What this provider can do about a message whose fate is unknown after a crash. */
  readonly unconfirmedPolicy: 'repeat' | 'ask' | 'give-up';
  /**
   * Never throws for an item. Settles within a deadline of its own per item, whatever the provider does.
   *
   * @param isUrgent  goes before what waits of batches that are not
   */
  send(account: Account<C>, batch: readonly Outgoing<C>[], isUrgent?: boolean): Promise<BatchReport>;
  /** Only where `doubt` is 'ask': true when the provider holds a message for this item that left at or after `since`. */
  hasAccepted?(account: Account<C>, item: Outgoing<C>, since: Date): Promise<boolean>;
  /** Ends idle connections; in-flight sends finish first. */
  close(): Promise<void>;
}

import type { Readable } from 'node:stream';
import type { ChatPayload, WhatsAppPayload } from '#libs/channels/definitions';

/**
 * Payloads as the content module renders them. Recipients with the same content share one object, so a sender may cache
 * by identity.
 */
export interface ApnsPayload {
  /** The JSON body: `aps` and custom keys. */
  body: Record<string, unknown>;
  /** A live activity goes to a token of its own, under a topic of its own. */
  pushType: 'alert' | 'background' | 'liveactivity';
  priority: 5 | 10;
}
export interface FcmPayload {
  /**
   * The `message` object of FCM v1 without `token`. The sender adds token, `android.notification.tag` and
   * `android.ttl`; to a data message `data.tag`.
   */
  message: Record<string, unknown>;
  /** The app draws the notification, so it needs the tag under which a later one replaces it. */
  isDrawnByApp?: true;
}
/** A message of Push Kit in parts. `toHmsMessage` joins them with the values of a recipient. */
export interface HmsPayload {
  /** Custom keys. The message has them as one text. */
  data: Record<string, unknown>;
  /** `AndroidConfig`. Without `notification` the app gets the data alone. */
  android: { urgency?: 'HIGH' | 'NORMAL'; notification?: Record<string, unknown> };
  /** At most three. */
  buttons: { name: string; action_type: 0; data: Record<string, unknown> }[];
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
/** A file of an e-mail. If the HTML shows it as `cid:<name>`, it becomes an inline part with a Content-ID of its own. */
export interface MailAttachment {
  name: string;
  /** Media type. */
  type: string;
  /** Bytes before transfer encoding. */
  size: number;
  /** Opens a new stream of the whole content. */
  open(): Readable;
}
export interface SmsPayload {
  body: string;
  /** Segments of the text. The rate limit of a sender counts them. */
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
  hms: HmsPayload;
  whatsapp: WhatsAppPayload;
  chat: ChatPayload;
}

import type { MessagePolicy } from './message-policy.js';
import type { Platform } from './platforms.js';
import type {
  MessageBlock,
  IosPart,
  AndroidPart,
  Click,
  LiveActivity,
  LanguagePart,
  ButtonSet,
  WhatsAppPart,
} from './message-part.types.js';
import type { JsonObject } from './json.types.js';

/**
 * The normal form of a message. Requests of all kinds are read into it, and a dispatch stores it. It is plain JSON
 * without nulls and `false`: absent fields are absent.
 */
export interface Message {
  /** Campaign name in the panel. Web push and e-mail show it when they have no other title. */
  title?: string;
  /** Default text; body of an e-mail (HTML) or SMS. */
  text?: string;
  platforms: Platform[];
  /** The language of its texts; absent: placeholders alone. */
  templates?: 'liquid';
  /** The blocks that its templates render, as they were when it was accepted. No request has them. */
  blocks?: Record<string, MessageBlock>;
  /** Nothing is displayed: a definition without title or text (decisions, section 5). */
  silent?: true;
  ios: IosPart;
  android: AndroidPart;
  click?: Click;
  customJson?: JsonObject;
  liveActivity?: LiveActivity;
  /** An HTML page for the application to show (legacy push, interface, section 9). */
  richPushHtml?: string;
  /** By language name or tag, in the spelling of the request. */
  languages?: Record<string, LanguagePart>;
  /**
   * The only language of a test: what everyone gets, one of `languages`, whatever their own is. Empty: the message
   * itself. No request has it.
   */
  onlyLanguage?: string;
  /** The values of its `params` are secret: results keep its text as it stands, with placeholders. No request has it. */
  isSecret?: true;
  /** The `params` of a secret message as they are stored: sealed, in base64. No request has it. */
  sealedParams?: string;
  personalizedMessage?: string;
  personalizedSubText?: string;
  /** Web push only: users without one of its attributes get no message. */
  personalizedTitle?: string;
  inbox?: boolean;
  /** The inbox content of a campaign: it has no platforms, and every user of the target gets it. No request has it. */
  inboxOnly?: true;
  labels?: string;
  threadId?: string;
  wpChromeImage?: string;
  iconUrl?: string;
  interactionRequired?: true;
  /** Names or ids of categories. Users who opted out of any of them are skipped. */
  categories?: (string | number)[];
  /** Seconds, at most 28 days: the longest time that providers keep a message. */
  ttlSeconds?: number;
  /** Delivered to the application, but not shown in the notification center. */
  doNotNotify?: boolean;
  buttonSet?: ButtonSet;
  /** Web push: button sets per browser platform (interface, section 2.7). */
  buttonSets?: Partial<Record<Platform, ButtonSet>>;
  hook?: { name: string; params: Record<string, string> };
  /** Values for placeholders. They override profile attributes. */
  params?: JsonObject;
  /** Sender address of an e-mail. */
  from?: string;
  senderName?: string;
  subject?: string;
  /** Sender of an SMS. */
  smsHeader?: string;
  /** Its e-mails and text messages also reach users who refused commercial ones: receipts, codes, contractual messages. */
  transactional?: true;
  /** How caps, quiet hours and holdouts take it; absent: its kind and its send decide. */
  policy?: MessagePolicy;
  /** A campaign reaches every user, also those that share an address: invoices and statements. */
  perUser?: true;
  /** `N`: the text message informs; any other value: it is commercial. Wins over `transactional`. */
  smsIysMessageType?: string;
  /** `B`: individuals; `T`: merchants. Kept with the message, and changes nothing. */
  smsIysRecipientType?: string;
  /** `emailIysMessageType` of an e-mail: `B` or `T`. */
  emailIysMessageType?: string;
  emailIysRecipientType?: string;
  whatsapp?: WhatsAppPart;
  /** Tracking of an e-mail or SMS; absent: the setting of the application. */
  tracking?: { opens?: boolean; clicks?: boolean };
}

/** Fields of the definition that a transactional send may override (interface, section 4.3). */
export type SendPart = Pick<
  Message,
  | 'params'
  | 'click'
  | 'customJson'
  | 'ttlSeconds'
  | 'inbox'
  | 'doNotNotify'
  | 'buttonSet'
  | 'buttonSets'
  | 'transactional'
  | 'smsIysMessageType'
  | 'smsIysRecipientType'
  | 'emailIysMessageType'
  | 'emailIysRecipientType'
> & {
  ios: IosPart;
  android: AndroidPart;
  /** Changes by the send in the live activity of its definition. */
  liveActivity?: Partial<Pick<LiveActivity, 'event' | 'state' | 'activity'>>;
};

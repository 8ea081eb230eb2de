import type { PayloadByChannel } from '#libs/channels';
import type { Channel, WhatsAppComponent, WhatsAppMedia, WhatsAppMediaType } from '#libs/channels/definitions';
import type { ItemReader, TemplateGap } from '#libs/templates';
import type { MessagePolicy } from './message-policy.js';
import type { Platform } from './platforms.js';
import type { RenderBudget } from './render-budget.js';
import type { RenderedLinks } from './rendered-links.types.js';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** The action of a tap: a page in a web view, or a place in the application. */
export type Click = { url: string } | { deeplink: string };

/** One page of a carousel or slider. */
export interface Page {
  title?: string;
  content?: string;
  itemImageUrl?: string;
  link?: Click;
}

/** A part that templates render by its name. */
export interface MessageBlock {
  version: number;
  params: string[];
  text: string;
}

/** Content of one mobile platform (interface, section 2.6). */
export interface MobilePart {
  title?: string;
  /** The title comes from a send: it overrides the titles for languages in the definition. */
  titleOfSend?: true;
  subtitle?: string;
  mediaUrl?: string;
  sound?: string;
  thumbnailUrl?: string;
  carousel?: Page[];
  slider?: Page[];
}
export interface IosPart extends MobilePart {
  /** The badge of the application icon; `true` in a request is 1. */
  badge?: number;
}
export interface AndroidPart extends MobilePart {
  bigText?: string;
  vibration?: boolean;
}

export const ACTIVITY_EVENTS = ['start', 'update', 'end'] as const;
export type ActivityEvent = (typeof ACTIVITY_EVENTS)[number];

/** A live activity of iOS that the message starts, updates or ends, in place of a notification. */
export interface LiveActivity {
  /** The type of its attributes, as the app declares it. */
  type: string;
  event: ActivityEvent;
  /** With which it starts. */
  attributes?: JsonObject;
  /** Absent only at the end. */
  state?: JsonObject;
  /** The one of several of its type, as the app registered it; absent: the newest. */
  activity?: string;
}

/** The content of a message on WhatsApp: a template, or its text with a file or alone. */
export interface WhatsAppPart {
  template?: {
    name: string;
    /** The language tag as Meta writes it. */
    language: string;
    /** In place of it, by the names of `Message.languages`. */
    languages?: Record<string, string>;
    components: WhatsAppComponent[];
  };
  media?: WhatsAppMedia & { type: WhatsAppMediaType };
}

export interface LanguagePart {
  title?: string;
  text?: string;
  click?: Click;
}

/** A button: its name, its link, and the attributes that a tap sets on the user (`setAttrOrTag`). */
export interface Button {
  name: string;
  /** The defined name that `name` replaces. */
  replaces?: string;
  url?: string;
  sets?: JsonObject;
}
export interface ButtonSet {
  /** Id of a defined button set. */
  id: number;
  buttons: Button[];
}

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

/** The meaning of a number that a person reads otherwise than a program: a day, a moment, or a number. */
export type ValueKind = 'date' | 'time' | 'number';

/** The settings for rendering a message besides its own content: settings of the application. */
export interface RenderSettings {
  /**
   * Tag of the language of texts that stand under no language, and for recipients whose own language the message does
   * not have; null: none.
   */
  language: string | null;
  /** IANA name, for recipients whose time zone is unknown. */
  timeZone: string;
  /** When the message was launched, in epoch seconds: a live activity ignores what is older than its state. */
  launchedAt: number;
  /**
   * The program that draws notifications on Android; `auto`: the app where the content needs it and the installation
   * can.
   */
  display: 'system' | 'app' | 'auto';
}

export interface RenderRecipient {
  platform: Platform;
  /** The channel of this recipient; needed only on platforms with several (`channelsOf`). */
  channel?: Channel;
  /** Language name or tag of the installation or user. */
  language?: string;
  /** Attributes by code. Only those of `RenderPlan.attributes` are used. */
  profile?: Readonly<Record<string, unknown>>;
  /** Items of catalogs, for templates that look them up: they may differ from one render to the next. */
  items?: ItemReader;
  /** Values for placeholders that this recipient alone has. They override the `params` of the message. */
  params?: JsonObject;
  /** The meanings of numbers among the attributes, by code. */
  kinds?: ReadonlyMap<string, ValueKind>;
  /** IANA name. */
  timeZone?: string;
  /** Android: the app draws the notification of a data message itself. */
  drawsMessages?: boolean;
}

/** Placeholders without a value, and what became of the message. */
export interface RenderGaps {
  /** The names of parameters and attributes, each once. */
  names: string[];
  /** A default of the template stands in the message. */
  hasDefault: boolean;
  /** The plain text stands in place of the personalized one. */
  isPlainText: boolean;
  /** Sub text, a picture or an icon is left out. */
  isLeftOut: boolean;
  /** Places without a value or default, and what a template noted. A place may come up twice. */
  places: GapPlace[];
}

/** @property text  of the message, as its author wrote it */
export interface GapPlace {
  text: string;
  gap: TemplateGap;
}

/** The texts that a recipient sees, for results and the inbox. */
export interface DisplayedText {
  title?: string;
  text?: string;
  subText?: string;
}

/** Why a message cannot be sent to a recipient; a stable name for `errorMsg`. */
export type RenderFailure =
  | 'MISSING_ATTRIBUTE'
  | 'BAD_LINK'
  /** A placeholder of a message that was accepted long ago has no end. */
  | 'BAD_PLACEHOLDER'
  /** A commercial e-mail has no link to unsubscribe, because this installation has no public address. */
  | 'NO_UNSUBSCRIBE_LINK'
  | 'PAYLOAD_TOO_LARGE'
  | 'PLATFORM_NOT_TARGETED'
  /** The template forbids sending to this recipient, who counts as skipped. */
  | 'ABORTED'
  /** With the values of this recipient it takes more time than any message of people does. */
  | 'RENDER_TOO_LONG'
  /** The platform has no provider any more: nothing is sent, and the recipient counts as skipped. */
  | 'NO_PROVIDER';

export type Rendered =
  | {
      [C in Channel]: {
        kind: 'ok';
        channel: C;
        payload: PayloadByChannel[C];
        shown: DisplayedText;
        /** Links of an e-mail or text message. */
        links?: RenderedLinks;
        gaps?: RenderGaps;
      };
    }[Channel]
  | { kind: 'failed'; reason: RenderFailure; gaps?: RenderGaps };

/** The message for a user without attributes on one platform. */
export interface RenderSample {
  platform: Platform;
  channel: Channel;
  /** Android: for installations whose app draws the notification. */
  isDrawn: boolean;
  /** By the message's own name; null: the message itself. */
  language: string | null;
  /** Codes of the attributes that differ from one recipient to the next. */
  attributes: readonly string[];
  rendered: Rendered;
}

/** Renders one stored message for any number of recipients. A plan is bound to the `params` of its message. */
export interface RenderPlan {
  /** True if `render` reads `profile`. If not, profiles need not be fetched. */
  readonly needsProfile: boolean;
  /** True if `render` reads `language`. */
  readonly needsLanguage: boolean;
  /** True if `render` reads items of catalogs. */
  readonly readsItems: boolean;
  /** Codes of the profile attributes in the message. */
  readonly attributes: readonly string[];
  /**
   * Equal results are the same object, so senders may cache by identity. Callers must not change it. Without a budget it
   * never throws.
   */
  render(recipient: RenderRecipient, budget?: RenderBudget): Rendered;
  /**
   * In which language `render` writes to a recipient.
   *
   * @returns names of `Message.languages`; undefined: the message itself. `ownLanguage` is what the recipient decides,
   * and differs where the message has an `onlyLanguage`
   */
  languagesOf(recipient: Pick<RenderRecipient, 'language'>): {
    shown: string | undefined;
    ownLanguage: string | undefined;
  };
  /** One for each platform, channel and language of the message, in this order. */
  listSamples(): RenderSample[];
}

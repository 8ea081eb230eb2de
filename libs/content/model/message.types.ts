import type { Channel, PayloadByChannel } from '#libs/channels';
import type { Platform } from './platforms.js';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** What a tap opens: a page in a web view, or a place in the application. */
export type Click = { url: string } | { deeplink: string };

/** One page of a carousel or slider. */
export interface Page {
  title?: string;
  content?: string;
  itemImageUrl?: string;
  link?: Click;
}

/** What only one mobile platform shows (interface, section 2.6). */
export interface MobilePart {
  title?: string;
  /** The title was given with a send: it stands above those that a definition has for languages. */
  titleOfSend?: true;
  subtitle?: string;
  mediaUrl?: string;
  sound?: string;
  thumbnailUrl?: string;
  carousel?: Page[];
  slider?: Page[];
}
export interface IosPart extends MobilePart {
  /** The number on the application's icon; `true` in a request is 1. */
  badge?: number;
}
export interface AndroidPart extends MobilePart {
  bigText?: string;
  vibration?: boolean;
}

export interface LanguagePart {
  title?: string;
  text?: string;
  click?: Click;
}

/** One button: the name shown, where it leads, and what a tap sets on the user (`setAttrOrTag`). */
export interface Button {
  name: string;
  /** The defined name that `name` stands in for. */
  replaces?: string;
  url?: string;
  sets?: JsonObject;
}
export interface ButtonSet {
  /** Of a button set that the application has defined. */
  id: number;
  buttons: Button[];
}

/**
 * A message in its normal form: what bulk sends, definitions and direct sends are read into, and what a dispatch
 * freezes. Plain JSON, so it can be stored and read back as it is. Absent means absent: no nulls, no `false`.
 */
export interface Message {
  /** Campaign name in the panel; web push and e-mail show it when nothing else is given. */
  title?: string;
  /** Default text shown; body of an e-mail (HTML) or SMS. */
  text?: string;
  platforms: Platform[];
  /** No visible part: a definition without title or text (decisions, section 5). */
  silent?: true;
  ios: IosPart;
  android: AndroidPart;
  click?: Click;
  customJson?: JsonObject;
  /** A page of its own for the application to show (legacy push, interface, section 9). */
  richPushHtml?: string;
  /** By language name or tag, as the request spells it. */
  languages?: Record<string, LanguagePart>;
  personalizedMessage?: string;
  personalizedSubText?: string;
  /** Web push only: a user who lacks an attribute of it gets nothing. */
  personalizedTitle?: string;
  inbox?: boolean;
  labels?: string;
  threadId?: string;
  wpChromeImage?: string;
  iconUrl?: string;
  interactionRequired?: true;
  /** Names or ids of categories; who opted out of any is left out. */
  categories?: (string | number)[];
  /** Seconds, at most 28 days: no provider keeps a message longer. */
  ttlSeconds?: number;
  /** Delivered to the application, kept from the notification center. */
  doNotNotify?: boolean;
  buttonSet?: ButtonSet;
  /** Web push: sets of their own per browser platform (interface, section 2.7). */
  buttonSets?: Partial<Record<Platform, ButtonSet>>;
  hook?: { name: string; params: Record<string, string> };
  /** Values for placeholders; they win over profile attributes. */
  params?: JsonObject;
  /** Sender address of an e-mail. */
  from?: string;
  senderName?: string;
  subject?: string;
  /** Sender of an SMS. */
  smsHeader?: string;
  /** A definition whose e-mails and text messages go also to who wants none: receipts, codes, what a contract asks for. */
  transactional?: true;
  /** What is followed of an e-mail or SMS; absent: as the application has it. */
  tracking?: { opens?: boolean; clicks?: boolean };
}

/** What one transactional send may change in its definition (interface, section 4.3). */
export type SendPart = Pick<
  Message,
  'params' | 'click' | 'customJson' | 'ttlSeconds' | 'inbox' | 'doNotNotify' | 'buttonSet' | 'buttonSets'
> & { ios: IosPart; android: AndroidPart };

export interface RenderRecipient {
  platform: Platform;
  /** The one that reaches this recipient; needed only where a platform has several (`channelsOf`). */
  channel?: Channel;
  /** Language name or tag of the installation or user. */
  language?: string;
  /** Attributes by code; only those of `RenderPlan.attributes` are read. */
  profile?: Readonly<Record<string, unknown>>;
}

/** The words a recipient sees, for results and the inbox. */
export interface DisplayedText {
  title?: string;
  text?: string;
  subText?: string;
}

/** Why a recipient cannot be sent to; a stable name for `errorMsg`. */
export type RenderFailure =
  | 'MISSING_ATTRIBUTE'
  | 'BAD_LINK'
  | 'PAYLOAD_TOO_LARGE'
  | 'PLATFORM_NOT_TARGETED'
  /** Nobody delivers to this platform any more: nothing was tried, so the recipient counts as skipped. */
  | 'NO_PROVIDER';

export type Rendered =
  | { [C in Channel]: { kind: 'ok'; channel: C; payload: PayloadByChannel[C]; shown: DisplayedText } }[Channel]
  | { kind: 'failed'; reason: RenderFailure };

/** Renders one frozen message for any number of recipients. Not for two messages: `params` are bound in. */
export interface RenderPlan {
  /** Whether `render` reads `profile` at all; if not, profiles need not be fetched. */
  readonly needsProfile: boolean;
  /** Whether `render` reads `language` at all. */
  readonly needsLanguage: boolean;
  /** Codes of the profile attributes that the message refers to. */
  readonly attributes: readonly string[];
  /**
   * Never throws. The same rendering gives the same object (identity, not only equality), so senders may cache by it;
   * callers must not change it.
   */
  render(recipient: RenderRecipient): Rendered;
}

import type { WhatsAppComponent, WhatsAppMedia, WhatsAppMediaType } from '#libs/channels/definitions';
import type { JsonObject } from './json.types.js';

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

import type { components } from '../../../../openapi/panel.d.ts';

type Schemas = components['schemas'];

/** The shapes of `sendBulkNotification`, as far as the composer writes them. */
export interface Message {
  title: string;
  /** Absent: a mail stands in its place. */
  text?: string;
  platforms: string[];
  ios?: IosPart;
  android?: AndroidPart;
  personalizedTitle?: string;
  click?: Click;
  iconUrl?: string;
  wpChromeImage?: string;
  /** Beside its id the address of each button, by its name. */
  buttonSet?: { id: number; [button: string]: string | number };
  threadId?: string;
  personalizedSubText?: string;
  interactionRequired?: boolean;
  doNotNotify?: boolean;
  inbox?: boolean;
  transactional?: boolean;
  perUser?: boolean;
  /** A webhook that gets the results. */
  hook?: { name: string };
  /** Sender of a text message. */
  smsHeader?: string;
  /** The application gets it as it is. */
  customJson?: Record<string, unknown>;
  whatsapp?: WhatsAppPart;
  subject?: string;
  from?: string;
  senderName?: string;
  /** Label of the reports. */
  labels?: string;
  /** Names of categories. */
  categories?: string[];
  /** A number followed by `d`, `h` or `m`. */
  ttl?: string;
  /** By the name of the language. */
  languages?: Record<string, LanguagePart>;
}
/** A template with its values, as the Cloud API takes them. */
export interface WhatsAppPart {
  template: { name: string; language: string; components?: WhatsAppComponent[] };
}
export interface WhatsAppComponent {
  type: 'header' | 'body' | 'button';
  sub_type?: 'url' | 'copy_code';
  index?: string;
  parameters: WhatsAppParameter[];
}
export interface WhatsAppParameter {
  type: 'text' | 'coupon_code' | 'image' | 'video' | 'document';
  text?: string;
  parameter_name?: string;
  coupon_code?: string;
  image?: { link: string };
  video?: { link: string };
  document?: { link: string };
}
export interface MobilePart {
  title?: string;
  subtitle?: string;
  mediaUrl?: string;
  /** A name among the sounds of the application. */
  sound?: string;
  thumbnailUrl?: string;
  carousel?: MessagePage[];
  slider?: MessagePage[];
}
export interface IosPart extends MobilePart {
  badge?: number;
}
export interface AndroidPart extends MobilePart {
  bigText?: string;
  vibration?: boolean;
}
export interface MessagePage {
  title?: string;
  content?: string;
  itemImageUrl?: string;
  clickAction?: { url?: string; deepLinkUrl?: string };
  /** In its place, where the message was stored. */
  link?: { url?: string; deeplink?: string };
}
export type Click = { url: string } | { deeplink: string };
export interface LanguagePart {
  title?: string;
  text?: string;
  click?: Click;
}
/** A message, and the mail that its text is made from. */
export interface Written {
  message: Message;
  mail?: Schemas['ComposedMailDto'];
}
export interface ComposedCampaign extends Written {
  target: object;
  /** With `localTimezone` a time of each recipient's own clock, without an offset. */
  schedule?: {
    startTime: string;
    localTimezone?: true;
    ifLate?: string;
    repeat?: string;
    until?: string;
    except?: string[];
    notWithin?: string;
    recipients?: { from?: number; to?: number };
  };
  /** Further contents, in the order of reach; the first stands in `message` and `mail`. */
  others?: Written[];
  /** How a person with several channels is reached: `all`, `first` or `preferred`. */
  reach?: string;
  /** A number followed by `d`, `h` or `m`. */
  within?: string;
  /** `lastActive`, or the code of an attribute. */
  preferredBy?: string;
  /** One of both is missing while it is typed. */
  speed?: { packageSize?: number; intervalMins?: number };
  limit?: number;
  /** `holdout`: a share such as `10%`. */
  options?: { holdout?: string; priority?: string };
}

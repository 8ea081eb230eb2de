import type { PayloadByChannel } from '#libs/channels';
import type { Channel } from '#libs/channels/definitions';
import type { ItemReader, TemplateGap } from '#libs/templates';
import type { Platform } from './platforms.js';
import type { RenderBudget } from './render-budget.js';
import type { RenderedLinks } from './rendered-links.types.js';
import type { JsonObject } from './json.types.js';

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

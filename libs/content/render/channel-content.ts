import type { PayloadByChannel } from '#libs/channels';
import type { Channel } from '#libs/channels/definitions';
import type { Message } from '../model/message.types.js';
import type { LanguagePart } from '../model/message-part.types.js';
import type { DisplayedText, RenderFailure } from '../model/render.types.js';
import type { RenderedLinks } from '../model/rendered-links.types.js';
import type { Platform } from '../model/platforms.js';
import type { PlaceholderFiller } from '#libs/content/template';

/** The differences between recipients besides their attributes. */
export interface RenderVariant {
  platform: Platform;
  /** One of `channelsOf(platform)`. */
  channel: Channel;
  /** One of the languages of the message, by its own name; undefined: the message itself. */
  language: string | undefined;
  /** Android: the app draws the notification. */
  isDrawn?: boolean;
}

/** A payload, what its recipient sees of it, and the links of an e-mail or text message; or why there is none. */
export type RenderedContent<C extends Channel> =
  | { payload: PayloadByChannel[C]; shown: DisplayedText; links?: RenderedLinks; failure?: undefined }
  | { failure: RenderFailure };

/**
 * How large a payload is.
 *
 * @property bytes  of what the provider counts; of an e-mail its subject, text and HTML
 * @property limit  bytes that fit, without what the sender adds; null: another limit holds
 */
export interface PayloadSize {
  bytes: number;
  limit: number | null;
}

/** The rendering of a message by a channel. The table of `channel-contents.ts` has one for each. */
export interface ChannelContent<C extends Channel> {
  /** @param language  the part of the recipient's language; undefined: the message itself */
  render(
    message: Message,
    variant: RenderVariant,
    language: LanguagePart | undefined,
    filler: PlaceholderFiller,
    launchedAt: number,
  ): RenderedContent<C>;
  /** By the rule of its provider. */
  measure(payload: PayloadByChannel[C]): PayloadSize;
  /**
   * Refuses a message that lacks what the channel needs.
   *
   * @param nameOf  a field as the request wrote it, for errors
   * @throws AppError
   */
  check?(message: Message, nameOf: (field: string) => string): void;
  /** Tests if the message may leave only while its recipient may be answered (`sessionMs` of the channel). */
  needsSession?(message: Message): boolean;
  /** Reads the inbox data of a push: the values of its payload that the inbox keeps, by name. */
  readInboxData?(payload: PayloadByChannel[C]): unknown;
}

export function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

import { type ChosenFrequency, EMAIL_FREQUENCIES, TOPIC_CHANNELS, type TopicChannel } from '#libs/channels/definitions';
import type { MessagePolicy } from '#libs/content';
import type { Cap, Place } from './policy.types.js';

/** Caps of one application, and so the slots. Two bits of each, and four of the choices of persons, fit into a safe integer. */
export const MAX_CAPS = 20;

/** A message as caps see it. */
export interface CappedMessage {
  policy: MessagePolicy;
  topicIds: readonly number[];
  /** null: none that a topic names. */
  channel: TopicChannel | null;
}

/** The bit of marketing by e-mail, which counts for every choice of a person alike. Each choice holds back by its own. */
const CHOICE_BIT = 2 ** (2 * MAX_CAPS);

/** The windows of the choices of persons. They roll. */
const CHOICE_WINDOWS = { day: '1d', week: '7d', month: '30d' };

/** The caps that people choose for themselves, behind the slots of the application. Earlier e-mails count for a new choice. */
export const CHOICE_CAPS: readonly Cap[] = EMAIL_FREQUENCIES.map((frequency, index) => ({
  entry: { name: `emailFrequency: ${frequency}`, most: 1, per: CHOICE_WINDOWS[frequency], channels: ['EMAIL'] },
  slot: MAX_CAPS + index,
  since: new Date(0).toISOString(),
  topicIds: [],
  chosen: frequency,
}));

/** The bit of a cap for which a message counts. */
export function countBit({ slot }: Pick<Cap, 'slot'>): number {
  return slot < MAX_CAPS ? 2 ** slot : CHOICE_BIT;
}

/** The bit of a cap that may hold a message back. */
export function holdBit({ slot }: Pick<Cap, 'slot'>): number {
  return slot < MAX_CAPS ? 2 ** (slot + MAX_CAPS) : CHOICE_BIT * 2 ** (slot - MAX_CAPS + 1);
}

/**
 * The bits of the caps that a message counts for, and of those that may hold it back; 0: none.
 *
 * @param chosen  by the person: of the caps of choices that one alone holds back
 */
export function marksOf(caps: readonly Cap[], message: CappedMessage, chosen: ChosenFrequency = 'always'): number {
  const { policy } = message;
  if (policy === 'exempt') {
    return 0;
  }
  const bits = caps
    .filter((cap) => concerns(cap, message))
    .flatMap((cap) => {
      const holds = cap.chosen ? cap.chosen === chosen : (cap.entry.binds ?? ['marketing']).includes(policy);
      return holds ? [countBit(cap), holdBit(cap)] : [countBit(cap)];
    });
  // Choices share the bit that counts.
  return [...new Set(bits)].reduce((marks, bit) => marks + bit, 0);
}

/** Tests if a message counts for the choices of persons. */
export function asksChoices(caps: readonly Cap[], message: CappedMessage): boolean {
  return caps.some((cap) => cap.chosen !== undefined && concerns(cap, message));
}

/** Lists the caps that may hold back a message with these marks. */
export function listHolding(caps: readonly Cap[], marks: number): Cap[] {
  return caps.filter((cap) => hasBit(marks, holdBit(cap)));
}

/** Tests a bit of marks, which have more than 32. */
export function hasBit(marks: number, bit: number): boolean {
  return Math.floor(marks / bit) % 2 === 1;
}

/** Names the message of a dispatch on a channel. The devices of a user get one message, each address one of its own. */
export function messageNumber(dispatchId: number, channel: TopicChannel | null): number {
  return dispatchId * MESSAGE_CHANNELS + (channel === null ? 0 : TOPIC_CHANNELS[channel]);
}

/** Takes the dispatch out of the number of a message. */
export function dispatchOf(message: number): number {
  return Math.floor(message / MESSAGE_CHANNELS);
}

/** Channels of one dispatch in `messageNumber`. */
export const MESSAGE_CHANNELS = 8;
/** Channels on which all devices of a user get one message. */
export const DEVICE_CHANNELS: readonly number[] = [TOPIC_CHANNELS.PUSH, TOPIC_CHANNELS.WEB_PUSH];

/** Names a message of a user: all devices of a user get one, each address one of its own. */
export function messageKey({ message, recipientId }: Pick<Place, 'message' | 'recipientId'>): string {
  return DEVICE_CHANNELS.includes(message % MESSAGE_CHANNELS) ? `${message}` : `${message} ${recipientId}`;
}

export function countMessages(places: readonly Place[]): number {
  return new Set(places.map(messageKey)).size;
}

function concerns({ entry, topicIds, chosen }: Cap, message: CappedMessage): boolean {
  if (chosen !== undefined && message.policy !== 'marketing') {
    return false;
  }
  const isOnChannel = !entry.channels || entry.channels.some((channel) => channel === message.channel);
  return isOnChannel && (!entry.topics || topicIds.some((id) => message.topicIds.includes(id)));
}

import type { Message, MobilePart } from '../../api/compose/message.js';
import { readTypedJson } from '../../api/compose/typed-json.js';

/** Typed fields of a push beside its texts. Empty: there is none. */
export interface Extras {
  /** The second line of the title on a phone. */
  subtitle: string;
  /** A name among the sounds of the application. */
  sound: string;
  /** Notifications of one thread are shown as a group. */
  thread: string;
  /** JSON that the application gets as it is. */
  custom: string;
}

export function newExtras(): Extras {
  return { subtitle: '', sound: '', thread: '', custom: '' };
}

/** The part of them that phones show. */
export function mobileExtrasOf({ subtitle, sound }: Extras): MobilePart {
  return {
    ...(subtitle.trim() !== '' && { subtitle: subtitle.trim() }),
    ...(sound.trim() !== '' && { sound: sound.trim() }),
  };
}

/** The part of them that the message has. */
export function messageExtrasOf({ thread, custom }: Extras): Pick<Message, 'threadId' | 'customJson'> {
  const customJson = customOf(custom);
  return {
    ...(thread.trim() !== '' && { threadId: thread.trim() }),
    ...(customJson && { customJson }),
  };
}

/** The reverse of both. */
export function extrasOf(
  message: Pick<Partial<Message>, 'ios' | 'android' | 'threadId' | 'customJson'> | undefined,
): Extras {
  const { ios, android, threadId = '', customJson } = message ?? {};
  return {
    subtitle: ios?.subtitle ?? android?.subtitle ?? '',
    sound: ios?.sound ?? android?.sound ?? '',
    thread: threadId,
    custom: customJson === undefined ? '' : JSON.stringify(customJson, null, 2),
  };
}

/** Tests if the application could not get what was typed: no object of JSON, or a number that loses digits. */
export function isCustomBroken({ custom }: Pick<Extras, 'custom'>): boolean {
  return custom.trim() !== '' && customOf(custom) === undefined;
}

function customOf(custom: string): Record<string, unknown> | undefined {
  const value = readTypedJson(custom);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

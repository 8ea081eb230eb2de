import type { Message, Rendered } from '#libs/content';
import type { ValueSealer } from '#libs/users/profiles';

/** The purpose of the seals of stored texts. */
export const SHOWN_TEXT_PURPOSE = 'results';

/** A text as a result row has it: an object, or sealed where the application has sealed attributes. */
export type StoredText = { text: string } | string;

/**
 * The text that a recipient is sent, as JSON of `StoredText`; undefined where it is that of the message, or has a
 * secret. The HTML of an e-mail is not kept: it may be 1 MB.
 */
export function toStoredText(
  { channel, shown }: Extract<Rendered, { kind: 'ok' }>,
  message: Message,
  seal: ValueSealer | undefined,
): string | undefined {
  const { text } = shown;
  if (channel === 'smtp' || message.isSecret || text === undefined || text === message.text) {
    return undefined;
  }
  const stored: StoredText = seal ? seal.sealText(JSON.stringify({ text })) : { text };
  return JSON.stringify(stored);
}

/** @param opener  of an application with sealed texts */
export function readStoredText(stored: StoredText, opener: ValueSealer | undefined): string | null {
  if (typeof stored !== 'string') {
    return stored.text;
  }
  return opener ? (JSON.parse(opener.openText(stored)) as { text: string }).text : null;
}

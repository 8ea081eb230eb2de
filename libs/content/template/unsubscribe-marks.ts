import type { Message } from '../model/message.types.js';
import { listPlaceholders } from './placeholder-uses.js';
import { collectTexts } from './tracked-links.js';

/**
 * The placeholder of the unsubscribe link, and the mark that stands for it until the link of the recipient is known.
 */
export const UNSUBSCRIBE_NAME = 'unsubscribeUrl';
export const UNSUBSCRIBE_MARK = 'https://unsubscribe.invalid/';
/** The mark as a part of another address. */
const ENCODED_MARK = encodeURIComponent(UNSUBSCRIBE_MARK);

/** A mark in a filled text. @property isEncoded  it is a part of another address */
export interface FoundMark {
  start: number;
  end: number;
  isEncoded: boolean;
}

/** Tests if a mark may stand in a filled message. */
export function mayHaveMarks(message: Message): boolean {
  return (
    listPlaceholders(message).some(({ name }) => name === UNSUBSCRIBE_NAME) ||
    collectTexts(message).some((text) => text.includes(UNSUBSCRIBE_MARK) || text.includes(ENCODED_MARK))
  );
}

/** Finds the marks in a filled text, in order. */
export function findMarks(text: string): FoundMark[] {
  const marks: FoundMark[] = [];
  for (const [mark, isEncoded] of [[UNSUBSCRIBE_MARK, false] as const, [ENCODED_MARK, true] as const]) {
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length)) {
      marks.push({ start: at, end: at + mark.length, isEncoded });
    }
  }
  return marks.toSorted((a, b) => a.start - b.start);
}

/** A text or address with the link of the recipient in place of its marks. */
export function fillMarks(text: string, link: string): string {
  return text.replaceAll(UNSUBSCRIBE_MARK, () => link).replaceAll(ENCODED_MARK, () => encodeURIComponent(link));
}

import type { FilledText } from './rendered-links.types.js';
import { countSmsSegments, type SmsSegments } from './sms-segments.js';

/**
 * A text with composed characters (Unicode, NFC). An accent of its own is in no alphabet of GSM-7, and would make a text
 * message of 160 characters one of 70. Links stay as they are: they would open another address.
 */
export function composeText(filled: FilledText): FilledText {
  const { text, links, end } = filled;
  if (text.normalize('NFC') === text) {
    return filled;
  }
  let composed = '';
  let at = 0;
  const moved = links.map((link) => {
    composed += text.slice(at, link.start).normalize('NFC');
    const start = composed.length;
    composed += text.slice(link.start, link.end);
    at = link.end;
    return { ...link, start, end: composed.length };
  });
  const content = composed + text.slice(at, end).normalize('NFC');
  return { text: content + text.slice(end).normalize('NFC'), links: moved, end: content.length };
}

/** Counts the segments of a text that is not filled yet, in the form in which it leaves. */
export function countWrittenSegments(text: string): SmsSegments {
  return countSmsSegments(text.normalize('NFC'));
}

import { cleanObject, type Json } from '#libs/content';
import { isNestedWithin } from '#platform/collections';
import type { LiveAnswer } from './live-source.types.js';

/** Objects and lists within each other. */
const MOST_LEVELS = 20;
const JSON_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

/**
 * Reads the body of an answer: JSON in UTF-8, with clean texts and without keys that mean something to JavaScript.
 *
 * @param contentType  its header; undefined: it has none
 */
export function readLiveAnswer(contentType: string | undefined, body: Buffer): LiveAnswer {
  if (contentType === undefined || !JSON_TYPE.test(contentType)) {
    return { failure: 'NOT_JSON' };
  }
  const charset = CHARSET.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'utf8') {
    return { failure: 'BAD_CHARSET' };
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return { failure: 'BAD_CHARSET' };
  }
  if (!isNestedWithin(text, MOST_LEVELS)) {
    return { failure: 'TOO_DEEP' };
  }
  try {
    const { value = null } = cleanObject({ value: JSON.parse(text) as unknown });
    return toAnswer(value);
  } catch {
    return { failure: 'NOT_JSON' };
  }
}

/** An answer without a value is none: its template would print a blank. */
function toAnswer(value: Json): LiveAnswer {
  return value === null ? { failure: 'NO_VALUE' } : { value };
}

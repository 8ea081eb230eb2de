import { malformed } from '#platform/errors';
import { joinPath, type Form } from './form.js';

export const MAX_HEADERS = 20;
const MAX_HEADER_LENGTH = 2000;
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** Printable; a line break would begin another header. */
const HEADER_VALUE = /^[\x20-\x7e]*$/;
/** Headers that belong to the connection, or that Herald sets. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

/**
 * Reads the headers of requests to a server of the application, `headers`, in lower case.
 *
 * @returns undefined: the form has none
 * @throws AppError malformed with the path of the fault
 */
export function readHeaders(form: Form): Record<string, string> | undefined {
  const value = form.value('headers');
  if (value === undefined) {
    return undefined;
  }
  const path = joinPath(form.path, 'headers');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed(`${path} should be a map`);
  }
  const entries = Object.entries(value as Record<string, unknown>);
  if (entries.length > MAX_HEADERS) {
    throw malformed(`${path} holds more than ${MAX_HEADERS} headers`);
  }
  const headers: Record<string, string> = {};
  for (const [name, text] of entries) {
    const lowered = name.toLowerCase();
    if (!HEADER_NAME.test(name) || OWN_HEADERS.has(lowered) || Object.hasOwn(headers, lowered)) {
      throw malformed(`${path} has a name that no request may have there, or has it twice`);
    }
    if (typeof text !== 'string' || text.length > MAX_HEADER_LENGTH || !HEADER_VALUE.test(text)) {
      throw malformed(
        `${joinPath(path, lowered)} should be a printable text of at most ${MAX_HEADER_LENGTH} characters`,
      );
    }
    headers[lowered] = text;
  }
  return headers;
}

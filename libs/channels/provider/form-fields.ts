import type { CallbackRequest } from './callback.types.js';

/** Fields of a form; a repeated field is a list. */
export type FormFields = Record<string, string | string[]>;

const MAX_FIELDS = 200;

/** Reads a body of `application/x-www-form-urlencoded`. Undefined for another type, and for too many fields. */
export function readFormFields({ headers, body }: CallbackRequest): FormFields | undefined {
  if (!/^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    return undefined;
  }
  const entries = [...new URLSearchParams(body.toString('utf8'))];
  if (entries.length > MAX_FIELDS) {
    return undefined;
  }
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of entries) {
    const previous = fields.get(name);
    fields.set(name, previous === undefined ? value : [previous, value].flat());
  }
  return Object.fromEntries(fields);
}

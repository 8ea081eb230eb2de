import type { AppError } from '#platform/errors';
import type { ImportRefusal } from '../model/import.types.js';

const MAX_FIELD = 100;
const MAX_REASON = 300;
const FIELD = /^(?:Field|Column) '([^']*)'/;
const REQUIRED = /^(\S+) is required/;
const UNDEFINED = /^Profile attribute '([^']*)'/;
/** Messages end with the value at fault, if they name it. */
const VALUE = /,? not '.*$/s;

/** What is kept of a refused line: the field at fault and the reason, without the value. */
export function toRefusal(line: number, { message }: Pick<AppError, 'message'>): ImportRefusal {
  const attribute = UNDEFINED.exec(message)?.[1];
  const field = FIELD.exec(message)?.[1] ?? REQUIRED.exec(message)?.[1];
  return {
    line,
    field: (attribute === undefined ? (field ?? '') : `profile.${attribute}`).slice(0, MAX_FIELD),
    reason: message.replace(VALUE, '').slice(0, MAX_REASON),
  };
}

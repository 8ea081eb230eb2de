import type { AppError } from '#platform/errors';
import type { ImportRefusal } from '../model/import.types.js';

const MAX_FIELD = 100;
const MAX_REASON = 300;
/** Messages end with the value at fault, if they name it. */
const VALUE = /,? not '.*$/s;

/** What is kept of a refused line: the field at fault and the reason, without the value. */
export function toRefusal(line: number, { field = '', message }: Pick<AppError, 'field' | 'message'>): ImportRefusal {
  return { line, field: field.slice(0, MAX_FIELD), reason: message.replace(VALUE, '').slice(0, MAX_REASON) };
}

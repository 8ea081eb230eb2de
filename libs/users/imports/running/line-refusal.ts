import type { AppError } from '#platform/errors';
import { toStorable } from '#platform/validation';
import type { ImportRefusal, LineFault } from '../model/import.types.js';

const MAX_FIELD = 100;
const MAX_REASON = 300;
const MAX_FAULTS = 20;
/** Messages end with the value at fault, if they name it. */
const VALUE = /,? not '.*$/s;

/** Record of a refused line: each field at fault and the reason, without the value. */
export function toRefusal(line: number, faults: readonly Pick<AppError, 'field' | 'message'>[]): ImportRefusal {
  const unique = new Map(faults.map(toLineFault).map((fault) => [`${fault.field}\n${fault.reason}`, fault]));
  const [first = { field: '', reason: '' }, ...furtherFaults] = [...unique.values()].slice(0, MAX_FAULTS);
  return { line, ...first, furtherFaults };
}

function toLineFault({ field = '', message }: Pick<AppError, 'field' | 'message'>): LineFault {
  return {
    field: toStorable(field.slice(0, MAX_FIELD)),
    reason: toStorable(message.replace(VALUE, '').slice(0, MAX_REASON)),
  };
}

import type { UserHead } from '../api/types.js';
import type { Formats } from '../i18n/formats.js';

type AttributeType = UserHead['attributes'][number]['type'];

const DAY_MS = 86_400_000;

/** A value as it is read: a time is milliseconds since 1970 where it is stored. */
export function attributeText(type: AttributeType, value: unknown, f: Formats): string {
  if (Array.isArray(value)) {
    return value.map((element) => attributeText(type, element, f)).join(', ');
  }
  const iso = isoOf(type, value);
  if (iso !== undefined) {
    return type === 'DATE' ? f.date(iso) : f.moment(iso);
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A value as it is typed: a time as ISO 8601, which the server takes as well. */
export function attributeInput(type: AttributeType, value: unknown): string {
  return isoOf(type, value) ?? (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));
}

/** @returns undefined: it is no time */
function isoOf(type: AttributeType, value: unknown): string | undefined {
  if (typeof value !== 'number') {
    return undefined;
  }
  if (type === 'DATE') {
    // Clients send the midnight of their own zone, which is at most half a day from that of the day.
    return new Date(Math.round(value / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
  }
  return type === 'TIME_STAMP' ? new Date(value).toISOString() : undefined;
}

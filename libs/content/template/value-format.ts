import { LruCache } from '#platform/collections';
import { readTimeZone, toDay } from '#platform/spelling';
import type { ValueKind } from '../model/render.types.js';

/** A value as a person reads it, and as a program does: in links and in addresses of pictures. */
export interface Value {
  text: string;
  raw: string;
  /** The value itself, for templates that compute with it. */
  data?: unknown;
  /** It comes from the template itself, whose author wrote it in the language of the template. */
  isDefault?: true;
  /** An address that Herald makes: it has no character that could end a string of code. */
  isOwnLink?: true;
}

type Format = (value: number) => string;

/** More than the languages and zones of one campaign. A formatter takes far longer to make than to use. */
const CACHE_SIZE = 500;
const formats = new LruCache<string, Format>({ max: CACHE_SIZE });
/** Spaces that do not break. They would make a text message twice as long: they are not in the alphabet of GSM. */
const SPECIAL_SPACES = /[\u00a0\u202f]/g;

/**
 * Writes a number, a day (epoch milliseconds of a midnight) or a moment (epoch milliseconds) for a language. Numbers
 * below 10,000 have no separators: they may be years.
 *
 * @param language  a language tag; an unknown one is English
 * @param timeZone  an IANA name or an offset, of moments; an unknown one is UTC
 */
export function formatValue(value: number, kind: ValueKind, language: string, timeZone: string): string {
  const zone = kind === 'time' ? timeZone : 'UTC';
  const key = `${kind} ${language} ${zone}`;
  const format = formats.get(key) ?? createFormat(kind, findLocale(language), zone);
  formats.set(key, format);
  try {
    return format(kind === 'date' ? toDay(value) : value).replace(SPECIAL_SPACES, ' ');
  } catch {
    // No calendar has this day.
    return String(value);
  }
}

function createFormat(kind: ValueKind, locale: string, zone: string): Format {
  if (kind === 'number') {
    const format = new Intl.NumberFormat(locale, { useGrouping: 'min2', maximumFractionDigits: 6 });
    return (value) => format.format(value);
  }
  const style: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeZone: readTimeZone(zone) ?? 'UTC' };
  const format = new Intl.DateTimeFormat(locale, kind === 'time' ? { ...style, timeStyle: 'short' } : style);
  return (value) => format.format(value);
}

function findLocale(language: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

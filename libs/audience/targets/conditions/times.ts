const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const MAX_DAYS = 3650;
const SPAN = /^(\d{1,5})([hd])$/;
const OFFSET = /^([+-]?)(\d{1,5})([hd])$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** A span of hours or days such as `12h` or `30d` in milliseconds; undefined for another text, and for over ten years. */
export function toSpanMs(text: unknown): number | undefined {
  const [, count, unit] = (typeof text === 'string' ? SPAN.exec(text) : null) ?? [];
  const ms = Number(count ?? 0) * (unit === 'h' ? HOUR_MS : DAY_MS);
  return ms > 0 && ms <= MAX_DAYS * DAY_MS ? ms : undefined;
}

/**
 * Hours or days before now (`30d`, `-30d`) or after now (`+7d`) as milliseconds after now; undefined for another text,
 * and for over ten years.
 */
export function toOffsetMs(text: unknown): number | undefined {
  const [, sign, count, unit] = (typeof text === 'string' ? OFFSET.exec(text) : null) ?? [];
  const ms = Number(count ?? NaN) * (unit === 'h' ? HOUR_MS : DAY_MS);
  return ms <= MAX_DAYS * DAY_MS ? (sign === '+' ? ms : -ms) : undefined;
}

/** A day (UTC) or an instant of ISO 8601 in epoch milliseconds: of a day its first instant; undefined for another text. */
export function toInstant(text: unknown): number | undefined {
  const at =
    typeof text !== 'string' ? NaN : Date.parse(DATE.test(text) ? `${text}T00:00:00Z` : INSTANT.test(text) ? text : '');
  return Number.isFinite(at) ? at : undefined;
}

/** The day that the text of an instant begins with, such as `2026-11-29`; undefined for another text. */
export function namedDay(text: unknown): string | undefined {
  return typeof text === 'string' && INSTANT.test(text) ? text.slice(0, 10) : undefined;
}

/** The instant at which a window ends: of a day its end. */
export function toEndInstant(text: unknown): number | undefined {
  const at = toInstant(text);
  return at !== undefined && typeof text === 'string' && DATE.test(text) ? at + DAY_MS : at;
}

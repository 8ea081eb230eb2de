/**
 * Reads the time of a report, as a property to spread.
 *
 * @param reported  seconds since 1970, or a text that `Date` reads; anything else gives no time
 */
export function readTime(reported: unknown): { at?: Date } {
  const isText = typeof reported === 'string' && /[^\d.]/.test(reported);
  const at = new Date(isText ? reported : Number(reported ?? Number.NaN) * 1000);
  return Number.isNaN(at.getTime()) ? {} : { at };
}

/**
 * The time that a provider tells, as a property to spread.
 *
 * @param told  seconds since 1970, or a text that `Date` reads; anything else tells nothing
 */
export function readTime(told: unknown): { at?: Date } {
  const isText = typeof told === 'string' && /[^\d.]/.test(told);
  const at = new Date(isText ? told : Number(told ?? Number.NaN) * 1000);
  return Number.isNaN(at.getTime()) ? {} : { at };
}

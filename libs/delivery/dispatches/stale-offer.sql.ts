/**
 * Tests if work was enqueued so long ago that its job may be lost. An offer of the future is one of a database whose clock was
 * ahead and was set back: its job may be lost as well.
 *
 * @param maxAge  milliseconds, an expression of SQL
 */
export function isStaleOffer(offeredAt: string, maxAge: string): string {
  const age = `${maxAge} * interval '1 millisecond'`;
  return `${offeredAt} NOT BETWEEN now() - ${age} AND now() + ${age}`;
}

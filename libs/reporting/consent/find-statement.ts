/**
 * A statement of a person.
 *
 * @property position  its time in microseconds since 1970
 */
export interface Statement {
  position: number;
  permitted: boolean;
}

/**
 * Finds the statement that held when consent was read. Statements have their time before they are committed. So one that
 * contradicts the decision came while the batch was read, and the one before it held.
 *
 * @param statements  of one subject, the newest first
 * @param readAt      in microseconds since 1970
 * @param decided     what the check found; undefined: nobody knows
 * @returns undefined: nothing was said
 */
export function findStatement<S extends Statement>(
  statements: readonly S[],
  readAt: number,
  decided: boolean | undefined,
): S | undefined {
  const before = statements.filter(({ position }) => position <= readAt);
  return decided === undefined ? before[0] : before.find(({ permitted }) => permitted === decided);
}

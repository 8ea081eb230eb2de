/**
 * A statement of a person.
 *
 * @property position  its time in microseconds since 1970
 */
export interface Statement {
  position: number;
  permitted: boolean;
}

/** Time from a statement to its commit at most, in microseconds: transactions of requests and imports end far sooner. */
const MAX_OPEN = 60_000_000;

/**
 * Finds the statement that held when consent was read. Statements have their time before they are committed. So a fresh one
 * that contradicts the decision came while the batch was read, and the one before it held. An old one held: the message
 * left in spite of it.
 *
 * @param statements  of one subject, the newest first
 * @param readAt      in microseconds since 1970
 * @param decided     what the check found; undefined: no one knows
 * @param mayBeReplaced  tests if something without a statement of its own, such as a merge, may have ended a statement
 * @returns undefined: nothing was said
 */
export function findStatement<S extends Statement>(
  statements: readonly S[],
  readAt: number,
  decided: boolean | undefined,
  mayBeReplaced: (statement: S) => boolean = () => false,
): S | undefined {
  const before = statements.filter(({ position }) => position <= readAt);
  return before.find(
    (statement) =>
      decided === undefined ||
      statement.permitted === decided ||
      !(statement.position > readAt - MAX_OPEN || mayBeReplaced(statement)),
  );
}

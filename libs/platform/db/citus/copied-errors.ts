import pg from 'pg';

/** Messages of Postgres for broken constraints and for values that do not fit, with their SQLSTATE. */
const STATES: readonly [RegExp, string][] = [
  [/^duplicate key value violates unique constraint /, '23505'],
  [/ violates check constraint |^no partition of relation .* found for row/, '23514'],
  [/ violates not-null constraint/, '23502'],
  [/ violates foreign key constraint /, '23503'],
  [/^conflicting key value violates exclusion constraint /, '23P01'],
  [/^value too long for type |^bit string length /, '22001'],
  [/ out of range( for type |$)/, '22003'],
  [/^invalid byte sequence for encoding /, '22021'],
  [/^unsupported Unicode escape sequence/, '22P05'],
  [/^invalid input syntax for type /, '22P02'],
];
const INTERNAL_ERROR = 'XX000';

/**
 * Gives an error of a Citus coordinator its SQLSTATE back. Rows of `INSERT … SELECT` go to the workers by COPY, and of an
 * error there the coordinator passes on the text alone, as XX000 (`ReportCopyError` in its `multi_copy.c`). Herald decides
 * by the SQLSTATE whether the same write may succeed later. The texts are the English ones: `lc_messages` of the workers.
 */
export function restoreState(error: unknown): void {
  if (error instanceof pg.DatabaseError && error.code === INTERNAL_ERROR) {
    const known = STATES.find(([pattern]) => pattern.test(error.message));
    if (known) {
      error.code = known[1];
    }
  }
}

import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { restoreState } from './copied-errors.js';

function stateOf(message: string, code = 'XX000'): string | undefined {
  const error = new pg.DatabaseError(message, message.length, 'error');
  error.code = code;
  restoreState(error);
  return error.code;
}

describe('SQLSTATE of errors of rows that Citus copies to its workers', () => {
  it.each([
    ['duplicate key value violates unique constraint "push_result_p20261126_vb_key_102008"', '23505'],
    ['new row for relation "departed_102042" violates check constraint "departed_name_hash_check"', '23514'],
    ['no partition of relation "push_result_102008" found for row', '23514'],
    ['null value in column "uid" of relation "event_102008" violates not-null constraint', '23502'],
    ['integer out of range', '22003'],
    ['value "70000" is out of range for type smallint', '22003'],
    ['unsupported Unicode escape sequence', '22P05'],
  ])("restoreState restores the SQLSTATE of the error '%s'", (message, state) => {
    expect(stateOf(message)).toBe(state);
  });

  it('restoreState keeps the state of an unknown error, and a state that came with the error', () => {
    expect(stateOf('could not find valid entry for shard 102008')).toBe('XX000');
    expect(stateOf('no partition of relation "event" found for row', '40001')).toBe('40001');
  });
});

import { expect, it } from 'vitest';
import { AppError, malformed, missing } from '#platform/errors';
import { toRefusal } from './line-refusal.js';

it.each([
  [missing('extId'), 'extId', 'extId is required'],
  [malformed("Field 'email' should be an e-mail address"), 'email', "Field 'email' should be an e-mail address"],
  [
    malformed("Field 'profile.city' should be one of its options, not 'O'Hara'"),
    'profile.city',
    "Field 'profile.city' should be one of its options",
  ],
  [
    new AppError('malformed', "Profile attribute 'age' is not defined", { field: 'profile.age' }),
    'profile.age',
    "Profile attribute 'age' is not defined",
  ],
  [malformed('The line has 2 cells, and the first one 3'), '', 'The line has 2 cells, and the first one 3'],
])('A refusal names the field and never the value: %s', (error, field, reason) => {
  expect(toRefusal(7, [error])).toEqual({ line: 7, field, reason, furtherFaults: [] });
});

it('A refusal has every fault of its line once, 20 at most', () => {
  const faults = [missing('extId'), missing('extId'), malformed("Field 'email' should be an e-mail address")];
  expect(toRefusal(7, faults)).toEqual({
    line: 7,
    field: 'extId',
    reason: 'extId is required',
    furtherFaults: [{ field: 'email', reason: "Field 'email' should be an e-mail address" }],
  });
  const many = Array.from({ length: 100 }, (_, n) => missing(`profile.a${n}`));
  expect(toRefusal(7, many).furtherFaults).toHaveLength(19);
});

it.each([
  ['a NUL', 'a\0b', 'a\uFFFDb'],
  ['half a surrogate pair', 'a\uD83Db', 'a\uFFFDb'],
  ['a pair that the limit cuts', `${'x'.repeat(99)}👋`, `${'x'.repeat(99)}\uFFFD`],
])('A refusal with %s in the name of its field can be stored', (_, field, stored) => {
  const refusal = toRefusal(7, [{ field, message: `Field '${field}' is no field of a user` }]);
  expect(refusal.field).toBe(stored);
  expect(refusal.reason).toContain(stored.slice(0, 3));
  expect(refusal.reason.isWellFormed()).toBe(true);
});

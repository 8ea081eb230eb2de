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
  expect(toRefusal(7, error)).toEqual({ line: 7, field, reason });
});

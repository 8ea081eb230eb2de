import { describe, expect, it } from 'vitest';
import { faultOfId } from './client-id.js';

describe('faultOfId', () => {
  it.each([
    'undefined',
    'null',
    'NULL',
    'Null',
    'NaN',
    'nan',
    '[object Object]',
    '(null)',
    '<null>',
    '\\N',
    '#N/A',
    '#REF!',
  ])('The text %j, which programs write for no value, is the id of nobody', (id) =>
    expect(faultOfId(id)).toMatch(/programs write/),
  );

  it.each(['ad\u200Ba', 'ad\u202Ea', 'ad\na', 'ad\uFEFFa', 'ad\u00ADa'])('The id %j looks like another one', (id) =>
    expect(faultOfId(id)).toMatch(/invisible/),
  );

  it.each([
    'ada',
    '42',
    'YOUR USER IDENTIFIER',
    'annul',
    'nullable',
    '0',
    'false',
    'none',
    '用户',
    '👩‍👧',
    '__proto__',
    'constructor',
  ])('The id %j may be that of a user', (id) => expect(faultOfId(id)).toBeUndefined());
});

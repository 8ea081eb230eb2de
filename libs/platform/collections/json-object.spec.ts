import { expect, it } from 'vitest';
import { isJsonObject, parseJson, toJsonObject } from './json-object.js';

it.each([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  ['{}', false],
  [undefined, false],
])('isJsonObject of %j returns %s', (value, expected) => {
  expect(isJsonObject(value)).toBe(expected);
});

it('toJsonObject returns an empty object for a list, and parseJson returns undefined for invalid JSON', () => {
  expect(toJsonObject({ a: 1 })).toEqual({ a: 1 });
  expect(toJsonObject([1])).toEqual({});
  expect(parseJson('{"a":1}')).toEqual({ a: 1 });
  expect(parseJson('{')).toBeUndefined();
});

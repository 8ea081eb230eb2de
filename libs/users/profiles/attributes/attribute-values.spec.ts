import { describe, expect, it } from 'vitest';
import { readAttributeCode, readValue, inferType } from './attribute-values.js';
import type { DataType } from '../model/attribute.types.js';

const read = (dataType: DataType, value: unknown) => readValue({ dataType, array: false }, value, 'profile.x');
const DAY = Date.UTC(1990, 1, 28);

describe('Values of attributes', () => {
  it.each<[DataType, unknown, unknown]>([
    ['STRING', '', ''],
    ['STRING', 'Jo 😀', 'Jo 😀'],
    ['INT', -0, 0],
    ['INT', 2147483647, 2147483647],
    ['LONG', 9007199254740991, 9007199254740991],
    ['DOUBLE', 1e300, 1e300],
    ['BOOLEAN', false, false],
    ['DATE', '1990-02-28', DAY],
    ['DATE', '1990-02-28T23:59:59+03:00', DAY],
    ['DATE', 624315600000, 624315600000],
    ['DATE', -1, -1],
    ['TIME_STAMP', '1990-02-28', DAY],
    ['TIME_STAMP', '1990-02-28T01:00', DAY + 3_600_000],
    ['TIME_STAMP', '1990-02-28T01:00:00.5Z', DAY + 3_600_500],
    ['TIME_STAMP', '1990-02-28T01:00:00+0300', DAY - 7_200_000],
  ])('A value of type %s is read: %j becomes %j', (dataType, value, expected) => {
    expect(read(dataType, value)).toBe(expected);
  });

  it.each<[DataType, unknown]>([
    ['STRING', 1],
    ['STRING', null],
    ['STRING', ['a']],
    ['STRING', 'a\0'],
    ['STRING', 'a\udc00'],
    ['STRING', 'x'.repeat(8193)],
    ['INT', 1.5],
    ['INT', '1'],
    ['INT', 2147483648],
    ['LONG', 9007199254740992],
    ['DOUBLE', Infinity],
    ['DOUBLE', '1.5'],
    ['BOOLEAN', 'true'],
    ['BOOLEAN', 1],
    ['DATE', '1990-02-30'],
    ['DATE', '28.02.1990'],
    ['DATE', '1990-02-28T25:00:00Z'],
    ['DATE', 1.5],
    ['TIME_STAMP', 8.64e15 + 1],
    ['TIME_STAMP', 1_764_374_401],
    ['TIME_STAMP', 1_764_374_401_000_000],
    ['DATE', 642_470_400],
    ['DATE', -300_000_060],
    ['DATE', 1_764_374_400],
    ['TIME_STAMP', 'now'],
    ['TIME_STAMP', {}],
  ])('A wrong value of type %s is refused (case %#)', (dataType, value) => {
    expect(() => read(dataType, value)).toThrow(expect.objectContaining({ code: 2004 }) as Error);
  });

  it.each([
    ['DATE', '28.11.2026', 'of type DATE, for example 2026-11-28'],
    ['TIME_STAMP', '28.11.2026 10:00', 'of type TIME_STAMP, for example 2026-11-28T10:00:00Z'],
  ] as const)('The refusal of a wrong value of type %s shows an accepted form', (dataType, value, text) => {
    expect(() => read(dataType, value)).toThrow(`Field 'profile.x' should be ${text}`);
    expect(read(dataType, text.split('example ')[1])).toBeTypeOf('number');
    const list = { dataType, array: true };
    expect(() => readValue(list, [value], 'profile.x')).toThrow(`should be an array ${text.replace('type ', '')}`);
  });

  it('The value of an array attribute is an array of one type', () => {
    const type = { dataType: 'INT', array: true } as const;
    expect(readValue(type, [2, 1, 2], 'profile.x')).toEqual([2, 1, 2]);
    expect(() => readValue(type, 1, 'profile.x')).toThrow("Field 'profile.x' should be an array of INT");
    expect(() => readValue(type, [1, 'a'], 'profile.x')).toThrow("Field 'profile.x' should be an array of INT");
  });

  it('The value of an attribute with options is one of the options', () => {
    const type = { dataType: 'STRING', array: false, options: ['Ankara', 'Izmir'] } as const;
    expect(readValue(type, 'Izmir', 'profile.city')).toBe('Izmir');
    expect(() => readValue(type, 'Paris', 'profile.city')).toThrow("'Paris'");
  });

  it.each([
    ['a', 'STRING', false],
    ['1990-02-28', 'STRING', false],
    [true, 'BOOLEAN', false],
    [34, 'LONG', false],
    [34.5, 'DOUBLE', false],
    [['a'], 'STRING', true],
  ])('The type on first use is inferred: %j is of type %s', (value, dataType, array) => {
    expect(inferType(value, 'profile.x')).toEqual({ dataType, array });
  });

  it.each([null, [], {}, [null]])('No type is inferred from %j', (value) => {
    expect(() => inferType(value, 'profile.x')).toThrow(expect.objectContaining({ code: 2004 }) as Error);
  });
});

describe('Codes of attributes', () => {
  it.each(['age', 'Ülke', 'last-visit_2.x', 'a'.repeat(100)])('The code %j is accepted', (code) => {
    expect(readAttributeCode(code, 'code')).toBe(code);
  });
  it.each(['', '1a', '$or', '__proto__', 'a b', 'a\0', 'a'.repeat(101)])('The code %j is refused', (code) => {
    expect(() => readAttributeCode(code, 'code')).toThrow(expect.objectContaining({ code: 2004 }) as Error);
  });
});

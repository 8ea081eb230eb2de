import { describe, expect, it } from 'vitest';
import { findInexactNumber, isExactDecimal, isExactNumber, parseKeepingDigits } from './json-numbers.js';

describe('isExactNumber', () => {
  it.each([
    '0',
    '-0',
    '7',
    '-12',
    '1.5',
    '1.50',
    '1e3',
    '2.5E-3',
    '0.1',
    '100.000',
    '9007199254740991',
    '9007199254740992',
    '-9007199254740991',
    '12345678901234567000',
    '100000000000000000000',
    '0.30000000000000004',
    '41.008237600000000',
    '1e300',
    '0e999999999999',
    '5e-324',
  ])('The number %s keeps its value', (text) => {
    expect(isExactNumber(text)).toBe(true);
  });

  it.each(['0.10000000000000001', '19.989999999999998', '-41.008237600000001', '1.1000000000000001e-7'])(
    'The number %s is a double as programs with 17 digits write it, and keeps its value',
    (text) => {
      expect(isExactNumber(text)).toBe(true);
    },
  );

  it.each([
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567891',
    '12345678901234567168',
    '1000000000000000000000',
    '90071992547409930001',
    '9007199254740993.0',
    '9007199254740993e0',
    '0.1234567890123456789',
    '3.14159265358979323846',
    '0.12345678901234567',
    '1e400',
    '-1e400',
    '1e-400',
    '9'.repeat(400),
  ])('The number %s does not keep its digits', (text) => {
    expect(isExactNumber(text)).toBe(false);
  });

  it('isExactNumber takes every double as ECMAScript and as C write it', () => {
    for (let i = 1; i < 5000; i += 1) {
      const value = Math.sin(i) * 10 ** ((i % 60) - 30);
      expect([isExactNumber(String(value)), isExactNumber(value.toExponential(16))]).toEqual([true, true]);
    }
  });
});

describe('isExactDecimal', () => {
  it.each([
    '007',
    '-007',
    '+7',
    '+12.50',
    '00.5',
    '.5',
    '+.5',
    '-.50',
    '5.',
    '000',
    '-0',
    '+1e+3',
    '0009007199254740991',
  ])('The decimal %s keeps its value', (text) => {
    expect(isExactDecimal(text)).toBe(true);
  });

  it.each(['+9007199254740993', '0009007199254740993', '-09007199254740993', '+.12345678901234567', '+1e400'])(
    'The decimal %s does not keep its digits',
    (text) => {
      expect(isExactDecimal(text)).toBe(false);
    },
  );
});

describe('findInexactNumber', () => {
  it.each([
    ['{"message":{"params":{"id":12345678901234567891}}}', 'message.params.id'],
    ['[{"a":1},{"b":{"c":[[], {}, [1, 2, 0.12345678901234567890]]}}]', '[1].b.c[2][2]'],
    ['{"a":"12345678901234567891","b\\"c":{ "x" : [ 9007199254740993 ] }}', 'b"c.x[0]'],
    ['{"a":{"b":1},"c":[true,null,"]",{"d":"e"}],"f": -1e999 }', 'f'],
    ['12345678901234567891', ''],
    ['{"\\u0061":"\\\\","b":{"a":9007199254740993}}', 'b.a'],
  ])('The path of the number in %s is "%s"', (text, path) => {
    expect(findInexactNumber(Buffer.from(text))).toBe(path);
  });

  it.each([
    '{"a":"12345678901234567891"}',
    '[1234567890123,-41.00823760000001,1e3]',
    '"\\"12345678901234567891"',
    '{"12345678901234567891":1}',
    '{"location": {"latitude": 41.00823779999999488, "longitude" :-28.979999999999995904001, "radius": 1.5}}',
  ])('The text %s has no number that loses digits', (text) => {
    expect(findInexactNumber(Buffer.from(text))).toBeUndefined();
  });
});

describe('parseKeepingDigits', () => {
  it.each([
    ['{"id":12345678901234567891,"age":36}', { id: '12345678901234567891', age: 36 }],
    ['[9007199254740993, 0.1234567890123456789, -1e400]', ['9007199254740993', '0.1234567890123456789', '-1e400']],
    ['{"latitude":41.00823779999999488}', { latitude: 41.008237799999996 }],
    ['12345678901234567891', '12345678901234567891'],
    ['{"a": "x: 12345678901234567891", "b": 0.10000000000000001}', { a: 'x: 12345678901234567891', b: 0.1 }],
    ['{"a":', undefined],
  ])('parseKeepingDigits reads %s with each number that would lose digits as a text', (text, value) => {
    expect(parseKeepingDigits(text)).toEqual(value);
  });
});

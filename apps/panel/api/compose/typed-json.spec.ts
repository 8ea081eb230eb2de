import { describe, expect, it } from 'vitest';
import { readTypedJson } from './typed-json.js';

describe('readTypedJson', () => {
  it.each([
    [
      '{"offer": 12, "price": -1.50, "id": "12345678901234567891"}',
      { offer: 12, price: -1.5, id: '12345678901234567891' },
    ],
    ['9007199254740991', 9_007_199_254_740_991],
    ['0.30000000000000004', 0.1 + 0.2],
    ['"a \\" 12345678901234567891"', 'a " 12345678901234567891'],
    ['[1e3, 0.00001, 1000000000000000000]', [1000, 0.00001, 1e18]],
  ])('The text %s is read as it is', (text, value) => {
    expect(readTypedJson(text)).toEqual(value);
  });

  it.each(['12345678901234567891', '{"id": -9007199254740993}', '[0.1234567890123456789]', '1e400', '{', ''])(
    'The text %s is no JSON that keeps its digits',
    (text) => {
      expect(readTypedJson(text)).toBeUndefined();
    },
  );
});

import { describe, expect, it } from 'vitest';
import { isHexToken, toComparableToken } from './device-token.js';

describe('toComparableToken', () => {
  it('A token of hexadecimal digits is one in upper, lower and mixed case', () => {
    const token = '0123456789abcdef'.repeat(4);
    expect(
      [token, token.toUpperCase(), `${token.slice(0, 40)}${token.slice(40).toUpperCase()}`].map(toComparableToken),
    ).toEqual([token, token, token]);
  });

  it.each(['dGhpcw:APA91bX_y', 'ABCDEF', `${'AB'.repeat(20)}C`, '', '{"endpoint":"https://a.example/ABCDEF"}'])(
    'The token %j of another service keeps its case',
    (token) => {
      expect(toComparableToken(token)).toBe(token);
      expect(isHexToken(token)).toBe(false);
    },
  );

  it('A long token of a live activity is compared like the others', () => {
    expect(toComparableToken('AB'.repeat(160))).toBe('ab'.repeat(160));
  });
});

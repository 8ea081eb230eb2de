import { describe, expect, it } from 'vitest';
import { readEmailAddress, readPhoneNumber } from './read-address.js';

const BAD = expect.objectContaining({ code: 6000 }) as Error;

describe('readEmailAddress', () => {
  it.each(['jo@example.com', 'jo.brown+tag@mail.example.co.uk', 'jö@exämple.de', "o'brien@example.com"])(
    'The e-mail address %j is accepted',
    (text) => {
      expect(readEmailAddress(` ${text}`)).toBe(text);
    },
  );
  it.each([
    '',
    'jo',
    'jo@',
    '@example.com',
    'jo@example',
    'jo@-example.com',
    'jo@example..com',
    'a b@example.com',
    'jo@example.com\nBcc: x@example.com',
    'jo\0@example.com',
    'Jo <jo@example.com>',
    'jo@example.com,x@example.com',
    `${'a'.repeat(65)}@example.com`,
    `jo@${'a.'.repeat(130)}com`,
  ])('A malformed e-mail address is refused (case %#)', (text) => {
    expect(() => readEmailAddress(text)).toThrow(BAD);
  });
});

describe('readPhoneNumber', () => {
  it.each(['+905321234567', '905321234567', '0532 123 45 67', '+90 (532) 123-45-67'])(
    'The phone number %j is accepted in Turkey',
    (text) => {
      expect(readPhoneNumber(text, 'msisdn', 'TR')).toBe('+905321234567');
    },
  );
  it.each([
    '',
    '+',
    '123',
    '+0532123456',
    '05321234567',
    '905321234567',
    '5329990002',
    '+1234567890123456',
    '+90532abc',
    '٠١٢٣٤٥٦٧',
  ])('The phone number %j is refused', (text) => {
    expect(() => readPhoneNumber(text)).toThrow(BAD);
  });
});

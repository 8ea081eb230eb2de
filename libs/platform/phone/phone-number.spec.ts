import { describe, expect, it } from 'vitest';
import { isPhoneCountry, parsePhoneNumber, suspectNationalNumber } from './phone-number.js';

describe('a number with a plus sign', () => {
  it.each([
    ['+905321234567', '+905321234567'],
    ['+90 (532) 123-45-67', '+905321234567'],
    ['+90 532 123 45 67', '+905321234567'],
    ['+90 0532 123 45 67', '+905321234567'],
    ['+15005550006', '+15005550006'],
    ['+390649123456', '+390649123456'],
    ['+80012345678', '+80012345678'],
    ['+5329990002', '+5329990002'],
  ])('%s stands as it is, without separators and trunk prefix', (text, number) => {
    expect(parsePhoneNumber(text)).toBe(number);
    expect(parsePhoneNumber(text, 'US')).toBe(number);
  });

  it('is possible, though its range is assigned to nobody yet', () => {
    expect(parsePhoneNumber('+909053212345')).toBe('+909053212345');
  });

  it.each([
    '',
    '+',
    '+12',
    '+12345678',
    '+0532123456',
    '+9053212345678901',
    '+1234567890123456',
    '+999123456789',
    '+90532abc4567',
    '+905321234567 ext 5',
    'tel:+905321234567',
    '+٩٠٥٣٢١٢٣٤٥٦٧',
    `+90${'5'.repeat(5000)}`,
  ])('%j is none', (text) => expect(parsePhoneNumber(text)).toBeUndefined());
});

describe('digits without a plus sign', () => {
  it.each([
    ['TR', '905321234567', '+905321234567'],
    ['TR', '90 532 123 45 67', '+905321234567'],
    ['TR', '5329990002', '+905329990002'],
    ['TR', '05329990002', '+905329990002'],
    ['TR', '0 (532) 999-00-02', '+905329990002'],
    ['TR', '00905329990002', '+905329990002'],
    ['TR', '9053212345', '+909053212345'],
    ['US', '2025550123', '+12025550123'],
    ['US', '12025550123', '+12025550123'],
    ['IT', '0649123456', '+390649123456'],
    ['DE', '0151 12345678', '+4915112345678'],
  ])('in %s: %s is %s', (country, text, number) => expect(parsePhoneNumber(text, country)).toBe(number));

  it.each([
    [undefined, '905321234567'],
    [undefined, '5329990002'],
    ['XX', '5329990002'],
    ['TR', '12'],
    ['TR', 'abc'],
    ['TR', '532999000'],
    ['TR', '53299900021'],
    ['US', '5329990002123'],
  ])('without the country (%s): %s is none', (country, text) =>
    expect(parsePhoneNumber(text, country)).toBeUndefined(),
  );
});

it('a number that is stored without its calling code shows by the numbers of the country', () => {
  expect(suspectNationalNumber('+5329990002', 'TR')).toBe('+905329990002');
  for (const [stored, country] of [
    ['+905329990002', 'TR'],
    ['+4915112345678', 'TR'],
    ['+5329990002', 'XX'],
  ] as const) {
    expect(suspectNationalNumber(stored, country)).toBeUndefined();
  }
});

it('countries are named by two letters', () => {
  expect(['TR', 'tr', 'XX', 'Turkey', '', '__proto__', 'constructor'].map(isPhoneCountry)).toEqual([
    true,
    ...Array.from({ length: 6 }, () => false),
  ]);
});

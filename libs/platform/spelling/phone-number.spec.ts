import { describe, expect, it } from 'vitest';
import { isPhoneCountry, parsePhoneNumber, suspectNationalNumber } from './phone-number.js';

describe('Phone number with a plus sign', () => {
  it.each([
    ['+905321234567', '+905321234567'],
    ['+90 (532) 123-45-67', '+905321234567'],
    ['+90 532 123 45 67', '+905321234567'],
    ['+90 0532 123 45 67', '+905321234567'],
    ['+15005550006', '+15005550006'],
    ['+390649123456', '+390649123456'],
    ['+80012345678', '+80012345678'],
    ['+5329990002', '+5329990002'],
  ])('The number %s keeps its calling code, and loses separators and trunk prefix', (text, number) => {
    expect(parsePhoneNumber(text)).toBe(number);
    expect(parsePhoneNumber(text, 'US')).toBe(number);
  });

  it('A number of an unassigned range is accepted', () => {
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
  ])('parsePhoneNumber rejects %j', (text) => expect(parsePhoneNumber(text)).toBeUndefined());
});

describe('Digits without a plus sign', () => {
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
  ])('In the country %s, the digits %s are read as %s', (country, text, number) =>
    expect(parsePhoneNumber(text, country)).toBe(number),
  );

  it.each([
    [undefined, '905321234567'],
    [undefined, '5329990002'],
    ['XX', '5329990002'],
    ['TR', '12'],
    ['TR', 'abc'],
    ['TR', '532999000'],
    ['TR', '53299900021'],
    ['US', '5329990002123'],
  ])('With the default country %s, %s is not a phone number', (country, text) =>
    expect(parsePhoneNumber(text, country)).toBeUndefined(),
  );
});

it('A number that was stored without its calling code is recognized by the numbers of the country', () => {
  expect(suspectNationalNumber('+5329990002', 'TR')).toBe('+905329990002');
  for (const [stored, country] of [
    ['+905329990002', 'TR'],
    ['+4915112345678', 'TR'],
    ['+5329990002', 'XX'],
  ] as const) {
    expect(suspectNationalNumber(stored, country)).toBeUndefined();
  }
});

it('A phone country is named by two capital letters', () => {
  expect(['TR', 'tr', 'XX', 'Turkey', '', '__proto__', 'constructor'].map(isPhoneCountry)).toEqual([
    true,
    ...Array.from({ length: 6 }, () => false),
  ]);
});

import { describe, expect, it } from 'vitest';
import { readCorpus } from '../../../test/support/corpora/corpus.js';
import { isPhoneCountry, parsePhoneNumber, suspectNationalNumber, toReportedNumber } from './phone-number.js';

describe('parsePhoneNumber', () => {
  const lines = readCorpus<{ input: string; expected: string | null; note: string }>('numbers');

  it('The corpora have hundreds of numbers', () => expect(lines.length).toBeGreaterThanOrEqual(200));

  it('Every number of the corpora is read as its line says', () => {
    const read = lines.map(({ input, note }) => ({ input, expected: parsePhoneNumber(input) ?? null, note }));
    expect(read).toEqual(lines);
  });

  it('A number that was read is read as itself', () => {
    const numbers = lines.flatMap(({ expected }) => expected ?? []);
    expect(numbers.map((number) => parsePhoneNumber(number))).toEqual(numbers);
  });
});

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
    'sip:+905321234567',
    '+⁹⁰5321234567',
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
    ['DE', '030/12345678', '+493012345678'],
    ['DE', '030.12345678', '+493012345678'],
    ['ES', '612.345.678', '+34612345678'],
    ['FR', '06.12.34.56.00', '+33612345600'],
    ['EG', '٠١٠٠ ١٢٣ ٤٥٦٧', '+201001234567'],
    ['US', '0090 532 999 00 02', '+905329990002'],
  ])('In the country %s, the digits %s are read as %s', (country, text, number) =>
    expect(parsePhoneNumber(text, country)).toBe(number),
  );

  it.each([
    [undefined, '905321234567'],
    [undefined, '5329990002'],
    ['TR', '905321110012.0'],
    ['TR', '5321110012.0'],
    ['TR', '905.321.110.012'],
    ['TR', '-5321110012'],
    ['DK', '2026-11-28'],
    ['DK', '28.11.2026'],
    ['DE', '030 12345/12346'],
    ['DE', '030 123456\n030 123457'],
    ['US', '1.2025550123'],
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

describe('toReportedNumber', () => {
  it.each([
    ['+905321234567', '+905321234567'],
    ['905321234567', '+905321234567'],
    ['14155552671', '+14155552671'],
    ['SHOP', 'SHOP'],
    ['3338', '3338'],
    ['', ''],
  ])('A provider that names %j means %j', (text, number) => expect(toReportedNumber(text)).toBe(number));
});

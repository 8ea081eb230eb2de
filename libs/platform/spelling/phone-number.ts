import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min';
import { toDialled } from './dialled-digits.js';

/** E.164: at most 15 digits with the calling code. */
const MAX_DIGITS = 15;
const MAX_CALLING_CODE = 3;
/** ITU-T E.123 and E.164: most countries dial it in place of the plus sign. */
const INTERNATIONAL_PREFIX = '00';

/** Tests if a text is the code (ISO 3166-1, two letters) of a country with phone numbers. */
export function isPhoneCountry(code: string): code is CountryCode {
  return isSupportedCountry(code);
}

/**
 * Reads a phone number as E.164. It has to be possible, which is to have the length of numbers of its country, and not
 * valid: ranges are assigned faster than lists of them are renewed. With a plus sign it stands as it is. Digits that
 * begin with the calling code of the country and are long enough are taken. Other digits are a national number, or, with
 * 00 before them, one of any country.
 *
 * @param country  whose national numbers and digits without a plus sign are taken; absent: of none
 * @returns undefined for a text that is no number
 */
export function parsePhoneNumber(text: string, country?: string): string | undefined {
  const dialled = toDialled(text, isCallingCode);
  if (dialled === undefined) {
    return undefined;
  }
  if (dialled.startsWith('+')) {
    return parseInternational(dialled.slice(1));
  }
  if (country !== undefined && isPhoneCountry(country)) {
    const hasCode = dialled.startsWith(getCountryCallingCode(country));
    const number = (hasCode ? parseInternational(dialled) : undefined) ?? parseSlowly(dialled, country);
    if (number !== undefined) {
      return number;
    }
  }
  return dialled.startsWith(INTERNATIONAL_PREFIX) ? parseInternational(dialled.slice(2)) : undefined;
}

/**
 * The number that a provider names, in E.164. Most leave the plus sign out. A text that is no number stays as it is.
 */
export function toReportedNumber(text: string): string {
  return parsePhoneNumber(text) ?? parsePhoneNumber(`+${text}`) ?? text;
}

/**
 * The number that was probably meant by one that is stored without the calling code: its digits are an assigned number
 * of the country, but abroad.
 *
 * @param stored   with plus sign
 * @param country  code of the country
 */
export function suspectNationalNumber(stored: string, country: string): string | undefined {
  if (!isPhoneCountry(country) || stored.startsWith(`+${getCountryCallingCode(country)}`)) {
    return undefined;
  }
  const meant = parsePhoneNumberFromString(stored.slice(1), country);
  return meant?.country === country && meant.isValid() ? meant.number : undefined;
}

/**
 * The country of a number in E.164 (ISO 3166-1), by its calling code and the digits after it. Undefined: unknown.
 */
export function countryOfNumber(number: string): string | undefined {
  return parsePhoneNumberFromString(number)?.country;
}

/** @param digits  calling code and number; no code begins with a zero */
function parseInternational(digits: string): string | undefined {
  if (digits.startsWith('0')) {
    return undefined;
  }
  return isSurelyPossible(digits) ? `+${digits}` : parseSlowly(`+${digits}`, undefined);
}

/** Reads what may have a trunk prefix, as `0532 …` or `+90 0532 …`: 25 µs, where the check of lengths takes one. */
function parseSlowly(text: string, country: CountryCode | undefined): string | undefined {
  const number = parsePhoneNumberFromString(text, country);
  return number?.isPossible() === true && number.ext === undefined && number.number.length <= MAX_DIGITS + 1
    ? number.number
    : undefined;
}

function isCallingCode(digits: string): boolean {
  return LENGTHS_BY_CODE.has(digits);
}

/** Tests if digits are a calling code and as many more as numbers of all its countries may have, without trunk prefix. */
function isSurelyPossible(digits: string): boolean {
  for (let length = 1; length <= MAX_CALLING_CODE; length++) {
    const lengths = LENGTHS_BY_CODE.get(digits.slice(0, length));
    if (lengths) {
      return digits.length <= MAX_DIGITS && digits[length] !== '0' && lengths.has(digits.length - length);
    }
  }
  return false;
}

/** Lengths of national numbers that the countries of a calling code share. No code begins with another one. */
const LENGTHS_BY_CODE = collectLengths();

function collectLengths(): ReadonlyMap<string, ReadonlySet<number>> {
  const shared = new Map<string, Set<number>>();
  const metadata = new Metadata();
  for (const country of getCountries()) {
    metadata.selectNumberingPlan(country);
    const lengths = metadata.numberingPlan?.possibleLengths() ?? [];
    const code = getCountryCallingCode(country);
    const others = shared.get(code);
    shared.set(code, new Set(others ? lengths.filter((length) => others.has(length)) : lengths));
  }
  return shared;
}

import type { AttributeDefinition, DataType } from './attribute.types.js';

/** Own definitions of applications are numbered from here. */
export const FIRST_CUSTOM_ATTRIBUTE = 1000;

/** Numbers of built-in attributes; stored in rows, so they never change. */
export const STANDARD = {
  name: 1,
  surname: 2,
  email: 3,
  msisdn: 4,
  gender: 5,
  dateOfBirth: 6,
  birthDate: 7,
  language: 8,
  country: 9,
  city: 10,
  lastSeen: 11,
  platform: 12,
  appVersion: 13,
} as const;

/**
 * Attributes that every application has without defining them. They are constants, not rows: present from the first
 * request and of the same type in all applications. A row with such a code refines it (label, options) or, where all its
 * values were deleted, gives it a new number.
 */
export const STANDARD_ATTRIBUTES: readonly AttributeDefinition[] = [
  standard('name', 'STRING', 'Name'),
  standard('surname', 'STRING', 'Surname'),
  { ...standard('email', 'STRING', 'E-mail'), column: 'email' },
  { ...standard('msisdn', 'STRING', 'Phone number'), column: 'msisdn' },
  { ...standard('gender', 'STRING', 'Gender'), privateInfo: false },
  standard('dateOfBirth', 'DATE', 'Date of birth'),
  standard('birthDate', 'DATE', 'Birth date'),
  { ...standard('language', 'STRING', 'Language'), privateInfo: false },
  { ...standard('country', 'STRING', 'Country'), privateInfo: false },
  { ...standard('city', 'STRING', 'City'), privateInfo: false },
  { ...standard('lastSeen', 'TIME_STAMP', 'Last seen'), privateInfo: false, calculated: true },
  { ...standard('platform', 'STRING', 'Platform'), privateInfo: false, calculated: true },
  { ...standard('appVersion', 'STRING', 'App version'), privateInfo: false, calculated: true },
];

function standard(code: keyof typeof STANDARD, dataType: DataType, label: string): AttributeDefinition {
  return {
    attrId: STANDARD[code],
    code,
    dataType,
    label,
    array: false,
    locked: true,
    privateInfo: true,
    mandatory: false,
  };
}

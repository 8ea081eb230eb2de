import { ADDRESS_CONTACTS, type AddressKind } from '#libs/channels/definitions';
import type { AttributeDefinition, DataType } from '../model/attribute.types.js';

/** Ids of an application's own attributes begin here. */
export const FIRST_CUSTOM_ATTRIBUTE_ID = 1000;

/** Addresses that are no columns. */
const FURTHER_ADDRESSES = ADDRESS_CONTACTS.flatMap(({ address, label, storage }) =>
  'attribute' in storage ? [{ address, label, attrId: storage.attribute }] : [],
);

/** Ids of built-in attributes that are no addresses of further channels. They are stored, so they never change. */
const OWN_ATTRIBUTE_IDS = {
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

/** Ids of built-in attributes. */
export const STANDARD_ATTRIBUTE_IDS = {
  ...OWN_ATTRIBUTE_IDS,
  ...Object.fromEntries(FURTHER_ADDRESSES.map(({ address, attrId }) => [address, attrId])),
} as typeof OWN_ATTRIBUTE_IDS & Readonly<Record<AddressKind, number>>;

/** Attributes of a user that devices report of themselves. */
export const DEVICE_ATTRIBUTE_CODES = ['lastSeen', 'platform', 'appVersion', 'country'] as const;

/**
 * Attributes that every application has without defining them. They are constants, not rows, and have the same type in
 * all applications. A row with such a code refines it (label, options), or gives it a new id after all its values were
 * deleted.
 */
export const STANDARD_ATTRIBUTES: readonly AttributeDefinition[] = [
  defineStandard('name', 'STRING', 'Name'),
  defineStandard('surname', 'STRING', 'Surname'),
  { ...defineStandard('email', 'STRING', 'E-mail'), column: 'email' },
  { ...defineStandard('msisdn', 'STRING', 'Phone number'), column: 'msisdn' },
  { ...defineStandard('gender', 'STRING', 'Gender'), privateInfo: false },
  defineStandard('dateOfBirth', 'DATE', 'Date of birth'),
  defineStandard('birthDate', 'DATE', 'Birth date'),
  { ...defineStandard('language', 'STRING', 'Language'), privateInfo: false },
  { ...defineStandard('country', 'STRING', 'Country'), privateInfo: false },
  { ...defineStandard('city', 'STRING', 'City'), privateInfo: false },
  { ...defineStandard('lastSeen', 'TIME_STAMP', 'Last seen'), privateInfo: false, calculated: true },
  { ...defineStandard('platform', 'STRING', 'Platform'), privateInfo: false, calculated: true, onDevices: true },
  { ...defineStandard('appVersion', 'STRING', 'App version'), privateInfo: false, calculated: true, onDevices: true },
  ...FURTHER_ADDRESSES.map(({ address, label }) => ({ ...defineStandard(address, 'STRING', label), column: address })),
];

function defineStandard(
  code: keyof typeof STANDARD_ATTRIBUTE_IDS,
  dataType: DataType,
  label: string,
): AttributeDefinition {
  return {
    attrId: STANDARD_ATTRIBUTE_IDS[code],
    code,
    dataType,
    label,
    array: false,
    locked: true,
    privateInfo: true,
    mandatory: false,
  };
}

import { expect, it } from 'vitest';
import { PLATFORMS } from '#libs/content';
import type { AttributeDefinition } from '../model/attribute.types.js';
import { STANDARD_ATTRIBUTES } from '../attributes/standard-attributes.js';
import { readDeviceAttributes } from './device-attributes.js';

const NOW = Date.UTC(2026, 0, 5, 12, 34, 56);
const REQUEST = { platform: PLATFORMS.IOS.number, details: { appVersion: '4.2', country: 'NL' } };
const definitions = (...customDefinitions: Partial<AttributeDefinition>[]) =>
  new Map(
    [...STANDARD_ATTRIBUTES, ...customDefinitions].map((definition) => [
      definition.code ?? '',
      definition as AttributeDefinition,
    ]),
  );

it('tells when and by what a user was seen, to the hour, and where the device is at home', () => {
  expect(readDeviceAttributes(definitions(), REQUEST, NOW)).toEqual({
    always: new Map<number, string | number>([
      [11, Date.UTC(2026, 0, 5, 12)],
      [12, 'IOS'],
      [13, '4.2'],
    ]),
    absent: new Map([[9, 'NL']]),
  });
});

it('tells nothing that the device did not say', () => {
  const { always, absent } = readDeviceAttributes(definitions(), { ...REQUEST, details: {} }, NOW);
  expect([...always.keys(), ...absent.keys()]).toEqual([11, 12]);
});

it.each([
  { code: 'platform', attrId: 1000, dataType: 'INT', array: false } as const,
  { code: 'platform', attrId: 1000, dataType: 'STRING', array: true } as const,
  { code: 'platform', attrId: 1000, dataType: 'STRING', array: false, options: ['web'] } as const,
])('leaves an attribute alone that the application has made another: %j', (customAttribute) => {
  expect([...readDeviceAttributes(definitions(customAttribute), REQUEST, NOW).always.keys()]).toEqual([11, 13]);
});

it('writes under the number that an attribute has now', () => {
  const customAttribute = { code: 'appVersion', attrId: 1007, dataType: 'STRING', array: false } as const;
  expect(readDeviceAttributes(definitions(customAttribute), REQUEST, NOW).always.get(1007)).toBe('4.2');
});

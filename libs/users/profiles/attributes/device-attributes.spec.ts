import { expect, it } from 'vitest';
import { PLATFORMS } from '#libs/content';
import type { AttributeDefinition } from '../model/attribute.types.js';
import { STANDARD_ATTRIBUTES } from './standard-attributes.js';
import { readDeviceAttributes } from './device-attributes.js';

const NOW = Date.UTC(2026, 0, 5, 12, 34, 56);
const REQUEST = { platform: PLATFORMS.IOS.number, details: { appVersion: '4.2', country: 'NL' } };
const defineAttributes = (...customDefinitions: Partial<AttributeDefinition>[]) =>
  new Map(
    [...STANDARD_ATTRIBUTES, ...customDefinitions].map((definition) => [
      definition.code ?? '',
      definition as AttributeDefinition,
    ]),
  );

it('readDeviceAttributes returns the time by the hour, the platform, the version and the country', () => {
  expect(readDeviceAttributes(defineAttributes(), REQUEST, NOW)).toEqual({
    always: new Map<number, string | number>([
      [11, Date.UTC(2026, 0, 5, 12)],
      [12, 'IOS'],
      [13, '4.2'],
    ]),
    absent: new Map([[9, 'NL']]),
  });
});

it('readDeviceAttributes returns only the details that the device sent', () => {
  const { always, absent } = readDeviceAttributes(defineAttributes(), { ...REQUEST, details: {} }, NOW);
  expect([...always.keys(), ...absent.keys()]).toEqual([11, 12]);
});

it.each([
  { code: 'platform', attrId: 1000, dataType: 'INT', array: false } as const,
  { code: 'platform', attrId: 1000, dataType: 'STRING', array: true } as const,
  { code: 'platform', attrId: 1000, dataType: 'STRING', array: false, options: ['web'] } as const,
])('readDeviceAttributes skips an attribute that the application has defined otherwise: %j', (customAttribute) => {
  expect([...readDeviceAttributes(defineAttributes(customAttribute), REQUEST, NOW).always.keys()]).toEqual([11, 13]);
});

it('readDeviceAttributes uses the id under which the application has defined an attribute', () => {
  const customAttribute = { code: 'appVersion', attrId: 1007, dataType: 'STRING', array: false } as const;
  expect(readDeviceAttributes(defineAttributes(customAttribute), REQUEST, NOW).always.get(1007)).toBe('4.2');
});

import { platformByNumber } from '#libs/content';
import type { AttributeDefinitions } from './attribute.service.js';
import type { DEVICE_ATTRIBUTE_CODES } from './standard-attributes.js';
import type { AttributeDefinition, AttributeScalar } from '../model/attribute.types.js';

/**
 * Attributes that a user gets from a device, by attribute id.
 *
 * @property always  overwrite existing values
 * @property absent  only where the user has no value, because servers may know better
 */
export interface DeviceAttributes {
  always: ReadonlyMap<number, AttributeScalar>;
  absent: ReadonlyMap<number, AttributeScalar>;
}

/** The details that a device reports of itself. */
interface SeenDevice {
  /** Number of the platform. */
  platform: number;
  details: { appVersion?: string; country?: string };
}

/** Precision of `lastSeen`: a device that returns within the hour does not change its user. */
const HOUR_MS = 3_600_000;

/** @param now  epoch milliseconds; undefined: the device is not seen now */
export function readDeviceAttributes(
  definitions: AttributeDefinitions,
  { platform, details }: SeenDevice,
  now: number | undefined,
): DeviceAttributes {
  const toAttributeIds = (values: {
    [code in (typeof DEVICE_ATTRIBUTE_CODES)[number]]?: AttributeScalar | undefined;
  }) =>
    new Map(
      Object.entries(values).flatMap(([code, value]): [number, AttributeScalar][] => {
        const definition = definitions.get(code);
        return definition && value !== undefined && isCompatible(definition, value) ? [[definition.attrId, value]] : [];
      }),
    );
  return {
    always: toAttributeIds({
      lastSeen: now === undefined ? undefined : now - (now % HOUR_MS),
      platform: platformByNumber(platform),
      appVersion: details.appVersion,
    }),
    absent: toAttributeIds({ country: details.country }),
  };
}

/** An application may have an attribute of its own with this name. */
function isCompatible({ dataType, array, options }: AttributeDefinition, value: AttributeScalar): boolean {
  const isOfType = dataType === (typeof value === 'number' ? 'TIME_STAMP' : 'STRING');
  return isOfType && !array && (!options || options.includes(value));
}

import { ADDRESS_KINDS } from '#libs/channels/definitions';
import { missing } from '#platform/errors';
import { readZone, type UserConsent } from '#libs/users/identities';
import type { DeviceDetails } from '#libs/users/devices';
import type { UserRegistration } from './registration.types.js';

const TEXT_DETAILS = ['deviceModel', 'osVersion', 'appVersion', 'timeZone'] as const;
const DEVICE_FIELDS = ['platform', 'deviceToken', 'pushPermitted', ...TEXT_DETAILS] as const;

/** An entry of `registerUsers` with its language and country in the profile. Empty ones count as absent. */
export function withProfileFields(entry: UserRegistration): UserRegistration {
  const { language, country, profile } = entry;
  return language || country
    ? { ...entry, profile: { ...profile, ...(language && { language }), ...(country && { country }) } }
    : entry;
}

/**
 * Reads the details of its device beside the token from an entry. Without a token it would be lost, and a device that
 * is added later would be reachable.
 *
 * @throws AppError missing_field for details without `deviceToken`; malformed for a text that names no time zone
 */
export function readDeviceDetails(entry: UserRegistration): DeviceDetails {
  const details: DeviceDetails = {};
  if (entry.pushPermitted !== undefined) {
    details.pushPermitted = entry.pushPermitted;
  }
  for (const name of TEXT_DETAILS) {
    const text = entry[name];
    if (text) {
      details[name] = name === 'timeZone' ? readZone(text) : text;
    }
  }
  if (entry.deviceToken === undefined && Object.keys(details).length > 0) {
    throw missing('deviceToken');
  }
  return details;
}

/** Stands for an extId while other fields are looked at. */
const ANYBODY = 'x';

/** The parts of an entry that can be at fault one without the other: each value of its profile, for example. */
export function splitEntry({
  extId,
  profile = {},
  tags = [],
  consent,
  ...entry
}: UserRegistration): UserRegistration[] {
  const addresses = ADDRESS_KINDS.flatMap((kind) => (entry[kind] === undefined ? [] : [{ [kind]: entry[kind] }]));
  const device = Object.fromEntries(
    DEVICE_FIELDS.flatMap((name) => (entry[name] === undefined ? [] : [[name, entry[name]] as const])),
  );
  return [
    { extId },
    ...Object.entries(profile).map(([code, value]) => ({ extId: ANYBODY, profile: { [code]: value } })),
    ...addresses.map((address) => ({ extId: ANYBODY, ...address })),
    ...tags.map((tag) => ({ extId: ANYBODY, tags: [tag] })),
    ...(consent ? [{ extId: ANYBODY, consent }] : []),
    { extId: ANYBODY, ...device },
  ];
}

/** The consent of a user whose later entry says something about it. */
export function mergeConsent(earlier: UserConsent | undefined, later: UserConsent): UserConsent {
  const given = Object.entries(later).filter(([, value]) => value !== undefined);
  return { ...earlier, ...Object.fromEntries(given) };
}

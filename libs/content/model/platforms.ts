import {
  CHANNEL_DEFINITIONS,
  CHANNEL_NAMES,
  CONTACTS,
  contactOfPlatform,
  type Channel,
  type Platform,
} from '#libs/channels/definitions';
export type { Platform } from '#libs/channels/definitions';

/** Platforms without a provider: their recipients are counted and skipped. */
const UNSERVED: ReadonlySet<Platform> = new Set(['WP']);

/**
 * Platforms of a message (interface, section 2.6) and the channel of each. The number is stored in installations,
 * chunks and results and never changes. `MACOS` and `SAFARI` have the channel of their web push subscriptions here; see
 * `channelOf`.
 */
export const PLATFORMS = Object.fromEntries(
  CHANNEL_NAMES.flatMap((channel) =>
    Object.entries(CHANNEL_DEFINITIONS[channel].platforms).map(([name, number]) => ({ name, number, channel })),
  )
    .toSorted((a, b) => a.number - b.number)
    .map(({ name, number, channel }) => [name, { number, channel }]),
) as Readonly<Record<Platform, { number: number; channel: Channel }>>;

/** Platforms of users' addresses. */
export const CONTACT_PLATFORMS: readonly Platform[] = CONTACTS.flatMap(
  ({ channel }) => Object.keys(CHANNEL_DEFINITIONS[channel].platforms) as Platform[],
);
/** Platforms of installations. */
export const DEVICE_PLATFORMS: readonly Platform[] = (Object.keys(PLATFORMS) as Platform[]).filter(
  (name) => !isContactPlatform(name),
);

/** Tests if a platform is one of users' addresses, not of installations. */
export function isContactPlatform(platform: Platform): boolean {
  return contactOfPlatform(platform) !== undefined;
}

const PLATFORM_BY_NUMBER = new Map<number, Platform>();
for (const name of Object.keys(PLATFORMS)) {
  if (isPlatform(name)) {
    PLATFORM_BY_NUMBER.set(PLATFORMS[name].number, name);
  }
}

/** Tests if a text is the name of a platform, in upper case as in the interface. */
export function isPlatform(name: string): name is Platform {
  return Object.hasOwn(PLATFORMS, name);
}

/** Tests if any provider still delivers to a platform. */
export function isServed(platform: Platform): boolean {
  return !UNSERVED.has(platform);
}

/** The platform of a stored number, or undefined. */
export function platformByNumber(number: number): Platform | undefined {
  return PLATFORM_BY_NUMBER.get(number);
}

/** Apple's systems and browser, whose tokens are web push subscriptions or APNs tokens. */
export const DUAL_CHANNEL_PLATFORMS: readonly Platform[] = ['MACOS', 'SAFARI'];

/**
 * The channel of an installation.
 *
 * @param token  of the installation; on platforms with two channels, a token that is no subscription (JSON) is one of
 *     APNs
 */
export function channelOf(platform: Platform, token?: string): Channel {
  const isNative = token !== undefined && !token.startsWith('{') && DUAL_CHANNEL_PLATFORMS.includes(platform);
  return isNative ? 'apns' : PLATFORMS[platform].channel;
}

/** All channels of the installations of a platform. */
export function channelsOf(platform: Platform): Channel[] {
  return DUAL_CHANNEL_PLATFORMS.includes(platform)
    ? [PLATFORMS[platform].channel, 'apns']
    : [PLATFORMS[platform].channel];
}

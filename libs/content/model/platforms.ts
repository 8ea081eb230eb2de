import type { Channel } from '#libs/channels';

/**
 * Platforms of a message (interface, section 2.6) and the channel of each. The number is stored in installations,
 * chunks and results and never changes. `WP` has no provider any more (Microsoft ended MPNS in 2018): its recipients
 * are counted and skipped, in the queue of web push. `MACOS` and `SAFARI` have the channel of their web push
 * subscriptions here; see `channelOf`.
 */
export const PLATFORMS = {
  IOS: { number: 1, channel: 'apns' },
  ANDROID: { number: 2, channel: 'fcm' },
  WP: { number: 3, channel: 'webpush' },
  CHROME: { number: 4, channel: 'webpush' },
  MACOS: { number: 5, channel: 'webpush' },
  FIREFOX: { number: 6, channel: 'webpush' },
  EDGE: { number: 7, channel: 'webpush' },
  SAFARI: { number: 8, channel: 'webpush' },
  YANDEX: { number: 9, channel: 'webpush' },
  OPERA: { number: 10, channel: 'webpush' },
  EMAIL: { number: 11, channel: 'smtp' },
  SMS: { number: 12, channel: 'sms' },
} as const satisfies Record<string, { number: number; channel: Channel }>;

export type Platform = keyof typeof PLATFORMS;

const PLATFORM_BY_NUMBER = new Map<number, Platform>();
for (const name of Object.keys(PLATFORMS)) {
  if (isPlatform(name)) {
    PLATFORM_BY_NUMBER.set(PLATFORMS[name].number, name);
  }
}

/** Whether a text is the name of a platform, in upper case as in the interface. */
export function isPlatform(name: string): name is Platform {
  return Object.hasOwn(PLATFORMS, name);
}

/** Whether any provider still delivers to a platform. */
export function isServed(platform: Platform): boolean {
  return platform !== 'WP';
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

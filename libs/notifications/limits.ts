import { isPlatform, type Platform } from '#libs/content';
import type { Speed, UserLimits } from '#libs/delivery';
import { malformed } from '#platform/errors';

/** Blocks of a message that belong to one platform. */
const PLATFORM_BLOCKS = { ios: 'IOS', android: 'ANDROID' } as const satisfies Record<string, Platform>;
/** A week: no campaign waits longer between two packages. */
const MOST_MINUTES = 7 * 24 * 60;

/**
 * Reads `limit` of a bulk send (decisions, section 5): at the top level or inside `message` it counts users of all
 * platforms, inside `ios` or `android` those of that platform. The smaller of two counts.
 *
 * @throws AppError malformed for one that is no whole number above 0
 */
export function readLimits(body: Record<string, unknown>): UserLimits | undefined {
  const all = smallest([body, body['message']]);
  const platforms = Object.entries(PLATFORM_BLOCKS).flatMap(([block, platform]): [Platform, number][] => {
    const limit = smallest([inside(body, block), inside(body['message'], block)]);
    return limit !== undefined && isPlatform(platform) ? [[platform, limit]] : [];
  });
  return all === undefined && platforms.length === 0
    ? undefined
    : {
        ...(all !== undefined && { all }),
        ...(platforms.length > 0 && { platforms: Object.fromEntries(platforms) }),
      };
}

/**
 * Reads `speed` of a bulk send, at the top level or inside `message`: `packageSize` (also spelt `packetSize`) recipients
 * every `intervalMins` minutes.
 *
 * @throws AppError malformed when one of the two is missing or no whole number above 0
 */
export function readSpeed(body: Record<string, unknown>): Speed | undefined {
  const speed = inside(body, 'speed') ?? inside(body['message'], 'speed');
  if (speed === undefined || speed === null || speed === false) {
    return undefined;
  }
  const packageSize = readCount(inside(speed, 'packageSize') ?? inside(speed, 'packetSize'), 'speed.packageSize');
  const intervalMins = readCount(inside(speed, 'intervalMins'), 'speed.intervalMins');
  if (packageSize === undefined || intervalMins === undefined) {
    throw malformed("Field 'speed' should have 'packageSize' and 'intervalMins'");
  }
  if (intervalMins > MOST_MINUTES) {
    throw malformed(`Field 'speed.intervalMins' should be at most ${MOST_MINUTES}`);
  }
  return { packageSize, intervalMins };
}

function smallest(parts: readonly unknown[]): number | undefined {
  const limits = parts.flatMap((part) => readCount(inside(part, 'limit'), 'limit') ?? []);
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

function inside(part: unknown, name: string): unknown {
  return typeof part === 'object' && part !== null && !Array.isArray(part) && Object.hasOwn(part, name)
    ? (part as Record<string, unknown>)[name]
    : undefined;
}

/** The largest that the columns take. */
const MOST = 2 ** 31 - 1;

function readCount(value: unknown, field: string): number | undefined {
  if (value === undefined || value === null || value === false) {
    return undefined;
  }
  if (!Number.isSafeInteger(value) || Number(value) < 1 || Number(value) > MOST) {
    throw malformed(`Field '${field}' should be a whole number above 0`);
  }
  return Number(value);
}

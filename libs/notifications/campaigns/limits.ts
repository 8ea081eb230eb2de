import { isPlatform, nameAsWritten, type Platform } from '#libs/content';
import type { Speed, UserLimits } from '#libs/delivery';
import { malformed, missing } from '#platform/errors';

/** Blocks of a message that belong to one platform. */
const PLATFORM_BLOCKS = { ios: 'IOS', android: 'ANDROID' } as const satisfies Record<string, Platform>;
/** A week: no campaign waits longer between two packages. */
const MAX_INTERVAL_MINUTES = 7 * 24 * 60;

/**
 * Reads `limit` of a bulk send (decisions, section 5): at the top level or inside `message` it counts users of all
 * platforms, inside `ios` or `android` those of that platform. The smaller of two counts.
 *
 * @throws AppError malformed for one that is no whole number above 0
 */
export function readLimits(body: Record<string, unknown>): UserLimits | undefined {
  const all = readSmallestLimit(['limit', 'message.limit'], body);
  const platforms = Object.entries(PLATFORM_BLOCKS).flatMap(([block, platform]): [Platform, number][] => {
    const limit = readSmallestLimit([`${block}.limit`, `message.${block}.limit`], body);
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
 * @throws AppError missing_field when one of the two is missing, malformed for one that is no whole number above 0
 */
export function readSpeed(body: Record<string, unknown>): Speed | undefined {
  const speed = getProperty(body, 'speed') ?? getProperty(body['message'], 'speed');
  if (speed === undefined || speed === null || speed === false) {
    return undefined;
  }
  const spelling =
    ['packageSize', 'packetSize'].find((name) => (getProperty(speed, name) ?? null) !== null) ?? 'packageSize';
  const fields = {
    size: nameAsWritten(body, `speed.${spelling}`),
    interval: nameAsWritten(body, 'speed.intervalMins'),
  };
  const packageSize = readCount(getProperty(speed, spelling), fields.size);
  const intervalMins = readCount(getProperty(speed, 'intervalMins'), fields.interval);
  if (packageSize === undefined || intervalMins === undefined) {
    throw missing(packageSize === undefined ? fields.size : fields.interval);
  }
  if (intervalMins > MAX_INTERVAL_MINUTES) {
    throw malformed(`Field '${fields.interval}' should be at most ${MAX_INTERVAL_MINUTES}`);
  }
  return { packageSize, intervalMins };
}

/** @param fields  where it may stand, from the body on */
function readSmallestLimit(fields: readonly string[], body: unknown): number | undefined {
  const limits = fields.flatMap((field) => {
    const value = field.split('.').reduce<unknown>((part, name) => getProperty(part, name), body);
    return readCount(value, field) ?? [];
  });
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

function getProperty(part: unknown, name: string): unknown {
  return typeof part === 'object' && part !== null && !Array.isArray(part) && Object.hasOwn(part, name)
    ? (part as Record<string, unknown>)[name]
    : undefined;
}

/** The largest that the columns take. */
const MAX_COUNT = 2 ** 31 - 1;

function readCount(value: unknown, field: string): number | undefined {
  if (value === undefined || value === null || value === false) {
    return undefined;
  }
  if (!Number.isSafeInteger(value) || Number(value) < 1 || Number(value) > MAX_COUNT) {
    throw malformed(`Field '${field}' should be a whole number above 0`);
  }
  return Number(value);
}

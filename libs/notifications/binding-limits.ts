import { malformed } from '#platform/errors';

/** How many users a bulk send asks to be reached at most, and at most per interval, where it says so. */
export interface Limits {
  /** `limit`, the smallest of those given: of the message, of `ios`, of `android`. */
  limit?: number;
  /** `speed.packageSize` (also spelt `packetSize`). */
  packageSize?: number;
}

/**
 * Reads `limit` and `speed` of a bulk send (decisions, section 5); both may stand at the top level or inside `message`.
 *
 * @throws AppError malformed for one that is no whole number above 0
 */
export function readLimits(body: Record<string, unknown>): Limits {
  const parts = [body, body['message'], inside(body['message'], 'ios'), inside(body['message'], 'android')];
  const limits = parts.flatMap((part) => readCount(inside(part, 'limit'), 'limit'));
  const speeds = [body, body['message']].map((part) => inside(part, 'speed'));
  const packages = speeds.flatMap((speed) =>
    readCount(inside(speed, 'packageSize') ?? inside(speed, 'packetSize'), 'speed.packageSize'),
  );
  return {
    ...(limits.length > 0 && { limit: Math.min(...limits) }),
    ...(packages.length > 0 && { packageSize: Math.min(...packages) }),
  };
}

/**
 * A limit that would leave somebody out, or a speed that would make somebody wait, is refused: to send to more people, or
 * faster, than was asked for cannot be taken back.
 *
 * @param audience  users that the target matches
 */
export function refuseBinding({ limit, packageSize }: Limits, audience: number): void {
  if (limit !== undefined && limit < audience) {
    throw malformed(
      `Field 'limit' is ${limit}, but the target matches ${audience} users: a part of it cannot be sent to`,
    );
  }
  if (packageSize !== undefined && packageSize < audience) {
    throw malformed(
      `Field 'speed.packageSize' is ${packageSize}, but the target matches ${audience} users: a send cannot be slowed down`,
    );
  }
}

function inside(part: unknown, name: string): unknown {
  return typeof part === 'object' && part !== null && !Array.isArray(part) && Object.hasOwn(part, name)
    ? (part as Record<string, unknown>)[name]
    : undefined;
}

function readCount(value: unknown, field: string): number[] {
  if (value === undefined || value === null || value === false) {
    return [];
  }
  if (!Number.isSafeInteger(value) || Number(value) < 1) {
    throw malformed(`Field '${field}' should be a whole number above 0`);
  }
  return [Number(value)];
}

import { isContactPlatform, isPlatform, type Platform } from '#libs/content';
import { malformed } from '#platform/errors';

const PER_DEGREE = 1e9;

/**
 * Rounds degrees to 1e-9, about 0.1 mm, as they are stored and compared. Postgres cannot square smaller differences for
 * a distance: it raises 22003 (underflow) where other engines answer 0.
 */
export function roundDegrees(degrees: number): number {
  return Math.round(degrees * PER_DEGREE) / PER_DEGREE;
}

/**
 * Reads a platform that an installation can have: all but those of addresses, such as EMAIL, which exist in messages only.
 *
 * @throws AppError malformed
 */
export function readDevicePlatform(name: string): Platform {
  if (!isPlatform(name) || isContactPlatform(name)) {
    throw malformed(`Field 'platform' should be a platform of devices, not '${name.slice(0, 40)}'`);
  }
  return name;
}

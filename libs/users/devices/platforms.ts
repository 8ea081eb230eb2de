import { isPlatform, type Platform } from '#libs/content';
import { malformed } from '#platform/errors';

/**
 * A platform that an installation can have: all but EMAIL and SMS, which exist in messages only.
 *
 * @throws AppError malformed
 */
export function readDevicePlatform(name: string): Platform {
  if (!isPlatform(name) || name === 'EMAIL' || name === 'SMS') {
    throw malformed(`Field 'platform' should be a platform of devices, not '${name.slice(0, 40)}'`);
  }
  return name;
}

import { platformByNumber, PLATFORMS } from '#libs/content';
import { malformed, missing } from '#platform/errors';
import { deviceToken, type DeviceToken } from '../devices/device-token.js';
import type { KnownInstallation } from '../devices/installation.repository.js';
import { devicePlatform } from '../devices/platforms.js';
import { MAX_EXT_ID, storableName, storableText } from '../texts.js';
import type { RegisterInstallation } from '../users.types.js';

const MAX_DETAIL = 100;
const DETAILS = ['deviceModel', 'osVersion', 'appVersion', 'language', 'timeZone', 'country'] as const;

/** What a device tells of itself, read and checked; what it leaves out stays as it is. */
export interface InstallationRequest {
  /** Number of the platform. */
  platform: number;
  token?: DeviceToken;
  extId?: string;
  details: { pushPermitted?: boolean } & { [name in (typeof DETAILS)[number]]?: string };
}

/**
 * @param known  the installation that is refreshed; its platform never changes
 * @throws AppError missing_field, malformed
 */
export function readInstallation(
  request: RegisterInstallation,
  known: KnownInstallation | undefined,
): InstallationRequest {
  const name = request.platform ?? (known && platformByNumber(known.platform));
  if (name === undefined) {
    throw missing('platform');
  }
  const platform = devicePlatform(name);
  if (known && PLATFORMS[platform].number !== known.platform) {
    throw malformed(`Field 'platform': this installation is not ${name}`);
  }
  const details: InstallationRequest['details'] = {};
  if (request.pushPermitted !== undefined) {
    details.pushPermitted = request.pushPermitted;
  }
  for (const field of DETAILS) {
    const text = request[field];
    if (text !== undefined && text !== '') {
      details[field] = storableText(text, field, MAX_DETAIL);
    }
  }
  return {
    platform: PLATFORMS[platform].number,
    ...(request.token !== undefined && { token: deviceToken(platform, request.token, 'token') }),
    ...(request.extId !== undefined && { extId: storableName(request.extId, 'extId', MAX_EXT_ID) }),
    details,
  };
}

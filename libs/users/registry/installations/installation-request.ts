import { platformByNumber, PLATFORMS } from '#libs/content';
import { malformed, missing } from '#platform/errors';
import {
  type DeviceTokenService,
  type StoredInstallation,
  readDevicePlatform,
  type DeviceToken,
} from '#libs/users/devices';
import { readExtId, readText, readZone } from '#libs/users/identities';
import type { InstallationRegistration } from './installation.types.js';

const MAX_DETAIL_LENGTH = 100;
const DETAIL_FIELDS = ['deviceModel', 'osVersion', 'appVersion', 'language', 'timeZone', 'country'] as const;

/** A checked report of a device. Absent values stay as they are. */
export interface InstallationRequest {
  /** Number of the platform. */
  platform: number;
  token?: DeviceToken;
  extId?: string;
  details: { pushPermitted?: boolean; drawsMessages?: boolean } & { [name in (typeof DETAIL_FIELDS)[number]]?: string };
}

/**
 * Reads a report of a device.
 *
 * @param installation  the installation to refresh; its platform never changes
 * @throws AppError missing_field, malformed
 */
export function readInstallationRequest(
  request: InstallationRegistration,
  installation: StoredInstallation | undefined,
  deviceTokens: DeviceTokenService,
): InstallationRequest {
  const name = request.platform ?? (installation && platformByNumber(installation.platform));
  if (name === undefined) {
    throw missing('platform');
  }
  const platform = readDevicePlatform(name);
  if (installation && PLATFORMS[platform].number !== installation.platform) {
    throw malformed(`Field 'platform': this installation is not ${name}`);
  }
  const details: InstallationRequest['details'] = {};
  if (request.pushPermitted !== undefined) {
    details.pushPermitted = request.pushPermitted;
  }
  if (request.drawsMessages !== undefined) {
    details.drawsMessages = request.drawsMessages;
  }
  for (const field of DETAIL_FIELDS) {
    const text = request[field];
    if (text !== undefined && text !== '') {
      details[field] = field === 'timeZone' ? readZone(text) : readText(text, field, MAX_DETAIL_LENGTH);
    }
  }
  return {
    platform: PLATFORMS[platform].number,
    ...(request.token !== undefined && { token: deviceTokens.readToken(platform, request.token, 'token') }),
    ...(request.extId !== undefined && { extId: readExtId(request.extId) }),
    details,
  };
}

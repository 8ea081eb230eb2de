import { isPlatform, PLATFORMS, platformByNumber } from '#libs/content';
import { malformed } from '#platform/errors';
import type { TargetValue } from '../target.js';

/** A column of `users.installation` and how its values are written outside. */
export interface InstallationAttribute {
  column: string;
  /** Undefined: no installation can have the value. */
  stored(value: TargetValue): string | undefined;
  shown(stored: string): string;
}

const TEXT = { stored: String, shown: (stored: string) => stored };

/** What installations can be counted by. */
const ATTRIBUTES: Readonly<Record<string, InstallationAttribute>> = {
  platform: {
    column: 'platform',
    stored: (value) => (typeof value === 'string' && isPlatform(value) ? String(PLATFORMS[value].number) : undefined),
    shown: (stored) => platformByNumber(Number(stored)) ?? stored,
  },
  pushPermitted: { column: 'push_permitted', ...TEXT },
  deviceModel: { column: 'device_model', ...TEXT },
  osVersion: { column: 'os_version', ...TEXT },
  appVersion: { column: 'app_version', ...TEXT },
  language: { column: 'language', ...TEXT },
  timeZone: { column: 'time_zone', ...TEXT },
  country: { column: 'country', ...TEXT },
};

/** @throws AppError malformed */
export function installationAttribute(code: string): InstallationAttribute {
  const attribute = Object.hasOwn(ATTRIBUTES, code) ? ATTRIBUTES[code] : undefined;
  if (!attribute) {
    throw malformed(
      `Field 'groupBy.installation' should be one of ${Object.keys(ATTRIBUTES).join(', ')}, not '${code.slice(0, 80)}'`,
    );
  }
  return attribute;
}

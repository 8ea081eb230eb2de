import { isPlatform, PLATFORMS, platformByNumber } from '#libs/content';
import { malformed } from '#platform/errors';
import type { TargetValue } from './condition.types.js';

/** A column of `users.installation` and the public form of its values. */
export interface InstallationAttribute {
  column: string;
  /** The values are a fixed list, so they tell no one. */
  isFixed?: true;
  /** The values are versions, which compare by their numbers. */
  isVersion?: true;
  /** Undefined: no installation can have the value. */
  toStored(value: TargetValue): string | undefined;
  toDisplayed(stored: string): string;
}

const TEXT_VALUES = { toStored: String, toDisplayed: (stored: string) => stored };

/** The attributes of installations that users are targeted and counted by. */
const ATTRIBUTES: Readonly<Record<string, InstallationAttribute>> = {
  platform: {
    column: 'platform',
    isFixed: true,
    toStored: (value) => (typeof value === 'string' && isPlatform(value) ? String(PLATFORMS[value].number) : undefined),
    toDisplayed: (stored) => platformByNumber(Number(stored)) ?? stored,
  },
  pushPermitted: { column: 'push_permitted', isFixed: true, ...TEXT_VALUES },
  deviceModel: { column: 'device_model', ...TEXT_VALUES },
  osVersion: { column: 'os_version', isVersion: true, ...TEXT_VALUES },
  appVersion: { column: 'app_version', isVersion: true, ...TEXT_VALUES },
  language: { column: 'language', ...TEXT_VALUES },
  timeZone: { column: 'time_zone', ...TEXT_VALUES },
  country: { column: 'country', ...TEXT_VALUES },
};

/** Columns of `users.installation` that targets look at. */
export const INSTALLATION_COLUMNS: readonly string[] = Object.values(ATTRIBUTES).map(({ column }) => column);

/** Undefined: devices have no such attribute. */
export function installationAttributeOf(code: string): InstallationAttribute | undefined {
  return Object.hasOwn(ATTRIBUTES, code) ? ATTRIBUTES[code] : undefined;
}

/**
 * @param field  what a refusal calls it
 * @throws AppError malformed
 */
export function requireInstallationAttribute(code: string, field: string): InstallationAttribute {
  const attribute = installationAttributeOf(code);
  if (!attribute) {
    throw malformed(
      `Field '${field}' should be one of ${Object.keys(ATTRIBUTES).join(', ')}, not '${code.slice(0, 80)}'`,
    );
  }
  return attribute;
}

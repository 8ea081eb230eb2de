import type { Messages } from '../i18n/en.js';

/** Platforms of messages that are written here, in their order. */
export const MESSAGE_PLATFORMS = [
  'IOS',
  'ANDROID',
  'HUAWEI',
  'CHROME',
  'FIREFOX',
  'SAFARI',
  'EDGE',
  'SMS',
  'WHATSAPP',
  'CHAT',
  'EMAIL',
] as const;

/** How platforms are called, by their names in the interface. */
export function platformName(platform: string, w: Messages): string {
  return w.platforms[platform] ?? platform;
}

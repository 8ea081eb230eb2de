import type { Words } from '../words/en.js';

/** How platforms are called, by their names in the interface. */
export function platformName(platform: string, w: Words): string {
  return w.platforms[platform] ?? platform;
}

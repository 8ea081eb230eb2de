import { platformName } from '../figures/platform-names.js';
import type { Words } from '../words/en.js';

/** Names that the words of the panel do not have. */
const BRANDS: Readonly<Record<string, string>> = { EDGE: 'Edge' };

export function platformLabel(platform: string, w: Words): string {
  return BRANDS[platform] ?? platformName(platform, w);
}

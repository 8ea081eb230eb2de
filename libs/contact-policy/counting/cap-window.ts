import { readDuration } from '#platform/spelling';
import type { Cap } from '../model/policy.types.js';

/** The window of a cap: so many seconds, and never earlier than a time. */
export interface CapWindow {
  seconds: number;
  since: string;
}

export function windowsOf(caps: readonly Cap[]): CapWindow[] {
  return caps.map(({ entry, since }) => ({ seconds: secondsOf(entry), since }));
}

/** Seconds that the longest window needs. */
export function longestWindow(caps: readonly Cap[]): number {
  return Math.max(0, ...windowsOf(caps).map(({ seconds }) => seconds));
}

export function secondsOf({ per }: Pick<Cap['entry'], 'per'>): number {
  return readDuration(per) ?? Number.NaN;
}

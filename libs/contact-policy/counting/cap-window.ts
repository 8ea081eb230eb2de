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

/** When a user with these messages, the newest first, has a free place again. @param times  in ms since 1970 */
export function findFreeTime({ entry }: Pick<Cap, 'entry'>, times: readonly number[]): Date {
  const oldest = times[entry.most - 1] ?? times.at(-1) ?? 0;
  return new Date(oldest + secondsOf(entry) * 1000);
}

import { malformed } from '#platform/errors';

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const PATTERN = /^(\d{1,6})([smhd])$/;
const MAX_MS = 365 * UNITS.d;

/** The form of a duration in the application file: `90s`, `10m`, `4h`, `3d`. */
export const DURATION_PATTERN = '^\\d{1,6}[smhd]$';

/**
 * Reads a duration.
 *
 * @returns milliseconds
 * @throws AppError malformed for another form, none, or more than 365 days
 */
export function readDuration(text: string, path: string): number {
  const [, count, unit] = PATTERN.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit as keyof typeof UNITS] ?? Number.NaN);
  if (!(ms > 0 && ms <= MAX_MS)) {
    throw malformed(`${path} should be a duration up to 365d, such as 90s, 10m, 4h or 3d`);
  }
  return ms;
}

/** Writes a duration in the largest unit that it is a whole number of. */
export function writeDuration(ms: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, length]) => ms % length === 0) ?? ['s', UNITS.s];
  return `${ms / size}${unit}`;
}

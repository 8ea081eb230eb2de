import { malformed } from '#platform/errors';

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const OFFSET = /^\+(?:\d{1,6}[smhd])+$/;
const PART = /(\d+)([smhd])/g;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** The longest scenario. */
export const LONGEST_MS = 366 * 86_400_000;

/** Reads an instant of ISO 8601 with an offset. @returns epoch ms @throws AppError malformed */
export function readInstant(text: unknown, path: string): number {
  const at = typeof text === 'string' && ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) {
    throw malformed(`${path} should be a time such as "2026-03-02T09:00:00Z"`);
  }
  return at;
}

/**
 * Reads a time of a scenario: a time after its start, such as `+10m` or `+1d2h30m`, or an instant.
 *
 * @returns epoch ms
 * @throws AppError malformed for another form, and for a time before the start or more than 366 days after it
 */
export function readMoment(text: unknown, path: string, start: number): number {
  const at = typeof text === 'string' && OFFSET.test(text) ? start + sumOf(text) : readInstantOrOffset(text, path);
  if (at < start || at > start + LONGEST_MS) {
    throw malformed(`${path} should be at the start or up to 366 days after it`);
  }
  return at;
}

/** Writes a time as it may stand in a scenario. */
export function writeMoment(at: number, start: number): string {
  let rest = at - start;
  const parts = Object.entries(UNITS)
    .toReversed()
    .flatMap(([unit, size]) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count > 0 ? `${count}${unit}` : [];
    });
  return `+${parts.join('') || '0s'}`;
}

function readInstantOrOffset(text: unknown, path: string): number {
  try {
    return readInstant(text, path);
  } catch {
    throw malformed(`${path} should be a time after the start, such as +10m or +1d2h, or one as of start`);
  }
}

function sumOf(text: string): number {
  return [...text.matchAll(PART)].reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 0), 0);
}

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
const FORM = /^([1-9]\d{0,8})([smhd])$/;

/** Reads a duration such as `90s`, `10m`, `4h` or `3d`. @returns seconds; undefined: it is none */
export function readDuration(text: string): number | undefined {
  const [, count, unit] = FORM.exec(text.trim()) ?? [];
  return count === undefined ? undefined : Number(count) * SECONDS[unit as keyof typeof SECONDS];
}

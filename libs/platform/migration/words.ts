const MINUTE_S = 60;
const HOUR_S = 3600;
const UNITS = ['kB', 'MB', 'GB', 'TB'];

/** `40 s`, `12 min`, `3 h`. */
export function describeSeconds(seconds: number): string {
  if (seconds < 2 * MINUTE_S) {
    return `${Math.max(0, Math.round(seconds))} s`;
  }
  return seconds < 2 * HOUR_S ? `${Math.round(seconds / MINUTE_S)} min` : `${Math.round(seconds / HOUR_S)} h`;
}

/** `12 kB`, `3.1 GB`. */
export function describeBytes(bytes: number): string {
  let [size, unit] = [bytes / 1024, 0];
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`;
}

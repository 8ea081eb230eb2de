/** A color as shares of red, green and blue, each from 0 to 255. */
type Rgb = readonly [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** WCAG 2.2, success criterion 1.4.3: of text and what is behind it. */
const MIN_CONTRAST = 4.5;
const STEPS = 100;

/**
 * Finds the color nearest to a brand's that can be read on some grounds: a darker one on light grounds, a lighter one on
 * dark grounds.
 *
 * @param color    `#rrggbb`, as all others
 * @param grounds  all light, or all dark
 */
export function readableColor(color: string, grounds: readonly string[]): string {
  const behind = grounds.map(parseColor);
  const isLight = behind.every((ground) => luminance(ground) > 0.5);
  const wish = parseColor(color);
  for (let step = 0; step <= STEPS; step++) {
    const mixed = mix(wish, isLight ? BLACK : WHITE, step / STEPS);
    if (behind.every((ground) => contrast(mixed, ground) >= MIN_CONTRAST)) {
      return writeColor(mixed);
    }
  }
  return writeColor(isLight ? BLACK : WHITE);
}

/** Black or white, whichever can be read better on a color: at least 4.5 to 1 on any. */
export function textColorOn(color: string): string {
  const ground = parseColor(color);
  return writeColor(contrast(WHITE, ground) >= contrast(BLACK, ground) ? WHITE : BLACK);
}

/** The contrast of two colors (WCAG 2.2, "contrast ratio"): 1 to 21. */
export function contrastOf(first: string, second: string): number {
  return contrast(parseColor(first), parseColor(second));
}

function contrast(first: Rgb, second: Rgb): number {
  const [light, dark] = [luminance(first), luminance(second)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** WCAG 2.2, "relative luminance". */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((share) => {
    const part = share / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
}

function parseColor(color: string): Rgb {
  const part = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function writeColor(color: Rgb): string {
  return `#${color.map((share) => share.toString(16).padStart(2, '0')).join('')}`;
}

/** The cost of one operation at each size, in the order of the sizes. */
export interface Curve {
  name: string;
  values: readonly number[];
}

const [WIDTH, HEIGHT] = [900, 500];
const AREA = { left: 80, right: 600, top: 80, bottom: 440 };
/** Colours that people with colour vision deficiency can distinguish (Okabe and Ito), beside the names of the lines. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#aa4499', '#9a6b00', '#2f9fd0', '#475569'];
const LINE_HEIGHT = 19;

/**
 * A picture with both axes logarithmic: what is flat stays level, what is linear climbs by a decade with each decade, as
 * the dashed line does. It has a ground of its own, so that it is read in light and dark surroundings.
 *
 * @param sizes   ascending, at least two
 * @param curves  values above 0
 * @param unit    of the values
 */
export function plot(title: string, unit: string, sizes: readonly number[], curves: readonly Curve[]): string {
  const all = curves.flatMap(({ values }) => values);
  const [least, maximum] = [Math.min(...all), Math.max(...all)];
  const x = logarithmic([sizes[0] ?? 1, sizes.at(-1) ?? 10], [AREA.left, AREA.right]);
  const y = logarithmic(
    [10 ** Math.floor(Math.log10(least)), 10 ** Math.ceil(Math.log10(maximum))],
    [AREA.bottom, AREA.top],
  );
  const names = spread(curves.map(({ values }) => y(values.at(-1) ?? 1)));
  const colours = curves.map((_, n) => COLOURS[n % COLOURS.length] ?? '#000000');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif" font-size="13">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="8" fill="#ffffff"/>`,
    text(AREA.left, 34, title, 'font-size="18" font-weight="700" fill="#0f172a"'),
    text(AREA.left, 56, `${unit}; both axes logarithmic; dashed: linear growth`, 'fill="#475569"'),
    ...powers(least, maximum).map(
      (value) =>
        `${rule(AREA.left, y(value), AREA.right, y(value))}${text(AREA.left - 10, y(value) + 4, value.toLocaleString('en'), 'fill="#475569" text-anchor="end"')}`,
    ),
    ...sizes.map(
      (size) =>
        `${rule(x(size), AREA.top, x(size), AREA.bottom)}${text(x(size), AREA.bottom + 24, `${size.toLocaleString('en')} users`, 'fill="#475569" text-anchor="middle"')}`,
    ),
    line(
      sizes.map((size) => [x(size), y((least * size) / (sizes[0] ?? 1))]),
      '#64748b',
      'stroke-dasharray="5 5"',
    ),
    ...curves.map(({ name, values }, n) => {
      const places = values.map((value, i): Place => [x(sizes[i] ?? 1), y(value)]);
      const dots = places.map(([cx, cy]) => `<circle cx="${round(cx)}" cy="${round(cy)}" r="4" fill="${colours[n]}"/>`);
      const label = text(AREA.right + 14, (names[n] ?? 0) + 4, name, `fill="${colours[n]}" font-weight="600"`);
      return line(places, colours[n] ?? '', 'stroke-width="2.5"') + dots.join('') + label;
    }),
    '</svg>\n',
  ].join('\n');
}

type Place = readonly [x: number, y: number];

function logarithmic([least, maximum]: Place, [from, to]: Place): (value: number) => number {
  return (value) => from + ((to - from) * Math.log(value / least)) / Math.log(maximum / least);
}

/** Powers of ten from at most the least value to at least the largest. */
function powers(least: number, maximum: number): number[] {
  const [first, last] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(maximum))];
  return Array.from({ length: last - first + 1 }, (_, n) => Number(`1e${first + n}`));
}

/** Moves heights apart, so that no two names cover each other. */
function spread(heights: readonly number[]): number[] {
  const moved = [...heights];
  let last = -Infinity;
  for (const n of heights.map((_, i) => i).toSorted((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0))) {
    last = Math.max(heights[n] ?? 0, last + LINE_HEIGHT);
    moved[n] = last;
  }
  return moved;
}

function text(x: number, y: number, content: string, style: string): string {
  return `<text x="${round(x)}" y="${round(y)}" ${style}>${content}</text>`;
}

function rule(x1: number, y1: number, x2: number, y2: number): string {
  return `<path d="M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}" stroke="#e2e8f0"/>`;
}

function line(places: readonly Place[], colour: string, style: string): string {
  return `<path d="M${places.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}" fill="none" stroke="${colour}" ${style}/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

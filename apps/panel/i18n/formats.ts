/** Numbers and times, written as a language writes them; every time names its zone. */
export interface Formats {
  number: (value: number) => string;
  /** At most two digits behind the comma. */
  rate: (value: number) => string;
  /** In short, for an axis: 200K. */
  compact: (value: number) => string;
  /** @param share  0 to 1 */
  percent: (share: number) => string;
  /** Time of day with seconds and zone, for live values. */
  clock: (iso: string) => string;
  /** Day and time with zone; without the year when it is this one. */
  moment: (iso: string) => string;
  day: (iso: string) => string;
  /** A day that is the same everywhere, with its year: `1990-04-01`. */
  date: (iso: string) => string;
  /** How long ago, in words. */
  ago: (iso: string) => string;
  /** How long something takes, in its two largest units. */
  span: (seconds: number) => string;
  /** A time of any clock, without a zone. @param local  `2030-02-01T15:30` */
  wall: (local: string) => string;
}

const SPANS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** The smallest share that one digit behind the comma can say. */
const LEAST_SHARE = 0.001;

/** @param zone  IANA name */
export function formatsOf(locale: string, zone: string): Formats {
  const number = new Intl.NumberFormat(locale);
  const rate = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const time = { hour: '2-digit', minute: '2-digit', timeZone: zone, timeZoneName: 'short' } as const;
  const clock = new Intl.DateTimeFormat(locale, { ...time, second: '2-digit' });
  const near = new Intl.DateTimeFormat(locale, { ...time, day: 'numeric', month: 'short' });
  const far = new Intl.DateTimeFormat(locale, { ...time, day: 'numeric', month: 'short', year: 'numeric' });
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: zone });
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const wall = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  return {
    number: (value) => number.format(value),
    rate: (value) => rate.format(value),
    compact: (value) => compact.format(value),
    // A small share is never written as nothing.
    percent: (share) => (share > 0 && share < LEAST_SHARE ? `< ${percent.format(LEAST_SHARE)}` : percent.format(share)),
    clock: (iso) => clock.format(new Date(iso)),
    moment: (iso) => {
      const date = new Date(iso);
      return (date.getFullYear() === new Date().getFullYear() ? near : far).format(date);
    },
    // A day without a time is the same day everywhere: noon keeps it so in every zone but the outermost.
    day: (iso) => day.format(new Date(iso.length === 10 ? `${iso}T12:00:00Z` : iso)),
    date: (iso) => date.format(new Date(iso)),
    ago: (iso) => {
      const seconds = (new Date(iso).getTime() - Date.now()) / 1000;
      const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? ['second', 1];
      return relative.format(Math.round(seconds / size), unit);
    },
    span: spanOf(locale),
    wall: (local) => wall.format(new Date(`${local}Z`)),
  };
}

function spanOf(locale: string): Formats['span'] {
  const formats = SPANS.map(([unit, size]) => {
    return { size, format: new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }) };
  });
  return (seconds) => {
    let rest = Math.round(seconds);
    const parts = formats.flatMap(({ size, format }) => {
      const amount = Math.floor(rest / size);
      rest -= amount * size;
      return amount > 0 ? [format.format(amount)] : [];
    });
    return parts.slice(0, 2).join(' ');
  };
}

/** A day of the calendar, `yyyy-MM-dd`, without a time zone. */
export type Day = string;

const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7;
const FORM = /^\d{4}-\d{2}-\d{2}$/;
const writers = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment in a zone (IANA). */
export function dayOf(iso: string | Date, zone: string): Day {
  const writer =
    writers.get(zone) ??
    // Canada writes days as ISO 8601 does.
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  writers.set(zone, writer);
  return writer.format(new Date(iso));
}

/** A day out of the address; anything else becomes `otherwise`. */
export function readDay(text: string | undefined, otherwise: Day): Day {
  const isDay = text !== undefined && FORM.test(text) && !Number.isNaN(Date.parse(text));
  return isDay && toDay(new Date(Date.parse(text))) === text ? text : otherwise;
}

export function addDays(day: Day, count: number): Day {
  return toDay(new Date(Date.parse(day) + count * DAY_MS));
}

/** Moves a day by some months: to this day of that month, or to its last one. */
export function addMonths(day: Day, count: number): Day {
  const date = new Date(Date.parse(day));
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), last));
  return toDay(first);
}

/** Monday of a week (ISO 8601). */
export function startOfWeek(day: Day): Day {
  const fromMonday = (new Date(Date.parse(day)).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
  return addDays(day, -fromMonday);
}

/** The weeks that show a month whole, or the one week. */
export function weeksOf(day: Day, view: 'month' | 'week'): Day[][] {
  const first = startOfWeek(view === 'week' ? day : `${day.slice(0, -2)}01`);
  const last = view === 'week' ? first : addDays(addMonths(`${day.slice(0, -2)}01`, 1), -1);
  const weeks: Day[][] = [];
  for (let monday = first; monday <= last; monday = addDays(monday, DAYS_OF_WEEK)) {
    weeks.push(Array.from({ length: DAYS_OF_WEEK }, (_, index) => addDays(monday, index)));
  }
  return weeks;
}

function toDay(date: Date): Day {
  return date.toISOString().slice(0, 10);
}

/** How times are written, as elsewhere in the panel: English by days before months, with 24 hours. */
export function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}

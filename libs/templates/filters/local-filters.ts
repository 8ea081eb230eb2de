import { LruCache } from '#platform/collections';
import { readTimeZone } from '#platform/spelling';
import { isNil, toList, toNumber, toText } from '../values/values.js';
import { formatDate } from './date-format.js';
import type { Filter, FilterRun, TemplatePlace } from './filter.types.js';
import { readMoment } from './read-moment.js';
import { readNumber } from './read-number.js';

/** Filters that write values for a person: in the language and zone of the person, by CLDR. */

const STYLES = new Set(['full', 'long', 'medium', 'short']);
type Style = 'full' | 'long' | 'medium' | 'short';

/** Formatters of the languages and zones in use: one takes far longer to make than to use. */
const formatters = new LruCache<string, object>({ max: 500 });
/** Languages that are written from right to left: a number in them moves without its own direction. */
const RIGHT_TO_LEFT = /^(?:ar|arc|ckb|dv|fa|he|iw|ku-arab|ps|sd|syr|ug|ur|yi)(?:-|$)/i;
const SPECIAL_SPACES = /[\u00a0\u202f]/g;
const MAX_DIGITS = 20;
/** Steps of a value that is written by CLDR: its formatter may have to be made. */
const STEPS_OF_FORMAT = 50;

function readLanguage({ language }: TemplatePlace): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** A written value as a part of a text of either direction. */
function isolate(text: string, { place, budget }: FilterRun): string {
  budget.spend(STEPS_OF_FORMAT);
  budget.write(text.length + 2);
  const plain = text.replace(SPECIAL_SPACES, ' ');
  return RIGHT_TO_LEFT.test(place.language) ? `\u2068${plain}\u2069` : plain;
}

/** The formatter of a kind; each has a class of its own. */
function findFormat<T extends object>(key: string, kind: new (...args: never[]) => T, create: () => T): T {
  const cached = formatters.get(`${kind.name} ${key}`);
  const format = cached instanceof kind ? cached : create();
  formatters.set(`${kind.name} ${key}`, format);
  return format;
}

function findNumberFormat(place: TemplatePlace, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${place.language} ${JSON.stringify(options)}`;
  return findFormat(key, Intl.NumberFormat, () => new Intl.NumberFormat(readLanguage(place), options));
}

/** A value that a filter cannot read stays as it is. */
function unreadable(input: unknown, run: FilterRun): unknown {
  run.isWrongType = !isNil(input) && input !== '';
  return input;
}

const money: Filter = (input, [code], run) => {
  const [amount, currency] = [readNumber(input), toText(code, run.budget)];
  if (amount === undefined || !/^[A-Za-z]{3}$/.test(currency)) {
    return unreadable(input, run);
  }
  return isolate(findNumberFormat(run.place, { style: 'currency', currency }).format(amount), run);
};

const localNumber: Filter = (input, [digits], run) => {
  const amount = readNumber(input);
  if (amount === undefined) {
    return unreadable(input, run);
  }
  const places = Math.trunc(Math.min(MAX_DIGITS, Math.max(0, toNumber(digits))));
  const fixed = { minimumFractionDigits: places, maximumFractionDigits: places };
  return isolate(findNumberFormat(run.place, digits === undefined ? {} : fixed).format(amount), run);
};

function readStyle(value: unknown): Style | undefined {
  return typeof value === 'string' && STYLES.has(value) ? (value as Style) : undefined;
}

const localDate: Filter = (input, [style], run) => {
  const moment = readMoment(input, run.place.now);
  if (!moment) {
    return unreadable(input, run);
  }
  const dateStyle = readStyle(style) ?? 'long';
  const timeStyle = moment.isDay ? undefined : readStyle(run.named['time']);
  const timeZone = moment.isDay ? 'UTC' : (readTimeZone(run.place.timeZone) ?? 'UTC');
  const key = `${run.place.language} ${dateStyle} ${timeStyle ?? ''} ${timeZone}`;
  const format = findFormat(
    key,
    Intl.DateTimeFormat,
    () => new Intl.DateTimeFormat(readLanguage(run.place), { dateStyle, timeZone, ...(timeStyle && { timeStyle }) }),
  );
  return isolate(format.format(moment.time), run);
};

const plural: Filter = (input, _values, { place, named, budget }) => {
  budget.spend(STEPS_OF_FORMAT);
  const rules = findFormat(place.language, Intl.PluralRules, () => new Intl.PluralRules(readLanguage(place)));
  const form = rules.select(toNumber(input));
  return Object.hasOwn(named, form) ? named[form] : named['other'];
};

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const relativeTime: Filter = (input, _values, run) => {
  const moment = readMoment(input, run.place.now);
  if (!moment) {
    return unreadable(input, run);
  }
  const seconds = (moment.time - run.place.now) / 1000;
  const [unit, length] = UNITS.find(([, of]) => Math.abs(seconds) >= of) ?? (['second', 1] as const);
  const { language } = run.place;
  const format = findFormat(
    language,
    Intl.RelativeTimeFormat,
    () => new Intl.RelativeTimeFormat(readLanguage(run.place), { numeric: 'auto' }),
  );
  return isolate(format.format(Math.round(seconds / length), unit), run);
};

const list: Filter = (input, [kind], run) => {
  const items = toList(input).map((item) => toText(item, run.budget));
  run.budget.spend(items.length + STEPS_OF_FORMAT);
  run.budget.write(items.reduce((sum, item) => sum + item.length + 10, 0));
  const type = kind === 'or' ? 'disjunction' : 'conjunction';
  const key = `${run.place.language} ${type}`;
  const create = (): Intl.ListFormat => new Intl.ListFormat(readLanguage(run.place), { type });
  return findFormat(key, Intl.ListFormat, create).format(items);
};

/** The dates of Liquid, with names of English; in UTC without a zone as second argument. */
const date: Filter = (input, [pattern, zone], run) => {
  const moment = readMoment(input, run.place.now);
  if (!moment) {
    return unreadable(input, run);
  }
  run.budget.spend(isNil(zone) ? 0 : STEPS_OF_FORMAT);
  const written = isNil(pattern) ? '%A, %B %-e, %Y at %-l:%M %P %z' : toText(pattern, run.budget);
  return formatDate(moment.time, written, isNil(zone) ? 'UTC' : toText(zone, run.budget), run.budget);
};

export const LOCAL_FILTERS: Readonly<Record<string, Filter>> = {
  date,
  money,
  local_number: localNumber,
  local_date: localDate,
  plural,
  relative_time: relativeTime,
  list,
};

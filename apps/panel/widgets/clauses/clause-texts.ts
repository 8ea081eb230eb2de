import type { Messages } from '../../i18n/en.js';
import type { Formats } from '../../i18n/formats.js';
import { useI18n } from '../../i18n/i18n.js';
import { useClausePhrases, type ClausePhrases } from './clause-phrases.js';
import { platformName } from '../platform-names.js';

/** A clause as the server has it. */
export interface AskedClause {
  clause: string;
  wanted: Readonly<Record<string, unknown>>;
}

interface ClauseTexts {
  /** A clause in words; of a kind that is not known here as the server has it. */
  describe: (clause: AskedClause) => string;
  /** The user's value that the clause looked at; null: none, or one that repeats the clause. */
  describeFound: (clause: AskedClause & { found?: unknown }) => string | null;
}

const LIMITS: Readonly<Record<string, string>> = { $gt: '>', $gte: '≥', $lt: '<', $lte: '≤' };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** In place of a private value. */
const MASK = '***';

/** Clauses of a target in the reader's language. */
export function useClauseTexts(): ClauseTexts {
  const { f, w } = useI18n();
  const phrases = useClausePhrases();
  return {
    describe: (clause) =>
      clause.clause === 'reachable' ? reachOf(clause.wanted, phrases, w) : describe(clause, phrases, f),
    describeFound: (clause) =>
      clause.clause === 'reachable'
        ? platformsOf(clause.found, w) || phrases.nowhere
        : describeFound(clause, phrases, f),
  };
}

function describe(asked: AskedClause, phrases: ClausePhrases, f: Formats): string {
  const { clause, wanted } = asked;
  const code = textOf(wanted['code']);
  switch (clause) {
    case 'all':
    case 'and':
    case 'or':
    case 'not':
    case 'private':
      return phrases.kinds[clause];
    case 'profile':
      return onDevice(wanted, phrases.isOneOf(code, listOf(wanted['values'])), phrases);
    case 'exists':
      return onDevice(wanted, wanted['exists'] === true ? phrases.hasValue(code) : phrases.hasNone(code), phrases);
    case 'range':
      return onDevice(wanted, `${code} ${limitsOf(wanted['limits'], phrases)}`, phrases);
    case 'contains':
      return onDevice(wanted, phrases.contains(code, listOf(wanted['texts'])), phrases);
    case 'tag':
    case 'segment':
      return phrases[clause][modeOf(wanted)](listOf(wanted['names']));
    case 'location':
      return phrases.place(textOf(wanted['radius']), `${textOf(wanted['latitude'])}, ${textOf(wanted['longitude'])}`);
    case 'event':
      return eventOf(wanted, phrases, f);
    case 'seen': {
      const text = `${wanted['which'] === 'first' ? phrases.first : phrases.last} ${windowOf(wanted, phrases, f)}`;
      return wanted['inside'] === false ? phrases.outside(text) : text;
    }
    case 'extIds':
      return phrases.isUser(listOf(wanted['extIds']));
    case 'uids':
      return phrases.isListed(typeof wanted['users'] === 'number' ? wanted['users'] : listLength(wanted['uids']));
    case 'tokens':
      return phrases.hasDevice(listLength(wanted['tokens']));
    default:
      return `${clause} ${JSON.stringify(wanted)}`;
  }
}

function describeFound({ clause, found }: { clause: string; found?: unknown }, phrases: ClausePhrases, f: Formats) {
  const facts = recordOf(found);
  switch (clause) {
    case 'profile':
    case 'exists':
    case 'range':
    case 'contains':
      return found === MASK ? phrases.hidden : listOf(found) || phrases.noValue;
    case 'location':
      return typeof facts['nearestKm'] === 'number' ? phrases.nearest(f.number(facts['nearestKm'])) : phrases.noPlace;
    case 'event': {
      const { times, last } = facts;
      return [
        ...(typeof times === 'number' ? [phrases.happened(times)] : []),
        ...(typeof last === 'string' ? [phrases.lastTime(f.moment(last))] : []),
      ].join(', ');
    }
    case 'seen':
      return typeof found === 'string' ? f.moment(found) : phrases.noValue;
    case 'segment':
    case 'extIds':
      return listOf(found) || null;
    default:
      return null;
  }
}

function listLength(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function onDevice(wanted: AskedClause['wanted'], condition: string, phrases: ClausePhrases): string {
  return wanted['on'] === 'installation' ? phrases.onDevice(condition) : condition;
}

function eventOf(wanted: AskedClause['wanted'], phrases: ClausePhrases, f: Formats): string {
  const times = phrases.times(typeof wanted['atLeast'] === 'number' ? wanted['atLeast'] : 1);
  const deed = (wanted['did'] === false ? phrases.didNot : phrases.did)(textOf(wanted['name']), times);
  const where = Array.isArray(wanted['where']) ? wanted['where'].map((test) => testOf(recordOf(test), phrases)) : [];
  const parts = [deed, windowOf(wanted, phrases, f), where.length > 0 ? phrases.where(where.join(', ')) : ''];
  return parts.filter((part) => part !== '').join(' ');
}

function reachOf(wanted: AskedClause['wanted'], phrases: ClausePhrases, w: Messages): string {
  const platforms = wanted['platforms'];
  return phrases.reach[modeOf({ ...wanted, names: platforms })](platformsOf(platforms, w));
}

function platformsOf(value: unknown, w: Messages): string {
  return Array.isArray(value) ? value.map((platform) => platformName(textOf(platform), w)).join(', ') : '';
}

/** Words the condition on an attribute of an event. */
function testOf(test: AskedClause['wanted'], phrases: ClausePhrases): string {
  const attribute = textOf(test['attribute']);
  if (typeof test['exists'] === 'boolean') {
    return test['exists'] ? phrases.hasValue(attribute) : phrases.hasNone(attribute);
  }
  if ('is' in test) {
    return phrases.isOneOf(attribute, listOf(test['is']));
  }
  const [least, most] = [textOf(test['least']), textOf(test['most'])];
  return [attribute, least && `≥ ${least}`, most && `≤ ${most}`].filter((part) => part !== '').join(' ');
}

function windowOf(wanted: AskedClause['wanted'], phrases: ClausePhrases, f: Formats): string {
  const { within, from, to } = recordOf(wanted['window']);
  return [
    ...(typeof within === 'number' ? [phrases.within(spanOf(within, phrases))] : []),
    ...(typeof from === 'number' ? [phrases.from(f.moment(new Date(from).toISOString()))] : []),
    ...(typeof to === 'number' ? [phrases.until(f.moment(new Date(to).toISOString()))] : []),
  ].join(', ');
}

function spanOf(ms: number, phrases: ClausePhrases): string {
  return ms % DAY_MS === 0 ? phrases.days(ms / DAY_MS) : phrases.hours(Math.round(ms / HOUR_MS));
}

/** Ends of a range, as `≥ 18, < 65`. */
function limitsOf(value: unknown, phrases: ClausePhrases): string {
  const limits = Array.isArray(value) ? value.map(recordOf) : [];
  return limits
    .map(({ op, ago, value: end }) => {
      const place =
        typeof ago !== 'number'
          ? textOf(end)
          : ago < 0
            ? phrases.ahead(spanOf(-ago, phrases))
            : phrases.ago(spanOf(ago, phrases));
      return `${LIMITS[textOf(op)] ?? textOf(op)} ${place}`;
    })
    .join(', ');
}

/** How names combine; one name alone needs no word for it. */
function modeOf({ mode, names }: AskedClause['wanted']): 'single' | 'any' | 'all' | 'none' {
  if (mode === 'none') {
    return 'none';
  }
  return Array.isArray(names) && names.length === 1 ? 'single' : mode === 'all' ? 'all' : 'any';
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}

function listOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);
}

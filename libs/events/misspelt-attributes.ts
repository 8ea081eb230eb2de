import { LruCache } from '#platform/collections';
import { isStorable } from '#platform/validation';
import type { ReportedEvent, ResolvedEvent } from './model/event.types.js';

/** Key of an event's attributes under which undefined ones are kept. No attribute has such a code. */
export const UNDEFINED_KEY = '$undefined';

/** Fields of every event that are no attributes, unless its definition has them. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['name', 'extId', 'timestamp', 'messageId', 'type', 'extRef']);
/** Undefined attributes of one event that are kept, and the length of a name and of a text. */
const MAX_KEPT = 20;
const MAX_NAME = 100;
const MAX_TEXT = 500;

type Scalar = string | number | boolean;

const NOTHING: ReadonlyMap<string, Scalar> = new Map();

/**
 * Attributes of an event that its definition does not have, by name. Objects and lists are kept as their kind, long texts
 * cut.
 */
export function findUndefined(event: ResolvedEvent, { attributes }: ReportedEvent): ReadonlyMap<string, Scalar> {
  let found: Map<string, Scalar> | undefined;
  for (const name of Object.keys(attributes)) {
    // Nearly all names are defined or of every event, so this comes first: it is asked for each name of each event.
    if (event.attributeByKey.has(name) || OWN_FIELDS.has(name)) {
      continue;
    }
    const value = attributes[name] ?? undefined;
    if (value === undefined || value === false || name in Object.prototype) {
      continue;
    }
    found ??= new Map();
    if (name.length <= MAX_NAME && isStorable(name) && found.size < MAX_KEPT) {
      found.set(name, toScalar(value));
    }
  }
  return found ?? NOTHING;
}

function toScalar(value: unknown): Scalar {
  switch (typeof value) {
    case 'string':
      return isStorable(value) ? cut(value) : '(text)';
    case 'number':
    case 'boolean':
      return value;
    default:
      return Array.isArray(value) ? '(list)' : '(object)';
  }
}

/** Half a surrogate pair at the end would not be storable. */
function cut(text: string): string {
  const short = text.slice(0, MAX_TEXT);
  return isStorable(short) ? short : short.slice(0, -1);
}

/** Between an event and the attribute in the names of undefined attributes. */
const SEPARATOR = '\u001f';

export function toAttributeName(event: string, attribute: string): string {
  return `${event}${SEPARATOR}${attribute}`;
}

/** An undefined event, or an undefined attribute of a defined one. */
export function readAttributeName(name: string): { name: string; attribute?: string } {
  const [event = '', attribute] = name.split(SEPARATOR);
  return attribute === undefined ? { name } : { name: event, attribute };
}

/** An attribute that a client sends with each event must not cost a statement with each request. */
const MIN_PAUSE_MS = 10_000;
const MAX_NAMES = 10_000;

/** Counts undefined attributes: the first at once, the next ones together after a pause. */
export class UndefinedAttributeCounter {
  private readonly counted = new LruCache<string, { at: number; waiting: number }>({ max: MAX_NAMES });

  /** @returns how many are to be stored now */
  count(appId: number, name: string): number {
    const key = `${appId} ${name}`;
    const now = performance.now();
    const last = this.counted.get(key);
    if (last && now - last.at < MIN_PAUSE_MS) {
      last.waiting += 1;
      return 0;
    }
    this.counted.set(key, { at: now, waiting: 0 });
    return 1 + (last?.waiting ?? 0);
  }
}

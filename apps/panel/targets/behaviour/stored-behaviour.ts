import { NoLineError, recordOf, textOf, valuesTextOf } from './stored-values.js';
import { isDayOrder, PRODUCT_FIELDS, type Behaviour, type EventTest } from './behaviour.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The fields of a line for a stored event, product or visit. */
export interface StoredBehaviour extends Behaviour {
  isNot: boolean;
}

/** @throws NoLineError for hours, instants, and a window with one end */
export function storedSpan({ within, from, to, not = false }: Readonly<Record<string, unknown>>): StoredBehaviour {
  if (typeof not !== 'boolean') {
    throw new NoLineError('not');
  }
  if (within === undefined && from === undefined && to === undefined) {
    return { amount: '', span: 'any', isNot: not };
  }
  const days = typeof within === 'string' && from === undefined && to === undefined ? /^(\d+)d$/.exec(within) : null;
  if (days?.[1] !== undefined) {
    return { amount: days[1], isNot: not };
  }
  if (within !== undefined || !isDay(from) || !isDay(to) || !isDayOrder(from, to)) {
    throw new NoLineError('window');
  }
  return { amount: '', span: 'between', from, to, isNot: not };
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && DAY.test(value);
}

/** An event. @throws NoLineError */
export function storedEvent(value: unknown): StoredBehaviour & { name: string } {
  const { name, where, ...rest } = recordOf(value);
  return { ...storedCounted(rest), name: textOf(name), ...testsOf(where === undefined ? {} : recordOf(where)) };
}

/** Something done with products. @throws NoLineError */
export function storedProduct(value: unknown): StoredBehaviour & { action: string } {
  const { action, ...rest } = recordOf(value);
  const isField = (name: string): boolean => Object.hasOwn(PRODUCT_FIELDS, name);
  const fields = Object.entries(rest).filter(([name]) => isField(name));
  const counted = Object.fromEntries(Object.entries(rest).filter(([name]) => !isField(name)));
  return { ...storedCounted(counted), action: textOf(action), ...testsOf(Object.fromEntries(fields)) };
}

/** @throws NoLineError for fields that no line has */
function storedCounted(clause: Readonly<Record<string, unknown>>): StoredBehaviour {
  const { atLeast, ...window } = clause;
  requireOnly(window, ['within', 'from', 'to', 'not']);
  return { ...storedSpan(window), ...(atLeast !== undefined && { times: textOf(atLeast) }) };
}

/**
 * Reads the time of a visit.
 *
 * @throws NoLineError
 */
export function storedSeen(value: unknown): StoredBehaviour {
  const seen = recordOf(value);
  requireOnly(seen, ['within', 'from', 'to', 'not']);
  return storedSpan(seen);
}

function requireOnly(clause: object, names: readonly string[]): void {
  if (Object.keys(clause).some((name) => !names.includes(name))) {
    throw new NoLineError('field');
  }
}

function testsOf(where: Readonly<Record<string, unknown>>): { where?: EventTest[] } {
  const tests = Object.entries(where).flatMap(([attribute, test]) => testOf(attribute, test));
  return tests.length === 0 ? {} : { where: tests };
}

function testOf(attribute: string, test: unknown): EventTest[] {
  textOf(attribute);
  if (typeof test !== 'object' || Array.isArray(test)) {
    return [{ attribute, operator: 'is', text: valuesTextOf(test) }];
  }
  const { atLeast, atMost, exists, ...rest } = recordOf(test);
  requireOnly(rest, []);
  if (typeof exists === 'boolean' && atLeast === undefined && atMost === undefined) {
    return [{ attribute, operator: exists ? 'known' : 'unknown', text: '' }];
  }
  if (exists !== undefined || (atLeast === undefined && atMost === undefined)) {
    throw new NoLineError('test');
  }
  return [
    ...(atLeast === undefined ? [] : [{ attribute, operator: 'atLeast' as const, text: textOf(atLeast) }]),
    ...(atMost === undefined ? [] : [{ attribute, operator: 'atMost' as const, text: textOf(atMost) }]),
  ];
}

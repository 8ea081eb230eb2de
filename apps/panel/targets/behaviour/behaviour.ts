import type { AudienceWords } from '../../api/types.js';
import { valueOf, valuesOf } from './typed-values.js';

type Events = AudienceWords['events'];

/** The time of an action, or of a visit. */
export const SPANS = ['days', 'between', 'any'] as const;
export type Span = (typeof SPANS)[number];

/** Conditions on an attribute of an event or a product. */
export const TESTS = ['is', 'atLeast', 'atMost', 'known', 'unknown'] as const;
export type Test = (typeof TESTS)[number];

/** Actions on products. */
export const ACTIONS = ['bought', 'addedToCart', 'removedFromCart', 'addedToWishList', 'viewed'] as const;

/** Fields of products, with the type of their values. */
export const PRODUCT_FIELDS = {
  productId: 'STRING',
  productName: 'STRING',
  brand: 'STRING',
  variant: 'STRING',
  categoryId: 'STRING',
  categoryName: 'STRING',
  price: 'DOUBLE',
  currency: 'STRING',
} as const;

/** A condition on an attribute of an event, or on a field of a product. */
export interface EventTest {
  attribute: string;
  operator: Test;
  /** The typed text: values with commas between, or a bound. */
  text: string;
}

/** Further fields of lines about behaviour and visits. Drafts of earlier builds have none of them. */
export interface BehaviourFields {
  /** The typed least number of times; empty or absent: once. */
  times?: string;
  /** Absent: the last days. */
  span?: Span;
  /** Days, `2030-02-01`. */
  from?: string;
  to?: string;
  /** They hold together. */
  where?: readonly EventTest[];
}

/** The content of a line about an event, a product or a visit. */
export interface Behaviour extends BehaviourFields {
  /** Days before now, as typed. */
  amount: string;
}

/** True where a line has a time. */
export function hasSpan({ span = 'days', amount, from = '', to = '' }: Behaviour): boolean {
  return span === 'any' || (span === 'days' ? amount.trim() !== '' : isDayOrder(from, to));
}

/** True where the first of two days is there and not after the other. */
export function isDayOrder(from: string, to: string): boolean {
  return from !== '' && to !== '' && from <= to;
}

/** True where each condition is complete, and a target can hold those on the same attribute. */
export function areTests(where: readonly EventTest[] = []): boolean {
  return where.every(
    (test, index) =>
      test.attribute !== '' && (!needsValue(test) || valuesOf(test.text).length > 0) && !isTwice(where, index),
  );
}

export function needsValue({ operator }: EventTest): boolean {
  return operator !== 'known' && operator !== 'unknown';
}

/** True where an earlier condition is on the same attribute. A least and a most value of one go together. */
export function isTwice(where: readonly EventTest[], index: number): boolean {
  const test = where[index];
  const earlier = where.slice(0, index).filter(({ attribute }) => attribute === test?.attribute);
  const operators = [...earlier.map(({ operator }) => operator), test?.operator];
  return (
    earlier.length > 0 && !(operators.length === 2 && operators.includes('atLeast') && operators.includes('atMost'))
  );
}

/** When: the fields of a target. */
export function windowOf({ span = 'days', amount, from = '', to = '' }: Behaviour): object {
  return span === 'any' ? {} : span === 'days' ? { within: `${amount.trim()}d` } : { from, to };
}

/** How often and when: the fields of a target. */
export function countedOf(line: Behaviour, did: boolean): object {
  const times = line.times?.trim() ?? '';
  // An invalid number is sent as it was typed, so that the server names the problem.
  const atLeast = times === '' || Number.isNaN(Number(times)) ? times : Number(times);
  return { ...(times !== '' && { atLeast }), ...windowOf(line), ...(!did && { not: true }) };
}

/** Conditions by attribute, as a target has them. */
export function testsOf(where: readonly EventTest[] = [], typeOf: (attribute: string) => string): object | undefined {
  const tests = new Map<string, unknown>();
  for (const { attribute, operator, text } of where) {
    const type = typeOf(attribute);
    switch (operator) {
      case 'is':
        tests.set(
          attribute,
          valuesOf(text).map((value) => valueOf(value, type)),
        );
        break;
      case 'atLeast':
      case 'atMost':
        tests.set(attribute, {
          ...(tests.get(attribute) as object | undefined),
          [operator]: valueOf(text.trim(), type),
        });
        break;
      default:
        tests.set(attribute, { exists: operator === 'known' });
    }
  }
  return where.length === 0 ? undefined : Object.fromEntries(tests);
}

/** An event of the application by its code or name. */
export function findEvent(events: Events, name: string): Events[number] | undefined {
  return events.find((event) => event.code === name || event.name === name);
}

/** The type of an attribute of an event; of one that is not known a text. */
export function eventTypeOf(events: Events, name: string): (attribute: string) => string {
  const attributes = findEvent(events, name)?.attributes ?? [];
  return (code) => attributes.find((attribute) => attribute.code === code)?.dataType ?? 'STRING';
}

export function productTypeOf(field: string): string {
  return field === 'price' ? PRODUCT_FIELDS.price : 'STRING';
}

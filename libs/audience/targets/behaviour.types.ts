import type { AttributeScalar } from '#libs/users/profiles';
import type { DayRange } from './conditions/days.js';

/** A time window. `within`: milliseconds before now; `from` and `to`: instants (epoch milliseconds), `to` excluded. */
export interface Window {
  within?: number;
  from?: number;
  to?: number;
}

/** A condition on one attribute of an event, by code or name. */
export type Where = { attribute: string } & WhereTest;

/** One of the values, a number from `least` to `most`, or whether the attribute has a value. */
export type WhereTest =
  | { is: AttributeScalar[] }
  | { least: AttributeScalar | null; most: AttributeScalar | null }
  | { exists: boolean };

/** Users with, or without, at least `atLeast` matching events in a window. */
export interface EventTarget {
  type: 'event';
  name: string;
  did: boolean;
  atLeast: number;
  window: Window;
  where: Where[];
}

/**
 * Users who were first or last seen inside, or outside, a window. First: creation of the user; last: activity of any
 * installation.
 */
export interface SeenTarget {
  type: 'seen';
  which: 'first' | 'last';
  inside: boolean;
  window: Window;
}

/** A time span in epoch milliseconds, `until` excluded; null: open. */
export interface Span {
  since: number | null;
  until: number | null;
}

/** A condition with the attribute's code. Values are in stored form; bounds are numbers; dates are compared by their days. */
export type ResolvedWhere =
  | { code: string; array: boolean; is: AttributeScalar[] }
  | { code: string; least: number | null; most: number | null }
  | { code: string; days: DayRange[] }
  | { code: string; exists: boolean };

export interface EventLeaf extends Span {
  type: 'event';
  eventId: number;
  did: boolean;
  atLeast: number;
  where: ResolvedWhere[];
}

export interface SeenTimeLeaf extends Span {
  type: 'seen';
  which: 'first' | 'last';
  inside: boolean;
}

/** The data of an event that targets look at. */
export interface PersonEvent {
  eventId: number;
  /** Epoch milliseconds. */
  at: number;
  /** By attribute code. */
  attrs: Readonly<Record<string, unknown>>;
}

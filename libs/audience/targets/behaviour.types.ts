import type { AttributeScalar } from '#libs/users';

/** When something counts. `within`: milliseconds before now; `from` and `to`: instants (epoch milliseconds), `to` not included. */
export interface Window {
  within?: number;
  from?: number;
  to?: number;
}

/** A condition on one attribute of an event, by its code or name. */
export type Where = { attribute: string } & WhereTest;

/** One of the values (an array holds one of them), a number from `least` to `most`, or whether there is a value. */
export type WhereTest =
  { is: AttributeScalar[] } | { least: AttributeScalar | null; most: AttributeScalar | null } | { exists: boolean };

/** Users who did, or did not do, an event at least so often in a window, each time so that all conditions hold. */
export interface EventTarget {
  type: 'event';
  name: string;
  did: boolean;
  atLeast: number;
  window: Window;
  where: Where[];
}

/**
 * Users who were first or last seen within a window, or not. First: when the user came to be; last: the last activity of
 * any of their installations.
 */
export interface SeenTarget {
  type: 'seen';
  which: 'first' | 'last';
  inside: boolean;
  window: Window;
}

/** A span of time: epoch milliseconds, `until` not included; null: open. */
export interface Span {
  since: number | null;
  until: number | null;
}

/** With the code of the attribute. Values and bounds are of the stored form; bounds are numbers. */
export type ResolvedWhere =
  | { code: string; array: boolean; is: AttributeScalar[] }
  | { code: string; least: number | null; most: number | null }
  | { code: string; exists: boolean };

export interface EventLeaf extends Span {
  type: 'event';
  eventId: number;
  did: boolean;
  atLeast: number;
  where: ResolvedWhere[];
}

export interface SeenLeaf extends Span {
  type: 'seen';
  which: 'first' | 'last';
  inside: boolean;
}

/** An event as a target sees one. */
export interface PersonEvent {
  eventId: number;
  /** Epoch milliseconds. */
  at: number;
  /** By attribute code. */
  attrs: Readonly<Record<string, unknown>>;
}

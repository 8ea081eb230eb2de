import type { StepBudget } from '../values/step-budget.js';

/** Data that depend on a person and a moment. */
export interface TemplatePlace {
  /** A language tag. */
  language: string;
  /** An IANA name. */
  timeZone: string;
  /** The moment of `now`, in epoch milliseconds. */
  now: number;
}

/** The items of catalogs, which are there before a run. */
export interface ItemReader {
  /** @returns undefined: there is none */
  read(catalog: string, key: string): unknown;
  /** How many values a selection is given; undefined: the catalog has none of this name. Absent: no catalog has one. */
  countParams?(catalog: string, selection: string): number | undefined;
  /** A run has asked for something that is not read yet: it is repeated, and what it made is thrown away. */
  readonly isLacking?: boolean;
  /** The items of a selection, in order. */
  select?(catalog: string, selection: string, values: readonly SelectionValue[]): readonly unknown[];
}

/** A value that a selection is given. */
export type SelectionValue = string | number | boolean;

export interface FilterRun {
  budget: StepBudget;
  place: TemplatePlace;
  /** Arguments with names. */
  named: Readonly<Record<string, unknown>>;
  /** Set by a filter that cannot read its input. */
  isWrongType?: boolean;
}

/** @param values  arguments without names, in order */
export type Filter = (input: unknown, values: readonly unknown[], run: FilterRun) => unknown;

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
}

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

import { toText } from '../values/values.js';
import type { Filter, FilterRun } from './filter.types.js';

/** Filters of texts. Each counts the characters that it makes before it makes them. */

export type TextStep = (text: string, run: FilterRun) => string;

export function onText(step: TextStep): Filter {
  return (input, _values, run) => {
    const text = textOf(input, run);
    run.budget.write(text.length);
    return step(text, run);
  };
}

export function textOf(value: unknown, { budget }: FilterRun): string {
  return toText(value, budget);
}

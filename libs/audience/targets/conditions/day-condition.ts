import { dayAfter, startOfDay, toDay } from '#platform/spelling';
import type { AttributeRef, RangeLeaf, ResolvedDays } from './condition.types.js';

/** The attribute of a condition on days. */
type DayAttribute = AttributeRef & { array: boolean };

/** Days from one on and before another one, epoch milliseconds of midnights in UTC; null: no end. */
export interface DaySpan {
  from: number | null;
  before: number | null;
}

/**
 * Users whose value means one of some days. Rows have the numbers that clients gave, such as the midnight of a zone, so
 * that a day is a span of numbers, with further ones before it and without some at its end.
 *
 * @param instants  any instants of the days
 */
export function onDays(attribute: DayAttribute, instants: readonly number[]): ResolvedDays {
  const spans: { from: number; before: number }[] = [];
  for (const day of [...new Set(instants.map(toDay))].toSorted((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last?.before === day) {
      last.before = dayAfter(day);
    } else {
      spans.push({ from: day, before: dayAfter(day) });
    }
  }
  return withinSpans(attribute, spans);
}

/** Users whose value means a day from one on and before another one. */
export function betweenDays(attribute: DayAttribute, span: DaySpan): ResolvedDays {
  const isEmpty = span.from !== null && span.before !== null && span.from >= span.before;
  return isEmpty ? { type: 'never' } : withinSpans(attribute, [span]);
}

/** @param spans  no two of them touch */
function withinSpans({ array, ...attribute }: DayAttribute, spans: readonly DaySpan[]): ResolvedDays {
  const starts = spans.map(({ from }) => (from === null ? { from: null, earlier: [] } : startOfDay(from)));
  const ends = spans.map(({ before }) => (before === null ? { from: null, earlier: [] } : startOfDay(before)));
  const oneOf = (values: number[]): ResolvedDays => ({ type: 'attribute', ...attribute, array, values });
  const range = (from: number | null, before: number | null, isFromInside = true): RangeLeaf => ({
    type: 'range',
    ...attribute,
    array,
    least: from === null ? null : { at: from, isInside: isFromInside },
    most: before === null ? null : { at: before, isInside: false },
  });
  const further = starts.flatMap(({ earlier }) => earlier);
  const excluded = ends.flatMap(({ earlier }) => earlier);
  // Of an array, one element has to fit. A value that is excluded would hide another element: the gaps are named instead.
  const ranges = starts.flatMap(({ from }, n) => {
    const end = ends[n];
    const cuts = array ? (end?.earlier ?? []) : [];
    return [
      range(from, cuts[0] ?? end?.from ?? null),
      ...cuts.map((cut, place) => range(cut, cuts[place + 1] ?? end?.from ?? null, false)),
    ];
  });
  const regular: ResolvedDays = { type: 'or', of: ranges };
  const within: ResolvedDays =
    array || excluded.length === 0 ? regular : { type: 'and', of: [regular, { type: 'not', of: [oneOf(excluded)] }] };
  return further.length === 0 ? within : { type: 'or', of: [oneOf(further), within] };
}

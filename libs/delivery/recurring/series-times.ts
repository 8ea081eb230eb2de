import { instantIn, worldwideSpan } from '#platform/spelling';
import type { Occurrence, SeriesRule } from '../model/series.types.js';
import { findNextDay } from './repeat-rule.js';

/** Days in a row that may be left out: a look for the next run ends after so many. */
const MAX_EXCEPT = 400;

/** The run after a time of the rule; null: none comes any more. @param after  null: the first one */
export function findNextRun(rule: SeriesRule, after: Pick<Occurrence, 'number' | 'wall'> | null): Occurrence | null {
  let { number, wall } = after ?? { number: 0, wall: null };
  for (let looks = 0; looks <= MAX_EXCEPT; looks += 1) {
    const next: string | null = findNextDay(rule.days, rule.start, wall);
    if (next === null || (rule.until !== undefined && next > rule.until) || number >= (rule.count ?? Infinity)) {
      return null;
    }
    number += 1;
    wall = next;
    if (!rule.except?.includes(next.slice(0, 10))) {
      return { number, wall: next, dueAt: spanOf(rule, next).first };
    }
  }
  return null;
}

/** The runs after a time of the rule, at most `limit`. */
export function listRuns(
  rule: SeriesRule,
  after: Pick<Occurrence, 'number' | 'wall'> | null,
  limit: number,
): Occurrence[] {
  const runs: Occurrence[] = [];
  for (let next = findNextRun(rule, after); next && runs.length < limit; next = findNextRun(rule, next)) {
    runs.push(next);
  }
  return runs;
}

/** The first and the last instant at which a time of the rule occurs. */
export function spanOf({ zone, timeZone }: SeriesRule, wall: string): { first: Date; last: Date } {
  if (zone === 'user') {
    return worldwideSpan(wall);
  }
  const at = instantIn(timeZone, wall);
  return { first: at, last: at };
}

/** The latest run that is due, those before it that did not begin, and the one after it. */
export function findDueRun(
  rule: SeriesRule,
  first: Occurrence,
  now: Date,
): { due: Occurrence; missed: Occurrence[]; next: Occurrence | null } {
  const missed: Occurrence[] = [];
  let due = first;
  let next = findNextRun(rule, due);
  while (next && next.dueAt <= now) {
    missed.push(due);
    due = next;
    next = findNextRun(rule, due);
  }
  return { due, missed, next };
}

/** The first run that is still to come, and those that were due before. */
export function skipPast(
  rule: SeriesRule,
  first: Occurrence | null,
  now: Date,
): { next: Occurrence | null; passed: Occurrence[] } {
  const passed: Occurrence[] = [];
  let next = first;
  while (next && spanOf(rule, next.wall).last <= now) {
    passed.push(next);
    next = findNextRun(rule, next);
  }
  return { next, passed };
}

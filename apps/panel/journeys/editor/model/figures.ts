import type { Journey } from '../../../api/journeys.js';
import { idOf, kindOf, stepsOf, waysOf, type WrittenStep } from './written-journey.js';

/** People at a step now, and those who went on. */
export interface StepFigures {
  inside: number;
  passed: number;
}
export type Figures = ReadonlyMap<string, StepFigures>;

/** People by the ids of steps; none of a journey that is not there yet. */
export function figuresOf(journey: Journey | undefined): Figures {
  const placed = (journey?.steps ?? []).filter(({ kind }) => kind !== 'goto');
  return new Map(placed.map(({ id, inside, passed }) => [id, { inside, passed }]));
}

/**
 * Shares of the people who passed a step, by its branches; `else`: those beside them. A branch without a step of its own
 * counts those that no branch with one has.
 *
 * @returns empty while no one passed
 */
export function sharesOf(step: WrittenStep, figures: Figures): ReadonlyMap<string, number> {
  const passed = figures.get(idOf(step))?.passed ?? 0;
  const ways = waysOf(step);
  if (passed === 0 || ways.length === 0) {
    return new Map();
  }
  const counted = ways.flatMap((way) => {
    const [first] = stepsOf(step[way]);
    const people = first && kindOf(first) !== 'goto' ? figures.get(idOf(first)) : undefined;
    return people ? [[way, people.inside + people.passed] as const] : [];
  });
  const open = [...ways, ...(kindOf(step) === 'waitFor' || kindOf(step) === 'webhook' ? ['else'] : [])].filter(
    (way) => !counted.some(([name]) => name === way),
  );
  const rest = passed - counted.reduce((sum, [, people]) => sum + people, 0);
  const all = open.length === 1 ? [...counted, [open[0] ?? '', Math.max(0, rest)] as const] : counted;
  return new Map(all.map(([way, people]) => [way, Math.min(1, people / passed)]));
}

import type { Journey, JourneyPeriod } from '../../../api/journeys.js';
import { goesOn, idOf, kindOf, stepsOf, waysOf, type WrittenStep } from './written-journey.js';

type Named = JourneyPeriod['steps'][number]['left'];

/**
 * People at a step now, and those of a period who went on, left, and took each way.
 *
 * @property left  by reason
 * @property ways  by the name of the branch; `else`: beside the branches
 */
export interface StepFigures {
  inside: number;
  passed: number;
  left: Named;
  ways: Named;
}
export type Figures = ReadonlyMap<string, StepFigures>;

/**
 * People by the ids of steps; none of a journey that is not there yet.
 *
 * @param period  undefined: it is not known yet
 * @param isAll   the period has the whole journey, from before days were counted as well
 */
export function figuresOf(journey: Journey | undefined, period?: JourneyPeriod, isAll = true): Figures {
  const placed = (journey?.steps ?? []).filter(({ kind }) => kind !== 'goto');
  const counted = new Map(period?.steps.map((step) => [step.id, step]));
  return new Map(
    placed.map(({ id, inside, passed }) => {
      const sums = counted.get(id);
      return [
        id,
        { inside, passed: isAll ? passed : (sums?.passed ?? 0), left: sums?.left ?? [], ways: sums?.ways ?? [] },
      ];
    }),
  );
}

/**
 * Shares of the people who passed a step, by its branches; `else`: those beside them. People who passed before ways were
 * counted are shared by the people at the first step of each branch.
 *
 * @returns empty while no one passed
 */
export function sharesOf(step: WrittenStep, figures: Figures): ReadonlyMap<string, number> {
  const people = figures.get(idOf(step));
  if (people === undefined || people.passed === 0 || waysOf(step).length === 0) {
    return new Map();
  }
  const sum = people.ways.reduce((all, way) => all + way.people, 0);
  const names = new Set([...waysOf(step), ...(goesOn(step) ? ['else'] : []), ...people.ways.map(({ name }) => name)]);
  const countOf = (name: string): number => people.ways.find((way) => way.name === name)?.people ?? 0;
  return sum > 0
    ? new Map([...names].map((name) => [name, countOf(name) / sum]))
    : firstStepShares(step, people.passed, figures);
}

/** A branch without a step of its own counts those that no branch with one has. */
function firstStepShares(step: WrittenStep, passed: number, figures: Figures): ReadonlyMap<string, number> {
  const ways = waysOf(step);
  const counted = ways.flatMap((way) => {
    const [first] = stepsOf(step[way]);
    const people = first && kindOf(first) !== 'goto' ? figures.get(idOf(first)) : undefined;
    return people ? [[way, people.inside + people.passed] as const] : [];
  });
  const open = [...ways, ...(goesOn(step) ? ['else'] : [])].filter((way) => !counted.some(([name]) => name === way));
  const rest = passed - counted.reduce((sum, [, people]) => sum + people, 0);
  const all = open.length === 1 ? [...counted, [open[0] ?? '', Math.max(0, rest)] as const] : counted;
  return new Map(all.map(([way, people]) => [way, Math.min(1, people / passed)]));
}

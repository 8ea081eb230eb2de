import { sortedText } from '../../../composer/drafts/form.js';
import {
  hasPlace,
  idOf,
  keyOf,
  kindOf,
  listIds,
  listPlaced,
  stepAt,
  waysOf,
  type WrittenJourney,
  type WrittenStep,
} from './written-journey.js';

/** A step that two definitions do not have alike. @property people  inside of it now */
export interface StepDifference {
  change: 'add' | 'remove' | 'change' | 'move';
  id: string;
  people: number;
}

/** The parts of a journey beside its steps. */
const PARTS = ['name', 'entry', 'goal', 'limits', 'holdout'] as const;

/** A difference of two definitions: steps by their ids, and parts of the journey. */
export interface JourneyDifference {
  steps: readonly StepDifference[];
  parts: readonly (typeof PARTS)[number][];
}

/** @param inside  people at each step now, by its id */
export function differenceOf(
  before: WrittenJourney,
  after: WrittenJourney,
  inside: ReadonlyMap<string, number>,
): JourneyDifference {
  const [earlier, later] = [shapesOf(before), shapesOf(after)];
  const people = (id: string): number => inside.get(id) ?? 0;
  const gone = [...earlier.keys()].filter((id) => !later.has(id));
  return {
    steps: [
      ...gone.map((id) => ({ change: 'remove' as const, id, people: people(id) })),
      ...[...later].flatMap(([id, shape]) => {
        const former = earlier.get(id);
        const change =
          former === undefined
            ? 'add'
            : former.own !== shape.own
              ? 'change'
              : former.place !== shape.place
                ? 'move'
                : undefined;
        return change === undefined ? [] : [{ change, id, people: people(id) } as const];
      }),
    ],
    parts: PARTS.filter((part) => sortedText(before[part] ?? null) !== sortedText(after[part] ?? null)),
  };
}

/** Steps of which people inside would have no place any more. */
export function strandedBy({ steps }: JourneyDifference): readonly StepDifference[] {
  return steps.filter(({ change, people }) => change === 'remove' && people > 0);
}

/** The new id of a step that stands where one went and is of its kind; undefined: there is none. */
export function successorOf(before: WrittenJourney, after: WrittenJourney, id: string): string | undefined {
  const former = listPlaced(before.steps).find(({ step }) => hasPlace(step) && idOf(step) === id);
  const next = former && stepAt(after.steps, former.place);
  const isNew = next && hasPlace(next) && !listIds(before).includes(idOf(next));
  return isNew && kindOf(next) === kindOf(former.step) ? idOf(next) : undefined;
}

/** Places by the step before and the branch, so that a step in front of others moves none of them. */
function shapesOf({ steps }: WrittenJourney): Map<string, { own: string; place: string }> {
  const placed = listPlaced(steps);
  return new Map(
    placed.flatMap(({ step, place }) => {
      const list = keyOf(place.slice(0, -1));
      const owner = placed.find(({ place: at }) => keyOf(at) === keyOf(place.slice(0, -2)));
      const siblings = placed.filter(({ place: at }) => keyOf(at.slice(0, -1)) === list);
      const index = siblings.findIndex(({ place: at }) => keyOf(at) === keyOf(place));
      const before = siblings[index - 1];
      return hasPlace(step)
        ? [
            [
              idOf(step),
              {
                own: ownOf(step),
                place: `${owner ? idOf(owner.step) : ''} ${String(place.at(-2) ?? '')} ${before ? idOf(before.step) : ''}`,
              },
            ] as const,
          ]
        : [];
    }),
  );
}

/** Describes a step; the targets of `goto` in its branches are left to them. */
function ownOf(step: WrittenStep): string {
  const ways = new Set(waysOf(step));
  return `${kindOf(step)} ${sortedText(Object.fromEntries(Object.entries(step).filter(([name]) => !ways.has(name))))}`;
}

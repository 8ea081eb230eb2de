import type { ContentsSend, JourneyDefinition, PlacedStep, Step } from './journey.types.js';

/**
 * A step with the ids of the nodes after it; null: the journey ends.
 *
 * @property ways  the first nodes of its branches, by their names
 */
export interface Node {
  step: PlacedStep;
  next: string | null;
  ways: ReadonlyMap<string, string | null>;
}

/** The nodes of a definition by their ids. @property first  null: a journey without steps */
export interface Program {
  journeyId: number;
  first: string | null;
  nodes: ReadonlyMap<string, Node>;
}

/** Numbers the steps of a definition: a branch goes on behind the step that has it. */
export function compileProgram({ steps }: Pick<JourneyDefinition, 'steps'>, journeyId: number): Program {
  const nodes = new Map<string, Node>();
  const add = (list: readonly Step[], after: string | null): string | null => {
    let next = after;
    for (const step of list.toReversed()) {
      if (step.kind === 'goto') {
        next = step.to;
        continue;
      }
      const behind = next;
      nodes.set(step.id, {
        step,
        next,
        ways: new Map(listBranches(step).map(([name, branch]) => [name, add(branch, behind)])),
      });
      next = step.id;
    }
    return next;
  };
  return { journeyId, first: add(steps, null), nodes };
}

/** The branches of a step with their names. */
export function listBranches(step: Step): [name: string, steps: readonly Step[]][] {
  switch (step.kind) {
    case 'waitFor':
      return [['came', step.came ?? []]];
    case 'branch':
      return [
        ['yes', step.yes ?? []],
        ['no', step.no ?? []],
      ];
    case 'split':
      return step.arms.map(({ name, steps }) => [name, steps]);
    case 'webhook':
      return step.failed ? [['failed', step.failed]] : [];
    default:
      return [];
  }
}

/** All steps, with those of branches. */
export function listSteps(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) => [step, ...listBranches(step).flatMap(([, branch]) => listSteps(branch))]);
}

/** Ids of all places. */
export function listPlaces(steps: readonly Step[]): string[] {
  return listSteps(steps).flatMap((step) => (step.kind === 'goto' ? [] : step.id));
}

/** Names of the messages that a journey sends, each once. */
export function listMessages({ steps }: Pick<JourneyDefinition, 'steps'>): string[] {
  return [
    ...new Set(listSteps(steps).flatMap((step) => (step.kind === 'send' && 'message' in step ? step.message : []))),
  ];
}

/** Steps of a journey that send contents of their own. */
export function listContents({ steps }: Pick<JourneyDefinition, 'steps'>): ContentsSend[] {
  return listSteps(steps).flatMap((step) => (step.kind === 'send' && 'contents' in step ? step : []));
}

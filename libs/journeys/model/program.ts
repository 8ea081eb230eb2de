import type { JourneyDefinition, Step } from './journey.types.js';

/** A step with the ids of the nodes after it; null: the journey ends. */
export interface Node {
  step: Step;
  next: string | null;
  /** After the event of a `waitFor`. */
  came: string | null;
}

/** The nodes of a definition by their ids. @property first  null: a journey without steps */
export interface Program {
  first: string | null;
  nodes: ReadonlyMap<string, Node>;
}

/** Numbers the steps of a definition: a branch goes on behind the step that has it. */
export function compileProgram({ steps }: Pick<JourneyDefinition, 'steps'>): Program {
  const nodes = new Map<string, Node>();
  const add = (list: readonly Step[], after: string | null): string | null => {
    list.forEach((step, index) => {
      const next = list[index + 1]?.id ?? after;
      const came = step.kind === 'waitFor' ? add(step.came ?? [], next) : null;
      nodes.set(step.id, { step, next, came });
    });
    return list[0]?.id ?? after;
  };
  return { first: add(steps, null), nodes };
}

/** All steps, with those of branches. */
export function listSteps(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) => [step, ...(step.kind === 'waitFor' ? listSteps(step.came ?? []) : [])]);
}

/** Names of the messages that a journey sends, each once. */
export function listMessages({ steps }: Pick<JourneyDefinition, 'steps'>): string[] {
  return [...new Set(listSteps(steps).flatMap((step) => (step.kind === 'send' ? step.message : [])))];
}

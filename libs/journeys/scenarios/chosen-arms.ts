import type { JourneyDefinition, Step } from '../model/journey.types.js';
import type { ScenarioPerson } from './scenario.types.js';

/** The definition in which a person takes the arms that the scenario names. */
export function withArms<T extends Pick<JourneyDefinition, 'steps'>>(definition: T, { arms }: ScenarioPerson): T {
  const chosen = (steps: readonly Step[]): Step[] =>
    steps.map((step): Step => {
      switch (step.kind) {
        case 'split': {
          const arm = Object.hasOwn(arms, step.id) ? arms[step.id] : undefined;
          const own = arm === undefined ? step.arms : step.arms.filter(({ name }) => name === arm);
          return { ...step, arms: own.map((each) => ({ ...each, steps: chosen(each.steps) })) };
        }
        case 'branch':
          return { ...step, ...(step.yes && { yes: chosen(step.yes) }), ...(step.no && { no: chosen(step.no) }) };
        case 'waitFor':
          return { ...step, ...(step.came && { came: chosen(step.came) }) };
        case 'webhook':
          return { ...step, ...(step.failed && { failed: chosen(step.failed) }) };
        case 'batch':
        case 'throttle':
        case 'wait':
        case 'send':
        case 'set':
        case 'goto':
        case 'exit':
          return step;
      }
    });
  return { ...definition, steps: chosen(definition.steps) };
}

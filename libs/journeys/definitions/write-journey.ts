import { writeDuration } from '../model/duration.js';
import type { AwaitedEvent, Entry, Step } from '../model/journey.types.js';
import type { WrittenJourney } from './read-journey.js';

/** Writes a journey as the file has it: what `readJourneys` reads back to it. */
export function writeJourney({ name, state, definition }: WrittenJourney): object {
  const { entry, goal, steps } = definition;
  return {
    name,
    ...(state !== 'on' && { state }),
    entry: writeEntry(entry),
    ...(goal && { goal: writeAwaited(goal) }),
    steps: steps.map(writeStep),
  };
}

function writeEntry({ again, ...entry }: Entry): object {
  return {
    ...entry,
    ...(again !== 'always' && { again: again === 'never' ? again : { after: writeDuration(again) } }),
  };
}

function writeAwaited({ event, same, where }: AwaitedEvent): object {
  return { event, ...(same && { same }), ...(where && { where }) };
}

function writeStep(step: Step): object {
  const { id } = step;
  switch (step.kind) {
    case 'exit':
      return { exit: id };
    case 'send':
      return { send: { id, message: step.message } };
    case 'wait':
      return { wait: { id, for: writeDuration(step.forMs) } };
    case 'waitFor':
      return {
        waitFor: { id, ...writeAwaited(step), atMost: writeDuration(step.atMostMs) },
        ...(step.came && { came: step.came.map(writeStep) }),
      };
  }
}

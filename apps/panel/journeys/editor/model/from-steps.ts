import type { Journey, JourneyStep } from '../../../api/journeys.js';
import { fieldsOf, kindOf, stepsOf, type Fields, type WrittenJourney, type WrittenStep } from './written-journey.js';

/** A step while its branches are put together. */
type OpenStep = Record<string, unknown>;

/**
 * The shape of a journey for members who may not see its definition: steps with what they do, in words. Arms of splits
 * without steps are not in it.
 */
export function shapeOf({ name, entryBy, entry, steps }: Journey): WrittenJourney {
  const main: OpenStep[] = [];
  const line: OpenStep[] = [];
  for (const step of steps.filter(({ kind }) => kind !== null)) {
    const written = writtenOf(step);
    const owner = line[step.depth - 1];
    if (owner === undefined || step.way === null) {
      main.push(written);
    } else {
      addTo(owner, step.way, written);
    }
    line.splice(step.depth, line.length, written);
  }
  return { name, entry: entryOf(entryBy, entry), steps: main };
}

function addTo(owner: OpenStep, way: string, step: WrittenStep): void {
  owner[way] = [...stepsOf(owner[way]), step];
  if (kindOf(owner) === 'split') {
    const { by, ...fields } = fieldsOf(owner['split']);
    owner['split'] = { ...fields, by: { ...fieldsOf(by), [way]: '' } };
  }
}

function entryOf(entryBy: Journey['entryBy'], entry: string | null): Fields {
  switch (entryBy) {
    case 'segment':
      return { segment: { joined: entry } };
    case 'date':
      return { date: { attribute: entry } };
    case 'audience':
      return { audience: {} };
    case 'api':
      return { api: true };
    case 'event':
      return { event: entry };
  }
}

function writtenOf({ id, kind, event, message, platforms, ms, people, time, attribute }: JourneyStep): OpenStep {
  const span = `${Math.round((ms ?? 0) / 1000)}s`;
  switch (kind) {
    case 'wait':
      return {
        wait: { id, ...(attribute !== null ? { until: { attribute } } : time !== null ? { at: time } : { for: span }) },
      };
    case 'waitFor':
      return { waitFor: { id, event, atMost: span } };
    case 'send':
      return { send: { id, message: message ?? platforms.join(', ') } };
    case 'batch':
      return { batch: { id, for: span } };
    case 'throttle':
      return { throttle: { id, most: people, per: span } };
    case 'webhook':
      return { webhook: { id, hook: message } };
    case 'goto':
    case 'exit':
      return { [kind]: id };
    default:
      return { [kind ?? 'exit']: { id } };
  }
}

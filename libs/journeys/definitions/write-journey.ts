import { writeDuration } from '../model/duration.js';
import type {
  AudienceEntry,
  AwaitedEvent,
  DateEntry,
  Entry,
  Step,
  WaitForStep,
  WaitStep,
  Zone,
} from '../model/journey.types.js';
import type { WrittenJourney } from './read-journey.js';

const HOUR_MS = 3_600_000;

/** Writes a journey as the file has it: what `readJourneys` reads back to it. */
export function writeJourney({ name, state, definition }: WrittenJourney): object {
  const { entry, goal, limits, holdout, steps } = definition;
  return {
    name,
    ...(state !== 'on' && { state }),
    entry: writeEntry(entry),
    ...(goal && { goal: writeAwaited(goal) }),
    ...(limits && { limits }),
    ...(holdout !== undefined && { holdout: `${holdout / 100}%` }),
    steps: steps.map(writeStep),
  };
}

function writeEntry({ again, ...entry }: Entry): object {
  return {
    ...writeWay(entry),
    ...(again !== 'always' && { again: again === 'never' ? again : { after: writeDuration(again) } }),
  };
}

function writeWay(entry: object | DateEntry | AudienceEntry): object {
  if ('date' in entry) {
    const { attribute, beforeMs, time, yearly, zone } = entry.date;
    return { date: { attribute, at: time, ...writeBefore(beforeMs), ...(yearly && { yearly }), ...writeZone(zone) } };
  }
  if ('audience' in entry) {
    const { target, time, weekdays } = entry.audience;
    return { audience: { target, at: time, ...(weekdays && { weekdays }) } };
  }
  return entry;
}

function writeAwaited({ event, node, same, where }: AwaitedEvent): object {
  return { event, ...(node !== undefined && { node }), ...(same && { same }), ...(where && { where }) };
}

function writeStep(step: Step): object {
  switch (step.kind) {
    case 'exit':
      return { exit: step.id };
    case 'goto':
      return { goto: step.to };
    case 'set': {
      const { id, attributes, addTags } = step;
      return { set: { id, ...(Object.keys(attributes).length > 0 && { attributes }), ...(addTags && { addTags }) } };
    }
    case 'send': {
      const { kind, ...fields } = step;
      return { [kind]: fields };
    }
    case 'wait':
      return { wait: writeWait(step) };
    case 'waitFor': {
      const { id, atMostMs, late, came } = step;
      return {
        waitFor: { id, ...writeWaitedFor(step), atMost: writeDuration(atMostMs), ...(late && { late }) },
        ...(came && { came: came.map(writeStep) }),
      };
    }
    case 'batch': {
      const { id, forMs, most } = step;
      return { batch: { id, for: writeDuration(forMs), ...(most !== undefined && { most }) } };
    }
    case 'throttle': {
      const { id, most, perMs } = step;
      return { throttle: { id, most, ...(perMs === HOUR_MS && { per: '1h' }) } };
    }
    case 'webhook': {
      const { id, hook, failed } = step;
      return { webhook: { id, hook }, ...(failed && { failed: failed.map(writeStep) }) };
    }
    case 'branch': {
      const { id, where, yes, no } = step;
      return {
        branch: { id, ...(step.if && { if: step.if }), ...(where && { where }) },
        ...(yes && { yes: yes.map(writeStep) }),
        ...(no && { no: no.map(writeStep) }),
      };
    }
    case 'split':
      return {
        split: { id: step.id, by: Object.fromEntries(step.arms.map(({ name, share }) => [name, `${share / 100}%`])) },
        ...Object.fromEntries(
          step.arms.flatMap(({ name, steps }) => (steps.length > 0 ? [[name, steps.map(writeStep)]] : [])),
        ),
      };
  }
}

function writeWaitedFor(step: WaitForStep): object {
  return 'anyOf' in step
    ? { anyOf: step.anyOf.map((awaited) => ('event' in awaited ? writeAwaited(awaited) : awaited)) }
    : writeAwaited(step);
}

function writeWait(step: WaitStep): object {
  const { id, late } = step;
  const policy = late && { late };
  if ('forMs' in step) {
    return { id, for: writeDuration(step.forMs), ...policy };
  }
  if ('at' in step) {
    const { time, zone, ...days } = step.at;
    return { id, at: time, ...days, ...writeZone(zone), ...policy };
  }
  const { attribute, beforeMs, time, zone } = step.until;
  return {
    id,
    until: { attribute, ...writeBefore(beforeMs) },
    ...(time && { at: time }),
    ...writeZone(zone),
    ...policy,
  };
}

function writeBefore(beforeMs: number): object {
  return beforeMs === 0 ? {} : beforeMs > 0 ? { before: writeDuration(beforeMs) } : { after: writeDuration(-beforeMs) };
}

function writeZone(zone: Zone): object {
  return zone === 'application' ? {} : { zone };
}

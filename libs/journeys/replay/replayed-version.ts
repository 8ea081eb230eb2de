import type { PastCondition } from '#libs/audience';
import type { Message, Platform } from '#libs/content';
import { isMessageEvent } from '#libs/events';
import type { Awaited, Journey, JourneyDefinition } from '../model/journey.types.js';
import { listAwaited } from '../model/matching.js';
import { listSteps, type Program } from '../model/program.js';
import type { TimedArrival } from './replay-part.js';
import type { ReplayTally } from './replay-tally.js';

/** The destination of a message. @property isEach  false: to the first platform that reaches the person */
export interface TargetedPlatforms {
  /** Absent: contents of a step. */
  message?: Message;
  platforms: readonly Platform[];
  isEach: boolean;
}

/**
 * A version to replay, and what becomes of it.
 *
 * @property conditions  of branches by their ids; absent: one that cannot be judged
 * @property targeted    where messages go, by their names; contents of a step by its id
 * @property arrivals    entries that are no events, by uid
 */
export interface ReplayRun {
  journey: Journey;
  program: Program;
  conditions: ReadonlyMap<string, PastCondition>;
  targeted: ReadonlyMap<string, TargetedPlatforms>;
  arrivals: ReadonlyMap<number, readonly TimedArrival[]>;
  tally: ReplayTally;
}

/** Names of the events that a definition looks at, without those of conditions and of messages. */
export function listEventNames({ entry, goal, steps }: JourneyDefinition): string[] {
  const names = new Set([
    ...('event' in entry ? [entry.event] : []),
    ...(goal ? [goal.event] : []),
    ...listWaits(steps).flatMap((awaited) => ('event' in awaited ? awaited.event : [])),
  ]);
  return [...names].filter((name) => !isMessageEvent(name));
}

/** Tests if a definition compares values of events. */
export function comparesValues({ entry, goal, steps }: JourneyDefinition): boolean {
  const hasValues = ({ where, same = [] }: { where?: object; same?: string[] }) =>
    where !== undefined || same.length > 0;
  return (
    ('event' in entry && (entry.key !== undefined || hasValues(entry))) ||
    (goal !== undefined && hasValues(goal)) ||
    listWaits(steps).some((awaited) => 'event' in awaited && hasValues(awaited)) ||
    listSteps(steps).some((step) => step.kind === 'branch' && hasValues(step))
  );
}

function listWaits(steps: JourneyDefinition['steps']): Awaited[] {
  return listSteps(steps).flatMap((step) => (step.kind === 'waitFor' ? listAwaited(step) : []));
}

import type { Step } from '../checker.js';
import {
  type Bits,
  copyJourney,
  IDLE_SCHEDULER,
  type JourneySetting,
  type JourneyState,
  type Scheduler,
  type VisitRow,
} from './journey-state.js';

/** Collects the steps of one state. */
export class JourneySteps {
  readonly list: Step<JourneyState>[] = [];

  constructor(
    readonly state: JourneyState,
    readonly setting: JourneySetting,
  ) {}

  add(name: string, change: (next: JourneyState) => void, isGiven = true): void {
    const next = copyJourney(this.state);
    change(next);
    this.list.push({ name, next, isGiven });
  }

  /** A step of one scheduler. */
  addFor(index: number, name: string, change: (next: JourneyState, scheduler: Scheduler) => void): void {
    this.add(`scheduler ${index + 1} ${name}`, (next) => change(next, schedulerOf(next, index)));
  }
}

/** A transaction with a snapshot of now. */
export function begin({ visits }: JourneyState): Scheduler {
  return { ...IDLE_SCHEDULER, view: visits.map((row) => ({ ...row })) };
}

export function end(scheduler: Scheduler): void {
  Object.assign(scheduler, IDLE_SCHEDULER);
}

export function lockedByOthers({ schedulers }: JourneyState, index: number): Bits {
  return schedulers.reduce(
    (bits, { isLocking, visits }, other) => bits | (isLocking && other !== index ? visits : 0),
    0,
  );
}

/** Marks rows as changed for every other transaction under way. Time changes no row. */
export function markChanged({ schedulers }: JourneyState, index: number, people: Bits): void {
  schedulers.forEach((scheduler, other) => {
    scheduler.changed |= other !== index && scheduler.place !== 'idle' ? people : 0;
  });
}

export function rowOf(visits: readonly VisitRow[], person: number): VisitRow {
  const row = visits[person];
  if (!row) {
    throw new Error(`No visit of person ${person}`);
  }
  return row;
}

export function schedulerOf({ schedulers }: JourneyState, index: number): Scheduler {
  const scheduler = schedulers[index];
  if (!scheduler) {
    throw new Error(`No scheduler ${index}`);
  }
  return scheduler;
}

import type { JourneyGuard } from './journey-guards.js';

/** Some people, or events: bit N stands for person N; a purchase is `PURCHASE` bits higher than the entry. */
export type Bits = number;

export const PEOPLE = 2;
export const PURCHASE = PEOPLE;

const VISIT_PLACES = ['outside', 'waiting', 'resting', 'gone'] as const;

/** A row of `journeys.visit`: the wait for the purchase, then a wait behind the send. */
export interface VisitRow {
  place: (typeof VISIT_PLACES)[number];
  isWoken: boolean;
  isDue: boolean;
}

/** Statements of a scheduler. `handing`, `moving`, `advancing` and `applying` exist without a guard alone. */
const SCHEDULER_PLACES = [
  'idle',
  'step: lock',
  'step: look',
  'step: commit',
  'handing',
  'moving',
  'read: lock',
  'read: commit',
  'advancing',
  'applying',
] as const;
export type SchedulerPlace = (typeof SCHEDULER_PLACES)[number];

/** A transaction of a scheduler, in memory. */
export interface Scheduler {
  place: SchedulerPlace;
  /** Visits that it found, or has locked. */
  visits: Bits;
  isLocking: boolean;
  /** Visits that others have changed since its snapshot. */
  changed: Bits;
  /** People with unread events in the feed when it looked. */
  pending: Bits;
  /** Events of its snapshot. */
  events: Bits;
  /** The rows as it has read them. */
  view: VisitRow[];
}

export interface JourneyState {
  visits: VisitRow[];
  /** Events that were answered, and those that the feed's reader has applied. */
  answered: Bits;
  applied: Bits;
  /** Dispatches with the message of each person: a stored one is where the chunk protocol begins. */
  dispatches: number[];
  schedulers: Scheduler[];
  crashes: number;
  /** Facts that no process knows. */
  ghost: {
    entries: number[];
    /** Ways that a person took: 1 after the purchase, 2 after the time-out. */
    ways: number[];
    /** People whose purchase was answered before the time-out. */
    inTime: Bits;
  };
}

export interface JourneySetting {
  crashes: number;
  guards: Readonly<Record<JourneyGuard, boolean>>;
}

export const IDLE_SCHEDULER: Scheduler = {
  place: 'idle',
  visits: 0,
  isLocking: false,
  changed: 0,
  pending: 0,
  events: 0,
  view: [],
};

const everyone = <V>(value: () => V): V[] => Array.from({ length: PEOPLE }, value);

export function startJourney({ crashes }: JourneySetting): JourneyState {
  return {
    visits: everyone(() => ({ place: 'outside', isWoken: false, isDue: false })),
    answered: 0,
    applied: 0,
    dispatches: everyone(() => 0),
    schedulers: [{ ...IDLE_SCHEDULER }, { ...IDLE_SCHEDULER }],
    crashes,
    ghost: { entries: everyone(() => 0), ways: everyone(() => 0), inTime: 0 },
  };
}

/** A copy that a step may change. A view is replaced, never changed. */
export function copyJourney({ ghost, ...state }: JourneyState): JourneyState {
  return {
    ...state,
    visits: state.visits.map((row) => ({ ...row })),
    dispatches: state.dispatches.slice(),
    schedulers: state.schedulers.map((scheduler) => ({ ...scheduler })),
    ghost: { entries: ghost.entries.slice(), ways: ghost.ways.slice(), inTime: ghost.inTime },
  };
}

/** All of a state as a short string; two equal schedulers are the same. */
export function keyOfJourney({ visits, schedulers, ghost, ...state }: JourneyState): string {
  const numbers = [state.answered, state.applied, state.crashes, ghost.inTime];
  return (
    String.fromCharCode(...numbers, ...state.dispatches, ...ghost.entries, ...ghost.ways, ...visits.map(numberOf)) +
    schedulers.map(keyOfScheduler).toSorted().join('')
  );
}

function keyOfScheduler({ place, visits, isLocking, changed, pending, events, view }: Scheduler): string {
  const numbers = [SCHEDULER_PLACES.indexOf(place), visits, Number(isLocking), changed, pending, events];
  return String.fromCharCode(...numbers, ...view.map(numberOf), SEPARATOR);
}

function numberOf({ place, isWoken, isDue }: VisitRow): number {
  return VISIT_PLACES.indexOf(place) * 4 + Number(isWoken) * 2 + Number(isDue);
}

const SEPARATOR = 0xffff;

export function has(bits: Bits, number: number): boolean {
  return ((bits >> number) & 1) === 1;
}

/** People of some events. */
export function peopleOf(events: Bits): Bits {
  return (events | (events >> PURCHASE)) & ((1 << PEOPLE) - 1);
}

export function listPeople(people: Bits): number[] {
  return Array.from({ length: PEOPLE }, (_, person) => person).filter((person) => has(people, person));
}

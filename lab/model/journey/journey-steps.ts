import {
  type Bits,
  has,
  IDLE_SCHEDULER,
  type JourneySetting,
  type JourneyState,
  listPeople,
  PEOPLE,
  peopleOf,
  PURCHASE,
  type Scheduler,
  type VisitRow,
} from './journey-state.js';
import {
  begin,
  end,
  type JourneySteps,
  lockedByOthers,
  markChanged,
  rowOf,
  schedulerOf,
} from './journey-transactions.js';
import { addReading } from './reading-steps.js';

/** Clients, time, and deaths. A death ends the transaction, and all of its locks. */
export function addSurroundings(steps: JourneySteps): void {
  const { answered, visits, schedulers, crashes } = steps.state;
  for (let person = 0; person < PEOPLE; person++) {
    const visit = rowOf(visits, person);
    if (!has(answered, person)) {
      steps.add(`the cart of ${person} is answered`, (next) => (next.answered |= 1 << person));
    } else if (person === 0 && !has(answered, PURCHASE + person)) {
      const isInTime = visit.place === 'outside' || (visit.place === 'waiting' && !visit.isDue);
      steps.add(
        `the purchase of ${person} is answered`,
        (next) => {
          next.answered |= 1 << (PURCHASE + person);
          next.ghost.inTime |= isInTime ? 1 << person : 0;
        },
        false,
      );
    }
    if ((visit.place === 'waiting' || visit.place === 'resting') && !visit.isDue) {
      steps.add(`the wait of ${person} is over`, (next) => {
        rowOf(next.visits, person).isDue = true;
      });
    }
  }
  schedulers.forEach(({ place }, index) => {
    if (place !== 'idle' && crashes > 0) {
      const die = (next: JourneyState): void => {
        next.crashes -= 1;
        next.schedulers[index] = { ...IDLE_SCHEDULER };
      };
      steps.add(`scheduler ${index + 1} dies`, die, false);
    }
  });
}

/** `JourneyStepService.stepBatch` and the feed's reader: the next statement of one scheduler. */
export function addScheduler(steps: JourneySteps, index: number): void {
  const { state, setting } = steps;
  const { place } = schedulerOf(state, index);
  switch (place) {
    case 'idle': {
      const due = findDue(state.visits);
      if (due !== 0) {
        steps.addFor(index, 'finds due visits', (next, scheduler) => {
          const pending = setting.guards.looksAfterLock ? 0 : findPending(next, setting);
          Object.assign(scheduler, { ...begin(next), place: 'step: lock', visits: due, pending });
        });
      } else if (!setting.guards.looksAfterLock && state.visits.some((visit) => visit.place === 'waiting')) {
        // It looks at the feed first, and finds the visits that are due by then.
        steps.addFor(index, 'looks for unread events first', (next, scheduler) => {
          const visits = everyoneOf(({ place: at }) => at === 'waiting', state.visits);
          Object.assign(scheduler, {
            ...begin(next),
            place: 'step: lock',
            visits,
            pending: findPending(next, setting),
          });
        });
      }
      addReading(steps, index);
      return;
    }
    case 'step: lock':
      steps.addFor(index, 'locks its visits', (next, scheduler) => lockDue(next, scheduler, index, setting));
      return;
    case 'step: look':
      steps.addFor(index, 'looks for unread events', (next, scheduler) => {
        scheduler.pending = setting.guards.looksAfterLock ? findPending(next, setting) : scheduler.pending;
        scheduler.place = 'step: commit';
      });
      return;
    case 'step: commit':
      addCommits(steps, index);
      return;
    case 'handing':
      steps.addFor(index, 'hands over what it has moved', (next, scheduler) => {
        handOver(next, scheduler);
        end(scheduler);
      });
      return;
    case 'moving':
      steps.addFor(index, 'moves those whom it has handed over', (next, scheduler) => {
        move(next, scheduler, index);
        end(scheduler);
      });
      return;
    default:
      addReading(steps, index);
  }
}

function addCommits(steps: JourneySteps, index: number): void {
  if (steps.setting.guards.sameTransaction) {
    steps.addFor(index, 'commits places and hand-over', (next, scheduler) => {
      handOver(next, scheduler);
      move(next, scheduler, index);
      end(scheduler);
    });
    return;
  }
  steps.addFor(index, 'commits the hand-over alone', (next, scheduler) => {
    handOver(next, scheduler);
    scheduler.place = 'moving';
  });
  steps.addFor(index, 'commits the places alone', (next, scheduler) => {
    move(next, scheduler, index);
    scheduler.place = 'handing';
  });
}

/** `lockDue`: leaves out what another has locked, and judges what was changed since its snapshot again. */
function lockDue(next: JourneyState, scheduler: Scheduler, index: number, { guards }: JourneySetting): void {
  scheduler.place = 'step: look';
  if (!guards.lockVisits) {
    return;
  }
  const free = scheduler.visits & ~lockedByOthers(next, index);
  const fresh = guards.checkAgain ? free & findDue(next.visits) : free;
  scheduler.view = next.visits.map((row, person) =>
    guards.checkAgain ? { ...row } : { ...rowOf(scheduler.view, person) },
  );
  Object.assign(scheduler, { visits: fresh, isLocking: true });
}

function chosenOf({ visits, pending }: Scheduler): number[] {
  return listPeople(visits & ~pending);
}

function passesSend({ place, isWoken }: VisitRow): boolean {
  return place === 'waiting' && !isWoken;
}

function handOver(next: JourneyState, scheduler: Scheduler): void {
  for (const person of chosenOf(scheduler)) {
    const passes = passesSend(rowOf(scheduler.view, person));
    next.dispatches[person] = Math.min(2, (next.dispatches[person] ?? 0) + (passes ? 1 : 0));
  }
}

function move(next: JourneyState, scheduler: Scheduler, index: number): void {
  for (const person of chosenOf(scheduler)) {
    const row = rowOf(scheduler.view, person);
    const isResting = passesSend(row);
    next.visits[person] = { place: isResting ? 'resting' : 'gone', isWoken: false, isDue: false };
    if (row.place === 'waiting') {
      next.ghost.ways[person] = (next.ghost.ways[person] ?? 0) | (isResting ? 2 : 1);
    }
    markChanged(next, index, 1 << person);
  }
}

/** `findDueJourneys`, and the rows of its statement. */
function findDue(visits: readonly VisitRow[]): Bits {
  return everyoneOf(
    ({ place, isDue, isWoken }) => (place === 'waiting' || place === 'resting') && (isDue || isWoken),
    visits,
  );
}

function everyoneOf(holds: (row: VisitRow) => boolean, visits: readonly VisitRow[]): Bits {
  return visits.reduce((bits, row, person) => bits | (holds(row) ? 1 << person : 0), 0);
}

function findPending({ answered, applied }: JourneyState, { guards }: JourneySetting): Bits {
  return guards.pendingEvents ? peopleOf(answered & ~applied) : 0;
}

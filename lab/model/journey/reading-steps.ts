import {
  has,
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

const READING: readonly string[] = ['read: lock', 'read: commit', 'advancing', 'applying'];

/** `FeedSubscriptionService.readApplication` with `EventEntryService.apply`: one transaction of one snapshot. */
export function addReading(steps: JourneySteps, index: number): void {
  const { state, setting } = steps;
  const { guards } = setting;
  const reader = schedulerOf(state, index);
  switch (reader.place) {
    case 'idle': {
      const events = state.answered & ~state.applied;
      const isRead = state.schedulers.some(({ place }) => READING.includes(place));
      if (events !== 0 && !(isRead && guards.oneReader)) {
        steps.addFor(index, 'locks the position and reads the feed', (next, scheduler) => {
          Object.assign(scheduler, { ...begin(next), place: 'read: lock', events });
        });
      }
      return;
    }
    case 'read: lock': {
      const people = peopleOf(reader.events);
      if (!guards.readerLocks) {
        steps.addFor(index, 'looks at visits', (_, scheduler) => (scheduler.place = 'read: commit'));
      } else if ((lockedByOthers(state, index) & people) === 0) {
        // This statement waits while a step has one of them.
        steps.addFor(index, 'locks visits', (_, scheduler) => {
          const known = listPeople(people).filter((person) => hasRow(rowOf(scheduler.view, person)));
          if (guards.conflictAborts && known.some((person) => has(scheduler.changed, person))) {
            end(scheduler);
          } else {
            Object.assign(scheduler, { place: 'read: commit', visits: people, isLocking: true });
          }
        });
      }
      return;
    }
    case 'read: commit':
      if (guards.conflictAborts && meetsNewRow(state, reader)) {
        steps.addFor(index, 'meets a visit that its snapshot lacks, and begins again', (_, scheduler) =>
          end(scheduler),
        );
        return;
      }
      addCommits(steps, index);
      return;
    case 'advancing':
      steps.addFor(index, 'moves its position behind what it has applied', (next, scheduler) => {
        advance(next, scheduler, steps);
        end(scheduler);
      });
      return;
    case 'applying':
      steps.addFor(index, 'applies what its position has', (next, scheduler) => {
        apply(next, scheduler, index);
        end(scheduler);
      });
      return;
    default:
  }
}

function addCommits(steps: JourneySteps, index: number): void {
  if (steps.setting.guards.positionWithVisits) {
    steps.addFor(index, 'commits visits and its position', (next, scheduler) => {
      apply(next, scheduler, index);
      advance(next, scheduler, steps);
      end(scheduler);
    });
    return;
  }
  steps.addFor(index, 'commits visits alone', (next, scheduler) => {
    apply(next, scheduler, index);
    scheduler.place = 'advancing';
  });
  steps.addFor(index, 'commits its position alone', (next, scheduler) => {
    advance(next, scheduler, steps);
    scheduler.place = 'applying';
  });
}

function hasRow({ place }: VisitRow): boolean {
  return place === 'waiting' || place === 'resting';
}

/** An insert beside a row that is there now, and was not in the snapshot. */
function meetsNewRow({ visits }: JourneyState, { events, view }: Scheduler): boolean {
  return listPeople(events).some((person) => hasRow(rowOf(visits, person)) && !hasRow(rowOf(view, person)));
}

/** The position of the snapshot; without that guard the one of now. */
function advance(next: JourneyState, { events }: Scheduler, { setting }: JourneySteps): void {
  next.applied |= setting.guards.feedOfSnapshot ? events : next.answered;
}

/** `EventBatch.apply`: entries first, because they were answered first; then the purchases that a wait expects. */
function apply(next: JourneyState, { events, view }: Scheduler, index: number): void {
  for (const person of listPeople(peopleOf(events))) {
    const row = { ...rowOf(view, person) };
    if (has(events, person) && (row.place === 'outside' || row.place === 'gone')) {
      Object.assign(row, { place: 'waiting', isWoken: false, isDue: false });
      next.ghost.entries[person] = Math.min(PEOPLE, (next.ghost.entries[person] ?? 0) + 1);
      next.visits[person] = row;
    }
    if (has(events, PURCHASE + person) && row.place === 'waiting') {
      row.isWoken = true;
      next.visits[person] = row;
    }
    markChanged(next, index, 1 << person);
  }
}

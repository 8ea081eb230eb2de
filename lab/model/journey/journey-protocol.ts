import type { Model } from '../checker.js';
import { JOURNEY_GUARDS, type JourneyGuard, JOURNEY_PROMISES } from './journey-guards.js';
import { has, type JourneySetting, type JourneyState, keyOfJourney, startJourney } from './journey-state.js';
import { addScheduler, addSurroundings } from './journey-steps.js';
import { JourneySteps } from './journey-transactions.js';

/**
 * The hand-over of a journey as a model: two schedulers take steps and read the feed, two people leave a cart, one of them
 * may buy, and a scheduler may die at every moment. The journey is a wait for the purchase, a send, and a wait.
 *
 * | step of the model                          | function here                    | code                                              |
 * | ------------------------------------------ | -------------------------------- | ------------------------------------------------- |
 * | finds due visits, locks them               | journey-steps.ts lockDue         | visits/visit.repository findDueJourneys, lockDue  |
 * | looks for unread events                    | journey-steps.ts findPending     | outbox/feed-position.repository findPendingUsers  |
 * | commits places and hand-over               | journey-steps.ts handOver, move  | running/journey-step stepBatch; intake accept     |
 * | locks the position and reads the feed      | reading-steps.ts addReading      | outbox/feed-reader readBatch, feed-position lock  |
 * | locks visits                               | reading-steps.ts addReading      | entering/event-entry apply, lockOfUsers           |
 * | commits visits and its position            | reading-steps.ts apply, advance  | entering/event-batch apply; feed-position advance |
 *
 * A dispatch that is stored is where the model of the chunk protocol begins: from there each recipient is sent to once. A
 * commit whose answer is lost needs no step: a scheduler keeps nothing behind its commit.
 */
export function journeyOf(setting: JourneySetting): Model<JourneyState> {
  return {
    start: startJourney(setting),
    keyOf: keyOfJourney,
    findBroken,
    isEnd,
    steps: (state) => {
      const steps = new JourneySteps(state, setting);
      addSurroundings(steps);
      state.schedulers.forEach((_, index) => addScheduler(steps, index));
      return steps.list;
    },
  };
}

/** @param out  guards that are taken out */
export function journeySetting(crashes: number, out: readonly JourneyGuard[] = []): JourneySetting {
  const names = Object.keys(JOURNEY_GUARDS) as JourneyGuard[];
  return {
    crashes,
    guards: Object.fromEntries(names.map((name) => [name, !out.includes(name)])) as Record<JourneyGuard, boolean>,
  };
}

function findBroken({ dispatches, schedulers, ghost }: JourneyState): readonly string[] {
  const { entries, ways, inTime } = ghost;
  const isHanding = schedulers.some(({ place }) => place === 'handing');
  const facts: Record<keyof typeof JOURNEY_PROMISES, boolean> = {
    handedOnce: dispatches.some((count) => count > 1),
    handedAtAll: !isHanding && ways.some((way, person) => way >= 2 && dispatches[person] === 0),
    afterPurchase: dispatches.some((count, person) => count > 0 && has(inTime, person)),
    oneWay: ways.some((way) => way === 3),
    enteredOnce: entries.some((count) => count > 1),
  };
  const names = Object.keys(facts) as (keyof typeof JOURNEY_PROMISES)[];
  return names.filter((name) => facts[name]).map((name) => JOURNEY_PROMISES[name]);
}

/** Everyone has come, gone, and got the message or bought. */
function isEnd({ visits, answered, applied, dispatches, ghost }: JourneyState): boolean {
  return (
    answered === applied &&
    visits.every(({ place }) => place === 'gone') &&
    ghost.ways.every((way, person) => (way === 1 ? dispatches[person] === 0 : dispatches[person] === 1))
  );
}

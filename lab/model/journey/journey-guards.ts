import { CAN_END } from '../checker.js';

/** Promises of journeys, as a state can break them. */
export const JOURNEY_PROMISES = {
  handedOnce: 'no message is handed over twice',
  handedAtAll: 'whoever passes a send has a dispatch',
  afterPurchase: 'nobody is reminded whose purchase was answered in time',
  oneWay: 'a person takes one way out of a wait',
  enteredOnce: 'an event lets its person in once',
} as const;

/** Guards of the promises, with their place in the code. Each can be taken out of the model. */
export const JOURNEY_GUARDS = {
  lockVisits: 'lockDue: FOR UPDATE SKIP LOCKED',
  checkAgain: 'lockDue: READ COMMITTED judges a row again that was changed before its lock',
  sameTransaction: 'JourneyStepService.stepBatch: places, hand-over and sums in one transaction',
  pendingEvents: 'FeedPositionRepository.findPendingUsers: unread events keep a visit where it is',
  looksAfterLock: 'stepBatch: findPending comes after lockDue',
  readerLocks: 'EventEntryService.apply: lockOfUsers before it looks at visits',
  conflictAborts: 'FeedReaderService: REPEATABLE READ, so a visit that was moved since begins the reading again',
  oneReader: 'FeedPositionRepository.lock: the position has one reader',
  positionWithVisits: 'FeedSubscriptionService: the position is stored with what was applied',
  feedOfSnapshot: 'FeedSubscriptionService: the position is that of the rows that were read',
} as const;
export type JourneyGuard = keyof typeof JOURNEY_GUARDS;

/** Journeys without some guards, and a promise that falls. */
export const JOURNEY_MUTANTS: readonly { out: readonly JourneyGuard[]; breaks: string }[] = [
  { out: ['lockVisits'], breaks: JOURNEY_PROMISES.handedOnce },
  { out: ['checkAgain'], breaks: JOURNEY_PROMISES.handedOnce },
  { out: ['sameTransaction'], breaks: JOURNEY_PROMISES.handedOnce },
  { out: ['sameTransaction'], breaks: JOURNEY_PROMISES.handedAtAll },
  { out: ['pendingEvents'], breaks: JOURNEY_PROMISES.afterPurchase },
  { out: ['looksAfterLock'], breaks: JOURNEY_PROMISES.afterPurchase },
  { out: ['readerLocks'], breaks: JOURNEY_PROMISES.oneWay },
  { out: ['conflictAborts'], breaks: JOURNEY_PROMISES.oneWay },
  { out: ['oneReader'], breaks: JOURNEY_PROMISES.enteredOnce },
  // Unread events keep people where they are, so an event that is read twice finds them inside.
  { out: ['positionWithVisits', 'pendingEvents'], breaks: JOURNEY_PROMISES.enteredOnce },
  { out: ['positionWithVisits'], breaks: CAN_END },
  { out: ['feedOfSnapshot'], breaks: CAN_END },
];

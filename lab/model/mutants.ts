import { CAN_END } from './checker.js';
import type { Assumption, Guard } from './guards.js';
import { PROMISES } from './promises.js';
import { type Faults, SETTINGS } from './setting.js';

/** A protocol with guards taken out, and the promise that falls with them. */
export interface Mutant {
  out: readonly Guard[];
  setting: keyof typeof SETTINGS;
  breaks: string;
  /** Faults that it does not need. The search is shorter without them. */
  faults?: Partial<Faults>;
}

/** No operator. */
const UNHELD: Partial<Faults> = { pause: 0, stop: 0 };

/** Each of these guards is needed by itself. */
export const MUTANTS: readonly Mutant[] = [
  // Lease and epoch.
  { out: ['claimAfterLease'], setting: 'sms', breaks: PROMISES.foundedDoubt },
  { out: ['claimOnceAProcess'], setting: 'oneProcess', breaks: PROMISES.foundedDoubt },
  { out: ['claimKeepsIntent'], setting: 'push', breaks: PROMISES.listed, faults: UNHELD },
  { out: ['claimKeepsIntent'], setting: 'email', breaks: PROMISES.copyOnce, faults: UNHELD },
  { out: ['markEpoch'], setting: 'sms', breaks: PROMISES.copyOnce, faults: UNHELD },
  { out: ['commitEpoch'], setting: 'push', breaks: PROMISES.inFlight, faults: UNHELD },
  { out: ['commitPosition'], setting: 'push', breaks: PROMISES.foundedDoubt, faults: UNHELD },
  { out: ['releaseEpoch'], setting: 'sms', breaks: PROMISES.copyOnce, faults: UNHELD },
  { out: ['releaseKeepsIntent'], setting: 'email', breaks: PROMISES.copyOnce, faults: UNHELD },
  { out: ['renewEpoch'], setting: 'sms', breaks: PROMISES.copyOnce, faults: UNHELD },
  // A worker that was frozen.
  { out: ['leaseCheck'], setting: 'sms', breaks: PROMISES.copyOnce, faults: UNHELD },
  { out: ['leaseCheck'], setting: 'email', breaks: PROMISES.inFlight, faults: UNHELD },
  { out: ['monotonicClock'], setting: 'sms', breaks: PROMISES.copyOnce, faults: UNHELD },
  { out: ['wallClock'], setting: 'sms', breaks: PROMISES.copyOnce, faults: UNHELD },
  { out: ['leaseFromRequest'], setting: 'sms', breaks: PROMISES.copyOnce, faults: UNHELD },
  { out: ['renewalOfOwnRow'], setting: 'sms', breaks: PROMISES.copyOnce, faults: UNHELD },
  // In flight.
  { out: ['intentBeforeSend'], setting: 'push', breaks: PROMISES.listed, faults: UNHELD },
  { out: ['intentBeforeSend'], setting: 'email', breaks: PROMISES.copyOnce, faults: UNHELD },
  { out: ['holdAtMark'], setting: 'sms', breaks: PROMISES.hold },
  { out: ['holdAtCommit'], setting: 'push', breaks: PROMISES.hold },
  { out: ['markAgain'], setting: 'email', breaks: PROMISES.foundedDoubt, faults: UNHELD },
  { out: ['markClears'], setting: 'email', breaks: PROMISES.foundedDoubt },
  { out: ['noIntentWhileHeld'], setting: 'email', breaks: PROMISES.foundedDoubt },
  // The commit.
  { out: ['oneTransaction'], setting: 'push', breaks: CAN_END, faults: UNHELD },
  { out: ['keepResults'], setting: 'email', breaks: PROMISES.foundedDoubt, faults: UNHELD },
  { out: ['decideOnce'], setting: 'push', breaks: PROMISES.listedOnce, faults: UNHELD },
  { out: ['markAfterLoss'], setting: 'push', breaks: PROMISES.listed },
  { out: ['markAfterLoss'], setting: 'email', breaks: PROMISES.copyOnce },
  { out: ['markAfterLoss'], setting: 'sms', breaks: PROMISES.copyOnce },
  // Doubt.
  { out: ['listCrash'], setting: 'push', breaks: PROMISES.listed, faults: UNHELD },
  { out: ['listUnknown'], setting: 'push', breaks: PROMISES.listed, faults: UNHELD },
  { out: ['askBeforeResend'], setting: 'sms', breaks: PROMISES.copyOnce, faults: UNHELD },
  { out: ['giveUpMail'], setting: 'email', breaks: PROMISES.copyOnce, faults: UNHELD },
  { out: ['skipListsInFlight'], setting: 'push', breaks: PROMISES.trueRecord },
  { out: ['skipSeesDoubt'], setting: 'push', breaks: PROMISES.skippedUnsent },
  // Retries, the operator, the end.
  { out: ['retryTakenOnce'], setting: 'sms', breaks: PROMISES.copyOnce, faults: UNHELD },
  { out: ['retryTakesHold'], setting: 'push', breaks: PROMISES.hold },
  { out: ['stopIsFinal'], setting: 'push', breaks: PROMISES.hold },
  { out: ['resumeReleases'], setting: 'push', breaks: CAN_END, faults: { total: 0 } },
  { out: ['finishAfterRetries'], setting: 'push', breaks: PROMISES.finished, faults: UNHELD },
  { out: ['finishAfterChunks'], setting: 'push', breaks: PROMISES.finished, faults: UNHELD },
  // The fast path.
  { out: ['launchEpoch'], setting: 'fastPath', breaks: PROMISES.copyOnce, faults: UNHELD },
  { out: ['launchWhilePaused'], setting: 'fastPath', breaks: PROMISES.hold },
  { out: ['completeEpoch'], setting: 'fastPathOfOne', breaks: PROMISES.inFlight },
  { out: ['launchAgain'], setting: 'fastPath', breaks: PROMISES.foundedDoubt, faults: UNHELD },
  { out: ['launchStoresIntent'], setting: 'fastPath', breaks: PROMISES.copyOnce, faults: UNHELD },
];

/**
 * Second lines. Without the first guard alone nothing falls, because the second prevents the case. Without the second alone
 * this promise holds, because the first catches it. Without both it falls.
 */
export const SECOND_LINES: readonly Mutant[] = [
  { out: ['uniqueResult', 'commitPosition'], setting: 'email', breaks: PROMISES.recordOnce },
];

/**
 * Without it nothing falls. `claimNoHeldChunk` saves the work of taking a chunk that is given back at once. Without
 * `findEpoch` a worker takes the commit of another one for its own, and storing the next ids is refused by the epoch.
 */
export const SAVES_WORK: readonly Guard[] = ['claimNoHeldChunk', 'findEpoch'];

/** Promises that fall without an assumption of the model. */
export const ASSUMED: readonly { out: Assumption; setting: keyof typeof SETTINGS; breaks: string }[] = [
  { out: 'arrivesAtOnce', setting: 'sms', breaks: PROMISES.copyOnce },
  { out: 'truthfulProvider', setting: 'sms', breaks: PROMISES.copyOnce },
  { out: 'durableCommit', setting: 'email', breaks: PROMISES.copyOnce },
];

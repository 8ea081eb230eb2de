import { leaveChunk } from './places.js';
import type { Setting } from '../setting.js';
import { isWorkingOn, listOf, type Recipients, setOf, type State } from '../state/state.js';
import { type Steps, workerName } from './steps.js';

/** Chunks that a campaign may have at a time. More only appear when a retry is taken twice. */
const MAX_CHUNKS = 4;

/** `CampaignControlService`: each is one transaction that locks the dispatch, then its chunks. */
export function addOperator(steps: Steps): void {
  const { state, setting } = steps;
  const { isPaused, isStopped, isFinished } = state.dispatch;
  const isOpen = !isFinished && (!isStopped || !setting.guards.stopIsFinal);
  if (isOpen && !isPaused) {
    steps.add('the operator pauses', (next) => holdChunks(next, 'paused'), 'pause');
  }
  if (isPaused || (isStopped && isOpen)) {
    steps.add('the operator resumes', (next) => {
      next.dispatch.isPaused = false;
      next.ghost.underWay = next.dispatch.isStopped ? next.ghost.underWay : 0;
      for (const chunk of setting.guards.resumeReleases ? next.chunks : []) {
        chunk.hold = chunk.hold === 'paused' || !setting.guards.stopIsFinal ? 'none' : chunk.hold;
      }
    });
  }
  if (isOpen && !isStopped) {
    steps.add(
      'the operator stops',
      (next) => {
        holdChunks(next, 'stopped');
        if (next.dispatch.isStored) {
          next.dispatch.isFinished = true;
          next.workers.filter(({ place }) => place === 'launch').forEach(leaveChunk);
        }
      },
      'stop',
    );
  }
}

function holdChunks(next: State, hold: 'paused' | 'stopped'): void {
  next.dispatch.isPaused = hold === 'paused';
  next.dispatch.isStopped ||= hold === 'stopped';
  next.ghost.underWay = next.chunks.reduce((recipients, { intent }) => recipients | intent, 0);
  for (const chunk of next.chunks.filter(({ isDone }) => !isDone)) {
    chunk.hold = hold === 'stopped' || chunk.hold === 'none' ? hold : chunk.hold;
  }
}

/** `RecoveryService`: chunks of due retries, and the end of the dispatch. Any worker may claim what is claimable. */
export function addRecovery(steps: Steps): void {
  const { state, setting } = steps;
  const { isFinished, isStored } = state.dispatch;
  const attempts = state.retries.filter((attempt) => attempt > 0);
  if (attempts.length > 0 && state.chunks.length < MAX_CHUNKS) {
    for (const recipients of findDueRetries(state, setting)) {
      steps.add('the recovery makes a chunk of due retries', (next) => makeRetryChunk(steps, next, recipients));
    }
  }
  const isOpen =
    (setting.guards.finishAfterChunks && state.chunks.some(({ isDone }) => !isDone)) ||
    (setting.guards.finishAfterRetries && attempts.length > 0);
  if (!isFinished && !isStored && !isOpen) {
    steps.add('the dispatch is finished', (next) => (next.dispatch.isFinished = true));
  }
}

/** Retries that may be due together: those with the lowest attempt; of a larger chunk any. */
function findDueRetries({ retries }: State, { isProjected }: Setting): Recipients[] {
  const lowest = isProjected ? Infinity : Math.min(...retries.filter((attempt) => attempt > 0));
  const waiting = setOf(retries.flatMap((attempt, recipient) => (attempt > 0 && attempt <= lowest ? [recipient] : [])));
  const some = Array.from({ length: waiting }, (_, index) => index + 1).filter((set) => (set & ~waiting) === 0);
  return isProjected ? some : [waiting];
}

/** `createRetryChunks`: rows of one attempt leave `delivery.retry` and become a chunk, in one transaction. */
function makeRetryChunk({ setting }: Steps, next: State, recipients: Recipients): void {
  const numbers = listOf(recipients);
  const attempt = next.retries[numbers[0] ?? 0] ?? 1;
  const { isPaused, isStopped } = next.dispatch;
  const hold = isStopped ? 'stopped' : isPaused ? 'paused' : 'none';
  next.chunks.push({
    ids: recipients,
    attempt,
    done: 0,
    lease: 'none',
    hold: setting.guards.retryTakesHold ? hold : 'none',
    intent: 0,
    isDone: false,
  });
  for (const recipient of setting.guards.retryTakenOnce ? numbers : []) {
    next.retries[recipient] = 0;
  }
}

/** Deaths, freezes, and leases that run out. */
export function addFaults(steps: Steps): void {
  const { state, setting } = steps;
  const busy = state.workers.flatMap(({ place }, index) => (place === 'idle' ? [] : [index]));
  for (const process of new Set(busy.map((index) => setting.processes[index]))) {
    const indexes = busy.filter((index) => setting.processes[index] === process);
    const name = indexes.map(workerName).join(' and ');
    const workersOf = (next: State) => next.workers.filter((_, index) => indexes.includes(index));
    steps.add(
      `${name} dies`,
      (next) => {
        next.ghost.isDoubtFounded = true;
        workersOf(next).forEach(leaveChunk);
      },
      'crash',
    );
    const { monotonicClock, wallClock } = setting.guards;
    const lapse = (isSeen: boolean) => (next: State) =>
      workersOf(next).forEach((worker) => (worker.lease = isSeen ? 'over' : 'over, unseen'));
    steps.add(`${name} is frozen for longer than the lease`, lapse(monotonicClock || wallClock), 'lapse');
    if (!wallClock) {
      steps.add(`the machine of ${name} is paused for longer than the lease`, lapse(false), 'lapse');
    }
    if (!monotonicClock) {
      steps.add(`${name} is frozen while its clock is set back`, lapse(false), 'lapse');
    }
  }
  addEndsOfLeases(steps);
}

/** A lease runs out once its holder knows it to be over, or is gone. So the holder's own view always ends first. */
function addEndsOfLeases(steps: Steps): void {
  const { state, setting } = steps;
  for (const [index, { lease, ids }] of state.chunks.entries()) {
    if (lease !== 'live') {
      continue;
    }
    const holders = state.workers.filter((worker) => isWorkingOn(worker, index) && worker.isNewest);
    const name = `the lease of chunk [${listOf(ids).join(', ')}] runs out`;
    const end = (next: State): void => {
      next.chunks.forEach((chunk, position) => (chunk.lease = position === index ? 'past' : chunk.lease));
    };
    if (holders.every((holder) => holder.lease !== 'left')) {
      steps.add(name, end);
    } else if (!setting.guards.leaseFromRequest) {
      steps.add(`${name} before its holder's`, end, 'lapse');
    }
  }
  const launchers = state.workers.filter(({ place, isNewest }) => place === 'launch' && isNewest);
  if (state.dispatch.launchLease === 'live' && launchers.every(({ lease }) => lease !== 'left')) {
    steps.add('the lease of the launch runs out', (next) => (next.dispatch.launchLease = 'past'));
  }
}

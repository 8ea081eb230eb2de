import { PROMISES } from '../promises.js';
import type { Outcome, Place, Record, State, Worker } from './state.js';

const PLACES: readonly Place[] = ['idle', 'launch', 'resolve', 'mark', 'send', 'commit', 'skip', 'release'];
const OUTCOMES: readonly Outcome[] = ['open', 'on its way', 'sent', 'not sent', 'withheld', 'unknown'];
const RECORDS: readonly Record[] = ['none', 'success', 'failed', 'skipped'];
const ROW_LEASES: readonly string[] = ['none', 'live', 'past'];
const LEASES: readonly Worker['lease'][] = ['left', 'over', 'over, unseen'];
const HOLDS: readonly string[] = ['none', 'paused', 'stopped'];
const FAULTS = ['crash', 'lapse', 'lostCommit', 'readOnly', 'lostAnswer', 'busy', 'rest'] as const;
const BROKEN: readonly string[] = Object.values(PROMISES);

/**
 * All of a state as a short string. Every field is in it, so equal keys mean equal states. Workers are sorted: which of two equal workers does a thing makes no difference.
 */
export function keyOf({ dispatch, chunks, records, retries, copies, faults, workers, ...state }: State): string {
  const { isStored, launchLease, isPaused, isStopped, isFinished } = dispatch;
  const flags = Number(isStored) * 8 + Number(isPaused) * 4 + Number(isStopped) * 2 + Number(isFinished);
  const numbers = [flags, ROW_LEASES.indexOf(launchLease), state.recordedTwice, state.inDoubt];
  numbers.push(state.ghost.underWay, Number(state.ghost.isDoubtFounded));
  numbers.push(state.ghost.broken.reduce((bits, name) => bits | (1 << BROKEN.indexOf(name)), 0));
  // A fault that may happen more often than all together has no bound of its own.
  for (const fault of FAULTS) {
    numbers.push(Math.min(faults[fault], faults.total));
  }
  numbers.push(faults.total, faults.pause, faults.stop);
  for (const [recipient, record] of records.entries()) {
    numbers.push(RECORDS.indexOf(record), retries[recipient] ?? 0, copies[recipient] ?? 0);
  }
  for (const { ids, attempt, done, lease, hold, intent, isDone } of chunks) {
    numbers.push(ids, attempt, done, ROW_LEASES.indexOf(lease), HOLDS.indexOf(hold), intent, Number(isDone));
  }
  return String.fromCharCode(...numbers, SEPARATOR) + workers.map(keyOfWorker).toSorted().join('');
}

const SEPARATOR = 0xffff;

function keyOfWorker(worker: Worker): string {
  if (worker.place === 'idle') {
    return String.fromCharCode(SEPARATOR);
  }
  return String.fromCharCode(
    PLACES.indexOf(worker.place),
    worker.chunk,
    Number(worker.isNewest) * 2 + Number(worker.isAnswerLost),
    LEASES.indexOf(worker.lease),
    worker.done,
    worker.inFlight,
    worker.batch,
    worker.next,
    ...worker.outcomes.map((outcome) => OUTCOMES.indexOf(outcome)),
    SEPARATOR,
  );
}

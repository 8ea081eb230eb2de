import type { Setting } from '../setting.js';
import { enterSend, leaveChunk } from './places.js';
import type { Steps } from './steps.js';
import { IDLE, type State, type Worker, workerOf } from '../state/state.js';

/** The fast path: `TransactionalRepository.claim` and `storeLaunches`. Both are steps of a stored send alone. */
export function addLaunch(steps: Steps, index: number): void {
  const { state, setting } = steps;
  if (!setting.isFastPath) {
    return;
  }
  if (workerOf(state, index).place === 'idle') {
    const { isStored, launchLease, isPaused, isFinished } = state.dispatch;
    if (isStored && launchLease !== 'live' && !isPaused && !isFinished) {
      steps.addFor(index, 'claims the launch', claimLaunch);
    }
    return;
  }
  steps.addFor(index, 'stores the launch, its chunk and its ids in flight', (next, worker) => {
    if (storeLaunch(next, worker, setting)) {
      enterSend(worker);
    }
  });
  // A lost answer is no step of its own: the worker tries again, and finds that the launch is stored or that it is not.
  if (!setting.guards.launchAgain) {
    steps.addFor(
      index,
      'stores the launch; the answer is lost, so it leaves the chunk',
      (next, worker) => {
        storeLaunch(next, worker, setting);
        leaveChunk(worker);
      },
      'lostCommit',
    );
  }
}

function claimLaunch(next: State, worker: Worker): void {
  for (const holder of next.workers) {
    holder.isNewest = holder.place === 'launch' ? false : holder.isNewest;
  }
  next.dispatch.launchLease = 'live';
  Object.assign(worker, { ...IDLE, place: 'launch', isNewest: true });
}

/** @returns false when nothing is stored: another worker took the launch, or the send was paused or stopped */
function storeLaunch(next: State, worker: Worker, { guards, recipients }: Setting): boolean {
  const { dispatch } = next;
  const isOwner = !guards.launchEpoch || (worker.isNewest && dispatch.isStored);
  const isHeld = guards.launchWhilePaused && dispatch.isPaused;
  if (!isOwner || isHeld || dispatch.isFinished) {
    leaveChunk(worker);
    return false;
  }
  const everyone = (1 << recipients) - 1;
  Object.assign(dispatch, { isStored: false, launchLease: 'none' });
  next.chunks.push({
    ids: everyone,
    attempt: 0,
    done: 0,
    lease: 'live',
    hold: 'none',
    intent: guards.launchStoresIntent ? everyone : 0,
    isDone: false,
  });
  Object.assign(worker, { ...IDLE, chunk: next.chunks.length - 1, isNewest: true, batch: everyone });
  return true;
}

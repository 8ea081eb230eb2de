import { claimChunk, isClaimable, markInFlight, releaseChunk, renewLease } from './database.js';
import { addCommit } from './worker-commit.js';
import { addLaunch } from './worker-launch.js';
import { addSend } from './worker-send.js';
import { applyHold, enterSend, leaveChunk, startBatch } from './places.js';
import {
  batchesAt,
  type ChunkRow,
  isWorkingOn,
  listOf,
  type Recipients,
  restOf,
  rowOf,
  type State,
  type Worker,
  workerOf,
} from '../state/state.js';
import type { Setting } from '../setting.js';
import type { Steps } from './steps.js';

/** All steps of one worker: its next statement, message or answer. */
export function addWorkerSteps(steps: Steps, index: number): void {
  const { place } = workerOf(steps.state, index);
  switch (place) {
    case 'idle':
      addClaims(steps, index);
      addLaunch(steps, index);
      return;
    case 'launch':
      addLaunch(steps, index);
      return;
    case 'mark':
      addMarks(steps, index);
      break;
    case 'send':
      addSend(steps, index);
      break;
    case 'resolve':
    case 'commit':
    case 'skip':
      addCommit(steps, index);
      break;
    case 'release':
      steps.addFor(index, 'gives its chunk back', (next, worker) => {
        releaseChunk(next, worker, steps.setting);
        leaveChunk(worker);
      });
      break;
  }
  addRenewal(steps, index);
  addGivingUp(steps, index);
}

/** A statement fails because the database is away, before anything of a batch has left. */
function addGivingUp(steps: Steps, index: number): void {
  const { place, isAnswerLost } = workerOf(steps.state, index);
  if (steps.setting.isProjected && place !== 'send' && place !== 'commit' && !isAnswerLost) {
    steps.addFor(index, 'leaves its chunk: the database is away', (_, worker) => leaveChunk(worker), 'readOnly');
  }
}

/** `ChunkSenderService.sendChunk`: claims a chunk and decides what its state allows. */
function addClaims(steps: Steps, index: number): void {
  const { state, setting } = steps;
  for (const [chunk, row] of state.chunks.entries()) {
    const holder = state.workers.findIndex((worker) => isWorkingOn(worker, chunk));
    const isOfThisProcess = holder >= 0 && setting.processes[holder] === setting.processes[index];
    if (!isClaimable(row, setting) || (isOfThisProcess && setting.guards.claimOnceAProcess)) {
      continue;
    }
    const claim = (next: State, worker: Worker): ChunkRow => {
      // A living worker has lost its chunk to another process: it may have messages on the way.
      next.ghost.isDoubtFounded ||= row.lease === 'past' && holder >= 0 && !isOfThisProcess;
      return claimChunk(next, worker, chunk, setting);
    };
    steps.addFor(index, `claims chunk ${nameOf(row)}`, (next, worker) =>
      processChunk(setting, worker, claim(next, worker)),
    );
    // `releaseChunk` before anything else: the account is paused, or its circuit breaker open.
    steps.addFor(
      index,
      `claims chunk ${nameOf(row)}, whose account rests`,
      (next, worker) => {
        const { hold } = claim(next, worker);
        worker.place = hold === 'stopped' ? 'skip' : 'release';
      },
      'rest',
    );
  }
}

/** `ChunkSenderService.processChunk`. */
function processChunk(setting: Setting, worker: Worker, row: ChunkRow): void {
  if (row.hold === 'stopped') {
    worker.place = 'skip';
  } else if (worker.inFlight !== 0) {
    worker.place = 'resolve';
    worker.outcomes = listOf(restOf(row.ids, worker.done)).map(() => 'open');
  } else {
    startBatch(setting, worker, row);
  }
}

/** The batch of some of a larger chunk may have any size. A repeated statement is about the same one. */
function addMarks(steps: Steps, index: number): void {
  const { state, setting } = steps;
  const worker = workerOf(state, index);
  const isFree = setting.isProjected && !worker.isAnswerLost;
  const batches = isFree ? batchesAt(rowOf(state, worker).ids, worker.done) : [worker.batch];
  batches.forEach((batch) => addMark(steps, index, batch));
  if (isFree) {
    // After a batch of others: the account rests, or this worker stops.
    steps.addFor(index, 'gives up its chunk between two batches', (_, holder) => (holder.place = 'release'), 'rest');
  }
}

/** `ChunkRepository.markInFlight`: the ids in flight, before a batch leaves. */
function addMark(steps: Steps, index: number, batch: Recipients): void {
  const { setting } = steps;
  steps.addFor(index, 'stores its ids in flight', (next, worker) => {
    Object.assign(worker, { batch, isAnswerLost: false });
    const hold = markInFlight(next, worker, setting);
    if (hold === undefined) {
      leaveChunk(worker);
      return;
    }
    worker.lease = 'left';
    if (hold === 'none') {
      enterSend(worker);
    } else {
      applyHold(worker, hold);
    }
  });
  steps.addFor(
    index,
    'stores its ids in flight; the answer is lost',
    (next, worker) => {
      Object.assign(worker, { batch, isAnswerLost: setting.isProjected });
      markInFlight(next, worker, setting);
      if (!setting.guards.markAgain) {
        leaveChunk(worker);
      }
    },
    'lostCommit',
  );
  if (!setting.assumptions.durableCommit) {
    steps.addFor(
      index,
      'stores its ids in flight, and Postgres forgets them',
      (_, worker) => {
        worker.batch = batch;
        enterSend(worker);
      },
      'lostCommit',
    );
  }
}

/** `ChunkLeaseService.renewLeases`, at any time. A renewal that would change nothing is no step. */
function addRenewal(steps: Steps, index: number): void {
  const { state, setting } = steps;
  const before = workerOf(state, index);
  if (before.lease === 'left' && rowOf(state, before).lease === 'live') {
    return;
  }
  steps.addFor(index, 'renews its lease', (next, worker) => {
    const isRenewed = renewLease(next, worker, setting);
    if (isRenewed || !setting.guards.renewalOfOwnRow) {
      worker.lease = 'left';
    }
  });
}

function nameOf({ ids, attempt }: ChunkRow): string {
  return `[${listOf(ids).join(', ')}]${attempt > 0 ? ` of attempt ${attempt + 1}` : ''}`;
}

import { type Commit, commitBatch, findIfCommitted, movePosition } from './database.js';
import type { Setting } from '../setting.js';
import { applyHold, enterSend, leaveChunk, startBatch } from './places.js';
import type { Steps } from './steps.js';
import { addQuestions } from './worker-send.js';
import {
  batchesAt,
  type ChunkRow,
  listOf,
  type Recipients,
  restOf,
  rowOf,
  setOf,
  type State,
  type Worker,
  workerOf,
} from '../state/state.js';

/** `BatchCommitService.commitBatch`: of a batch, of the decision on ids in flight, or of the rest of a stopped chunk. */
export function addCommit(steps: Steps, index: number): void {
  const { state, setting } = steps;
  const before = workerOf(state, index);
  const row = rowOf(state, before);
  if (before.place === 'resolve' && setting.policy === 'ask' && before.outcomes.includes('open')) {
    addQuestions(steps, index, restOf(row.ids, before.done), 'open');
    return;
  }
  const commit = composeCommit(setting, before, row, state.inDoubt);
  // `completeChunks` is tried once; after it every chunk is committed singly.
  const epoch = setting.isFastPath && row.attempt === 0 && !before.isAnswerLost ? 'completeEpoch' : 'commitEpoch';
  const name = NAMES[before.place] ?? 'commits';

  steps.addFor(index, name, (next, worker) => {
    const answer = commitBatch(next, worker, commit, setting, epoch);
    if (answer === 'stored') {
      worker.lease = 'left';
      goOn(steps, next, worker, commit, holdSeen(setting, rowOf(next, worker)));
    } else if (answer === 'no row') {
      goOnIfCommitted(steps, next, worker, commit);
    } else {
      // A broken invariant is never tried again.
      leaveChunk(worker);
    }
  });
  steps.addFor(
    index,
    `${name}; the answer is lost`,
    (next, worker) => {
      if (commitBatch(next, worker, commit, setting, epoch) !== 'stored') {
        return;
      }
      worker.isAnswerLost = true;
    },
    'lostCommit',
  );
  if (before.place === 'commit' && before.next !== 0 && !before.isAnswerLost) {
    steps.addFor(index, 'is asked to stop, or its account rests', (_, worker) => (worker.next = 0), 'rest');
  }
  addNextBatches(steps, index);
  addWithoutGuards(steps, index, name, commit);
}

/** The next batch of some of a larger chunk may have any size, or be one of the others. */
function addNextBatches(steps: Steps, index: number): void {
  const { state, setting } = steps;
  const worker = workerOf(state, index);
  if (!setting.isProjected || worker.place !== 'commit' || worker.next !== 0 || worker.isAnswerLost) {
    return;
  }
  const position = worker.done + listOf(worker.batch).length;
  for (const batch of batchesAt(rowOf(state, worker).ids, position)) {
    steps.addFor(index, `has prepared [${listOf(batch).join(', ')}]`, (_, holder) => (holder.next = batch));
  }
}

/** Adds steps that happen only without a guard or an assumption. */
function addWithoutGuards(steps: Steps, index: number, name: string, commit: Commit): void {
  const { setting } = steps;
  if (!setting.guards.keepResults) {
    steps.addFor(
      index,
      `${name}: the database is read-only, so it gives up`,
      (_, worker) => leaveChunk(worker),
      'readOnly',
    );
  }
  if (!setting.guards.oneTransaction) {
    steps.addFor(
      index,
      `${name}: stores the position, and dies before its results`,
      (next, worker) => {
        movePosition(rowOf(next, worker), worker, commit, setting);
        next.ghost.isDoubtFounded = true;
        leaveChunk(worker);
      },
      'crash',
    );
  }
  if (!setting.assumptions.durableCommit) {
    const forget = (next: State, worker: Worker): void => goOn(steps, next, worker, commit, rowOf(next, worker).hold);
    steps.addFor(index, `${name}, and Postgres forgets it`, forget, 'lostCommit');
  }
}

const NAMES: { [place in Worker['place']]?: string } = {
  resolve: 'stores its decision on the ids in flight of a dead worker',
  commit: 'commits its batch',
  skip: 'ends the rest of its stopped chunk as skipped',
};

function composeCommit(setting: Setting, worker: Worker, row: ChunkRow, listed: Recipients): Commit {
  switch (worker.place) {
    case 'resolve':
      return composeDecision(setting, worker, row);
    case 'skip':
      return composeSkip(setting, worker, row, listed);
    default:
      return composeBatch(setting, worker, row);
  }
}

/** `classifyOutcomes`. */
function composeBatch({ policy, guards, maxAttempts }: Setting, worker: Worker, row: ChunkRow): Commit {
  const numbers = listOf(worker.batch);
  const commit = emptyCommit(numbers.length, worker.next, listOf(row.ids).length === worker.done + numbers.length);
  const isRetriedInDoubt = policy === 'repeat' || (policy === 'give-up' && !guards.giveUpMail);
  for (const [position, recipient] of numbers.entries()) {
    const outcome = worker.outcomes[position];
    if (outcome === 'unknown' && guards.listUnknown) {
      commit.doubts |= 1 << recipient;
    }
    const mayRepeat = outcome === 'not sent' || (outcome === 'unknown' && isRetriedInDoubt);
    if (outcome === 'withheld' || (mayRepeat && row.attempt + 1 < maxAttempts)) {
      commit.retries.push(recipient);
    } else {
      commit.records.push({ recipient, record: outcome === 'sent' ? 'success' : 'failed' });
    }
  }
  return commit;
}

/** `UnconfirmedSendsService.decide`. */
function composeDecision({ policy, guards }: Setting, worker: Worker, row: ChunkRow): Commit {
  const doubts = guards.listCrash ? worker.inFlight : 0;
  if (policy === 'repeat' || (policy === 'give-up' && !guards.giveUpMail)) {
    return { ...emptyCommit(0, 0, false), doubts };
  }
  const rest = listOf(restOf(row.ids, worker.done));
  const isInFlight = (recipient: number): boolean => ((worker.inFlight >> recipient) & 1) === 1;
  const covered = 1 + rest.findLastIndex(isInFlight);
  const commit = { ...emptyCommit(covered, 0, covered === rest.length), doubts };
  for (const [position, recipient] of rest.slice(0, covered).entries()) {
    const outcome = !isInFlight(recipient) ? 'not sent' : policy === 'ask' ? worker.outcomes[position] : 'unknown';
    if (outcome === 'not sent') {
      commit.retries.push(recipient);
    } else {
      commit.records.push({ recipient, record: outcome === 'sent' ? 'success' : 'failed' });
    }
  }
  return commit;
}

/** `ChunkCompletionService.endRemaining`. */
function composeSkip({ guards }: Setting, worker: Worker, row: ChunkRow, listed: Recipients): Commit {
  const rest = listOf(restOf(row.ids, worker.done));
  const inDoubt = guards.skipListsInFlight ? worker.inFlight & setOf(rest) : 0;
  const isDoubtful = inDoubt | (guards.skipSeesDoubt ? listed : 0);
  const commit = emptyCommit(rest.length, 0, true);
  commit.doubts = inDoubt;
  commit.records = rest.map((recipient) => {
    return { recipient, record: (isDoubtful >> recipient) & 1 ? 'failed' : 'skipped' };
  });
  return commit;
}

function emptyCommit(advance: number, next: number, isLast: boolean): Commit {
  return { advance, records: [], retries: [], doubts: 0, next, isLast };
}

/** The update changed no row: either an earlier attempt did, or the lease is lost. */
function goOnIfCommitted(steps: Steps, next: State, worker: Worker, commit: Commit): void {
  const stored = findIfCommitted(next, worker, worker.done + commit.advance, steps.setting);
  if (!stored) {
    leaveChunk(worker);
    return;
  }
  const { guards } = steps.setting;
  if (commit.next !== 0 && guards.markAfterLoss) {
    worker.done += commit.advance;
    resetBatch(worker);
    // Nothing of it has left, so it is stored again or taken back.
    Object.assign(worker, { place: 'mark', batch: commit.next, isAnswerLost: steps.setting.isProjected });
  } else {
    goOn(steps, next, worker, commit, holdSeen(steps.setting, stored));
  }
}

/** `BatchSenderService.sendRemaining` after its commit, and `processChunk` after `resolveInFlight`. */
function goOn(steps: Steps, next: State, worker: Worker, commit: Commit, hold: ChunkRow['hold']): void {
  const { place } = worker;
  worker.done += commit.advance;
  resetBatch(worker);
  worker.inFlight = 0;
  if (place === 'skip' || commit.isLast) {
    leaveChunk(worker);
  } else if (place === 'resolve') {
    // The hold is seen by `markInFlight`.
    startBatch(steps.setting, worker, rowOf(next, worker));
  } else if (hold !== 'none') {
    applyHold(worker, hold);
  } else if (steps.setting.isPaced || (steps.setting.isProjected && commit.next === 0)) {
    startBatch(steps.setting, worker, rowOf(next, worker));
  } else if (commit.next === 0) {
    worker.place = 'release';
  } else {
    worker.batch = commit.next;
    enterSend(worker);
  }
}

function resetBatch(worker: Worker): void {
  Object.assign(worker, { batch: 0, next: 0, outcomes: [], isAnswerLost: false });
}

function holdSeen({ guards }: Setting, { hold }: Pick<ChunkRow, 'hold'>): ChunkRow['hold'] {
  return guards.holdAtCommit ? hold : 'none';
}

import type { Guard } from '../guards.js';
import { PROMISES } from '../promises.js';
import type { Setting } from '../setting.js';
import { type ChunkRow, IDLE, type Recipients, type Record, rowOf, type State, type Worker } from '../state/state.js';

/** Changes by one transaction of a batch: `BatchCommit`. */
export interface Commit {
  advance: number;
  records: { recipient: number; record: Record }[];
  retries: number[];
  doubts: Recipients;
  next: Recipients;
  isLast: boolean;
}

/** How a transaction ends: stored, no row with epoch and position, or refused by a unique key. */
export type CommitAnswer = 'stored' | 'no row' | 'refused';

/** `claimChunk`: whether a worker may take the lease of a row. Held chunks stay; stopped ones are claimed to be ended. */
export function isClaimable(row: ChunkRow, { guards }: Setting): boolean {
  return (
    !row.isDone &&
    (row.hold !== 'paused' || !guards.claimNoHeldChunk) &&
    (row.lease !== 'live' || !guards.claimAfterLease)
  );
}

/** `claimChunk`: epoch + 1, so every earlier holder has an old one. */
export function claimChunk(state: State, worker: Worker, chunk: number, { guards }: Setting): ChunkRow {
  const row = rowOf(state, { ...worker, chunk });
  for (const holder of state.workers) {
    if (holder.place !== 'launch' && holder.chunk === chunk) {
      holder.isNewest = false;
    }
  }
  Object.assign(worker, { ...IDLE, chunk, isNewest: true, done: row.done, inFlight: row.intent });
  row.lease = 'live';
  row.intent = guards.claimKeepsIntent ? row.intent : 0;
  return row;
}

/** The condition of `updateLeasedChunk`: epoch, position, not done. */
function ownsRow(row: ChunkRow, worker: Worker, { guards }: Setting, epoch: Guard): boolean {
  return (worker.isNewest || !guards[epoch]) && (row.done === worker.done || !guards.commitPosition) && !row.isDone;
}

/** `renewLeases`. @returns whether a row of this worker was renewed */
export function renewLease(state: State, worker: Worker, { guards }: Setting): boolean {
  const row = rowOf(state, worker);
  const isRenewed = (worker.isNewest || !guards.renewEpoch) && !row.isDone && row.lease !== 'none';
  row.lease = isRenewed ? 'live' : row.lease;
  return isRenewed;
}

/** `markInFlight`. @returns undefined when the lease is lost */
export function markInFlight(state: State, worker: Worker, setting: Setting): ChunkRow['hold'] | undefined {
  const row = rowOf(state, worker);
  if (!ownsRow(row, worker, setting, 'markEpoch')) {
    return undefined;
  }
  const hold = setting.guards.holdAtMark ? row.hold : 'none';
  row.intent = hold === 'none' ? worker.batch : setting.guards.markClears ? 0 : row.intent;
  row.lease = 'live';
  return hold;
}

/** `releaseChunk`: the lease alone. */
export function releaseChunk(state: State, worker: Worker, setting: Setting): void {
  const row = rowOf(state, worker);
  if (ownsRow(row, worker, setting, 'releaseEpoch')) {
    row.lease = 'none';
    row.intent = setting.guards.releaseKeepsIntent ? row.intent : 0;
  }
}

/** `tryCommit` with `commitBatch`, `insertResults`, `insertRetries` and `insertUnconfirmed`, in one transaction. */
export function commitBatch(
  state: State,
  worker: Worker,
  commit: Commit,
  setting: Setting,
  epoch: 'commitEpoch' | 'completeEpoch',
): CommitAnswer {
  const row = rowOf(state, worker);
  if (!ownsRow(row, worker, setting, epoch)) {
    return 'no row';
  }
  if (worker.place === 'resolve' && row.intent === 0) {
    if (setting.guards.decideOnce) {
      return 'no row';
    }
    state.ghost.broken = [...new Set([...state.ghost.broken, PROMISES.listedOnce])].toSorted();
  }
  const isRefused =
    (setting.guards.uniqueResult && commit.records.some(({ recipient }) => state.records[recipient] !== 'none')) ||
    commit.retries.some((recipient) => state.retries[recipient] !== 0);
  if (isRefused) {
    return 'refused';
  }
  movePosition(row, worker, commit, setting);
  for (const { recipient, record } of commit.records) {
    state.recordedTwice |= state.records[recipient] === 'none' ? 0 : 1 << recipient;
    state.records[recipient] = record;
  }
  for (const recipient of commit.retries) {
    state.retries[recipient] = row.attempt + 1;
  }
  state.inDoubt |= commit.doubts;
  return 'stored';
}

/** The statement of `commitBatch` on the chunk row: position, next ids in flight, end, lease. */
export function movePosition(row: ChunkRow, worker: Worker, commit: Commit, { guards }: Setting): void {
  row.done = worker.done + commit.advance;
  row.intent = row.hold === 'none' || !guards.noIntentWhileHeld ? commit.next : 0;
  row.isDone = commit.isLast;
  row.lease = commit.isLast ? 'none' : 'live';
}

/** `findHoldIfCommitted`: the row as it is now, if this lease has moved it to a position. */
export function findIfCommitted(
  state: State,
  worker: Worker,
  done: number,
  { guards }: Setting,
): Pick<ChunkRow, 'hold'> | undefined {
  const row = rowOf(state, worker);
  const isStored = worker.place !== 'resolve' || row.intent === 0;
  return (worker.isNewest || !guards.findEpoch) && row.done === done && isStored ? row : undefined;
}

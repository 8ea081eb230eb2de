import type { Setting } from '../setting.js';
import { batchAt, type ChunkRow, IDLE, listOf, type Worker } from '../state/state.js';

/** The worker leaves its chunk: it has lost it, has ended it, or has met an error that it does not repeat. */
export function leaveChunk(worker: Worker): void {
  Object.assign(worker, IDLE, { outcomes: [] });
}

/** `BatchSenderService.startBatch`, up to its statement. A chunk without a rest is left. */
export function startBatch(setting: Setting, worker: Worker, row: ChunkRow): void {
  worker.batch = batchAt(row.ids, worker.done, setting.isProjected ? Infinity : setting.batchSize);
  if (worker.batch === 0) {
    leaveChunk(worker);
  } else if (setting.guards.intentBeforeSend) {
    worker.place = 'mark';
  } else {
    enterSend(worker);
  }
}

/** `ChunkCompletionService.applyHold`. */
export function applyHold(worker: Worker, hold: ChunkRow['hold']): void {
  worker.place = hold === 'stopped' ? 'skip' : 'release';
}

/** The batch of a worker begins to leave. */
export function enterSend(worker: Worker): void {
  worker.place = 'send';
  worker.outcomes = listOf(worker.batch).map(() => 'open');
}

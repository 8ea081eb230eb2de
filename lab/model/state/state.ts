import type { Faults, Setting } from '../setting.js';

/** Some recipients: bit N stands for recipient N. */
export type Recipients = number;

/** A row of `delivery.chunk`. Ids are bits, in the order of the bits. */
export interface ChunkRow {
  ids: Recipients;
  attempt: number;
  /** Recipients with a result or a retry, counted from the start. */
  done: number;
  /** `lease_until`: null, in the future, in the past. */
  lease: 'none' | 'live' | 'past';
  hold: 'none' | 'paused' | 'stopped';
  /** Recipients in flight; 0 is NULL. */
  intent: Recipients;
  isDone: boolean;
}

/** The place of a worker in its code: the statement or message that comes next. */
export type Place = 'idle' | 'launch' | 'resolve' | 'mark' | 'send' | 'commit' | 'skip' | 'release';

/** A worker's knowledge of one message of its batch. */
export type Outcome = 'open' | 'on its way' | 'sent' | 'not sent' | 'withheld' | 'unknown';

/** A worker with a chunk, in memory: `LeasedChunk` and the local variables of `BatchSenderService.sendRemaining`. */
export interface Worker {
  place: Place;
  /** Index of its row. */
  chunk: number;
  /**
   * True where its epoch is the row's. Epochs only grow and are only compared for equality with the row. So this bit is
   * enough, and the number of claims need not be bounded.
   */
  isNewest: boolean;
  /** Its own view of its lease: time left; over and seen; over, but its clock does not show it. */
  lease: 'left' | 'over' | 'over, unseen';
  done: number;
  /** Recipients that a dead worker left in flight. */
  inFlight: Recipients;
  batch: Recipients;
  /** The ids in flight that the commit is to store; 0: none, the chunk is released after the commit. */
  next: Recipients;
  outcomes: Outcome[];
  /** The last commit was lost: it may or may not have taken place. */
  isAnswerLost: boolean;
}

export type Record = 'none' | 'success' | 'failed' | 'skipped';

export interface State {
  /** The row of `delivery.dispatch`. `launchLease` belongs to the fast path. */
  dispatch: {
    isStored: boolean;
    launchLease: 'none' | 'live' | 'past';
    isPaused: boolean;
    isStopped: boolean;
    isFinished: boolean;
  };
  chunks: ChunkRow[];
  /** `delivery.push_result`, by recipient. */
  records: Record[];
  /** Recipients with two rows there. */
  recordedTwice: Recipients;
  /** `delivery.retry`: the attempt of each recipient, 0 without a row. */
  retries: number[];
  /** `delivery.in_doubt`. */
  inDoubt: Recipients;
  workers: Worker[];
  /** The provider: how often it took the message of each recipient. */
  copies: number[];
  /** Faults that may still happen. */
  faults: Faults;
  /** Facts that the search remembers, and that no process knows. */
  ghost: {
    /** Recipients of batches under way when the campaign was held: their messages may still leave. */
    underWay: Recipients;
    /** Something happened that may put recipients in doubt. */
    isDoubtFounded: boolean;
    /** Promises that a step broke. */
    broken: readonly string[];
  };
}

export const IDLE: Worker = {
  place: 'idle',
  chunk: 0,
  isNewest: false,
  lease: 'left',
  done: 0,
  inFlight: 0,
  batch: 0,
  next: 0,
  outcomes: [],
  isAnswerLost: false,
};

/** A launched campaign with one chunk, or a stored transactional send, and idle workers. */
export function startState(setting: Setting): State {
  const everyone = (1 << setting.recipients) - 1;
  const chunk: ChunkRow = {
    ids: everyone,
    attempt: 0,
    done: 0,
    lease: 'none',
    hold: 'none',
    intent: 0,
    isDone: false,
  };
  return {
    dispatch: {
      isStored: setting.isFastPath,
      launchLease: 'none',
      isPaused: false,
      isStopped: false,
      isFinished: false,
    },
    chunks: setting.isFastPath ? [] : [chunk],
    records: Array<Record>(setting.recipients).fill('none'),
    recordedTwice: 0,
    retries: Array<number>(setting.recipients).fill(0),
    inDoubt: 0,
    workers: setting.processes.map(() => ({ ...IDLE })),
    copies: Array<number>(setting.recipients).fill(0),
    faults: { ...setting.faults },
    ghost: { underWay: 0, isDoubtFounded: false, broken: [] },
  };
}

/** A copy that a step may change. */
export function copyState(state: State): State {
  return {
    dispatch: { ...state.dispatch },
    chunks: state.chunks.map((chunk) => ({ ...chunk })),
    records: state.records.slice(),
    recordedTwice: state.recordedTwice,
    retries: state.retries.slice(),
    inDoubt: state.inDoubt,
    workers: state.workers.map((worker) => ({ ...worker, outcomes: worker.outcomes.slice() })),
    copies: state.copies.slice(),
    faults: { ...state.faults },
    ghost: { ...state.ghost },
  };
}

/** Drops done chunks that no worker has in memory: nothing reads them any more. */
export function dropDoneChunks(state: State): void {
  for (let index = state.chunks.length - 1; index >= 0; index--) {
    const isUsed = state.workers.some((worker) => isWorkingOn(worker, index));
    if (state.chunks[index]?.isDone && !isUsed) {
      state.chunks.splice(index, 1);
      for (const worker of state.workers) {
        worker.chunk -= worker.chunk > index ? 1 : 0;
      }
    }
  }
}

/** True where a worker has a chunk in memory. */
export function isWorkingOn({ place, chunk }: Worker, index: number): boolean {
  return place !== 'idle' && place !== 'launch' && chunk === index;
}

/** The row of a worker's chunk. */
export function rowOf(state: State, worker: Worker): ChunkRow {
  const row = state.chunks[worker.chunk];
  if (!row) {
    throw new Error(`A worker has chunk ${worker.chunk}, which does not exist`);
  }
  return row;
}

export function workerOf(state: State, index: number): Worker {
  const worker = state.workers[index];
  if (!worker) {
    throw new Error(`No worker ${index}`);
  }
  return worker;
}

/** The numbers of some recipients, ascending. */
export function listOf(recipients: Recipients): number[] {
  const numbers: number[] = [];
  for (let number = 0; recipients >> number > 0; number++) {
    if ((recipients >> number) & 1) {
      numbers.push(number);
    }
  }
  return numbers;
}

export function setOf(numbers: readonly number[]): Recipients {
  return numbers.reduce((recipients, number) => recipients | (1 << number), 0);
}

/** The recipients of a chunk behind a position. */
export function restOf(ids: Recipients, done: number): Recipients {
  return setOf(listOf(ids).slice(done));
}

/** Every batch that may come next at a position, when it may be of any size. */
export function batchesAt(ids: Recipients, done: number): Recipients[] {
  return listOf(restOf(ids, done)).map((_, index) => batchAt(ids, done, index + 1));
}

/** Batch of a chunk at a position. */
export function batchAt(ids: Recipients, done: number, size: number): Recipients {
  return setOf(listOf(ids).slice(done, done + size));
}

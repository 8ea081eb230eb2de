import type { Setting } from './setting.js';
import type { State } from './state/state.js';

/** The promises of docs/reliability.md, as a state can break them. `CAN_END` of the checker is the last one. */
export const PROMISES = {
  recordOnce: 'no recipient has two records',
  copyOnce: 'an SMS or e-mail leaves once',
  listed: 'a push that left twice is listed as in doubt',
  hold: 'no batch begins to leave after a pause or a stop',
  inFlight: 'the ids are in flight before a message leaves',
  trueRecord: 'a record is true, or its recipient is listed as in doubt',
  skippedUnsent: 'nobody is skipped who may have got the message',
  listedOnce: 'a doubt is listed once',
  foundedDoubt: 'nobody is in doubt without a death, a lapse or a lost answer',
  finished: 'a finished campaign has a record for everyone',
} as const;

export type Promised = (typeof PROMISES)[keyof typeof PROMISES];

/** The promises that a state breaks. */
export function findBroken(state: State, { policy }: Setting): readonly string[] {
  const broken: string[] = [...state.ghost.broken];
  const isListed = (recipient: number): boolean => ((state.inDoubt >> recipient) & 1) === 1;
  if (state.recordedTwice !== 0) {
    broken.push(PROMISES.recordOnce);
  }
  if (policy !== 'repeat' && state.copies.some((copies) => copies > 1)) {
    broken.push(PROMISES.copyOnce);
  }
  if (policy === 'repeat' && state.copies.some((copies, recipient) => copies > 1 && !isListed(recipient))) {
    broken.push(PROMISES.listed);
  }
  if (state.inDoubt !== 0 && !state.ghost.isDoubtFounded) {
    broken.push(PROMISES.foundedDoubt);
  }
  const isUntrue = state.records.some((record, recipient) => {
    const isAccepted = (state.copies[recipient] ?? 0) > 0;
    return record === 'success' ? !isAccepted : record !== 'none' && isAccepted && !isListed(recipient);
  });
  if (isUntrue) {
    broken.push(PROMISES.trueRecord);
  }
  if (state.records.some((record, recipient) => record === 'skipped' && (state.copies[recipient] ?? 0) > 0)) {
    broken.push(PROMISES.skippedUnsent);
  }
  const { isFinished, isStored } = state.dispatch;
  if (isFinished && !isStored && state.records.includes('none')) {
    broken.push(PROMISES.finished);
  }
  return broken;
}

/** The good end: the dispatch is finished, and every planned recipient has a record. Stopped before its launch it plans none. */
export function isEnd({ dispatch, records }: State): boolean {
  return dispatch.isFinished && (dispatch.isStored || !records.includes('none'));
}

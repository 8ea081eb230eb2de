import { toLiveParams } from '#libs/content';
import type { Recipient } from '#libs/delivery/checks';
import type { LiveData } from './live-source.types.js';

/** The reason of results of people without an answer. */
export const FETCH_FAILED = 'FETCH_FAILED';

/**
 * Gives a recipient what was fetched for it, and its fate where a call failed.
 *
 * @param answers  undefined: nothing was fetched for it alone
 * @param whole    what was fetched for the whole send
 */
export function addLiveData(recipient: Recipient, answers: LiveData | undefined, whole: LiveData): void {
  recipient.isFetched = answers !== undefined;
  if (answers && Object.keys(answers.values).length > 0) {
    recipient.params = { ...recipient.params, ...toLiveParams(answers.values) };
  }
  const fates = [answers?.fate, whole.fate];
  if (recipient.skipReason === null && fates.some((fate) => fate !== undefined)) {
    recipient.skipReason = FETCH_FAILED;
    recipient.isFailed = fates.includes('fail');
  }
}

/** Skips people who may get the message only since others were fetched for: their text would have a gap. */
export function skipUnfetched(recipients: readonly Recipient[]): void {
  for (const recipient of recipients) {
    if (recipient.skipReason === null && recipient.notBefore === undefined && recipient.isFetched === false) {
      recipient.skipReason = FETCH_FAILED;
    }
  }
}

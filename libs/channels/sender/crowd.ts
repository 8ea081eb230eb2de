/** Answers count for more than the single address from this many users on, if they are also more than half. */
const MIN_CROWD = 10;

/** A recipient of a batch, as far as its answer says something of the account. */
export interface Speaker {
  /** A user counts once, however many addresses it has: anybody may register many for one user. */
  userId: number;
  /** A server registered the address, or the provider accepted a message to it before. */
  isTrusted: boolean;
  /** For web push the push service, else ''. */
  service: string;
}

/**
 * What an answer is about that many recipients of a batch got:
 * `account` a fault of Herald or its account, which looks like many bad addresses · `addresses` many addresses that may
 * be made up, so none of them is taken for dead · `none` each single address.
 */
export type CrowdVerdict = 'account' | 'addresses' | 'none';

/**
 * Decides what an answer is about. Only addresses that are trusted speak about the account: whoever can register
 * devices composes the rest of a batch.
 *
 * @param blamed    the recipients with the answer, of one service
 * @param all       all recipients of the batch at that service
 * @param minCrowd  1 for the probe of a stopped account, which is small
 */
export function decideCrowd(blamed: readonly Speaker[], all: readonly Speaker[], minCrowd = MIN_CROWD): CrowdVerdict {
  const isCrowd = (counts: (speaker: Speaker) => boolean): boolean => {
    const users = countUsers(blamed, counts);
    return users >= minCrowd && users * 2 > countUsers(all, counts);
  };
  if (isCrowd(({ isTrusted }) => isTrusted)) {
    return 'account';
  }
  return isCrowd(() => true) || isCrowd(({ isTrusted }) => !isTrusted) ? 'addresses' : 'none';
}

function countUsers(speakers: readonly Speaker[], counts: (speaker: Speaker) => boolean): number {
  return new Set(speakers.filter(counts).map(({ userId }) => userId)).size;
}

/**
 * Answers that call an address dead count for more than the single address from this many users on, if they are also more
 * than half. Dead addresses are usual, so their crowd is larger than that of a refusal.
 */
const MIN_CROWD = 10;
/** Refusals, or requests to slow down, that make a crowd. */
export const MIN_REFUSALS = 5;
const HALF = 1 / 2;

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
 * Recipients with the same answer.
 *
 * @property users  different ones; those beyond the size of a crowd may be left out
 * @property count  users of each batch, added up
 * @property total  the same of all recipients who got an answer
 */
export interface Tally {
  users: ReadonlySet<number>;
  count: number;
  total: number;
}

export const NO_TALLY: Tally = { users: new Set(), count: 0, total: 0 };

/**
 * The subject of an answer that many recipients of a batch got: `account` a fault of Herald or its account, which looks
 * like many bad addresses · `batch` most trusted ones of a batch, while the account works for others of the minute ·
 * `addresses` many addresses that may be made up, so none of them is taken for dead · `none` each single address.
 */
export type CrowdVerdict = 'account' | 'batch' | 'addresses' | 'none';

/**
 * Decides what an answer is about. Only addresses that are trusted speak about the account: whoever can register
 * devices composes the rest of a batch.
 *
 * @param blamed    the recipients with the answer, of one service
 * @param all       all recipients of the batch at that service
 * @param minCrowd  1 for the probe of a stopped account, which is small
 * @param earlier   trusted recipients of the minute before, at that service
 */
export function decideCrowd(
  blamed: readonly Speaker[],
  all: readonly Speaker[],
  minCrowd = MIN_CROWD,
  earlier: Tally = NO_TALLY,
): CrowdVerdict {
  const trusted = tallyTrusted(blamed, all);
  if (isCrowd(addTally(earlier, trusted), HALF, minCrowd)) {
    return 'account';
  }
  if (isCrowd(trusted, HALF, minCrowd)) {
    return 'batch';
  }
  const untrusted = tally(blamed, all, ({ isTrusted }) => !isTrusted);
  return [untrusted, tallyAll(blamed, all)].some((sums) => isCrowd(sums, HALF, minCrowd)) ? 'addresses' : 'none';
}

/** The size of a crowd with this answer. @param isDead  it calls the address dead */
export function crowdSize(isDead: boolean): number {
  return isDead ? MIN_CROWD : MIN_REFUSALS;
}

/** Tests if recipients are at least `min` different users, and more than a share of all. */
export function isCrowd({ users, count, total }: Tally, share: number, min: number): boolean {
  return users.size >= min && count > total * share;
}

export function tallyTrusted(blamed: readonly Speaker[], all: readonly Speaker[]): Tally {
  return tally(blamed, all, ({ isTrusted }) => isTrusted);
}

export function tallyAll(blamed: readonly Speaker[], all: readonly Speaker[]): Tally {
  return tally(blamed, all, () => true);
}

export function addTally(first: Tally, second: Tally): Tally {
  return first === NO_TALLY
    ? second
    : {
        users: new Set([...first.users, ...second.users]),
        count: first.count + second.count,
        total: first.total + second.total,
      };
}

function tally(blamed: readonly Speaker[], all: readonly Speaker[], counts: (speaker: Speaker) => boolean): Tally {
  const users = usersOf(blamed, counts);
  return { users, count: users.size, total: usersOf(all, counts).size };
}

function usersOf(speakers: readonly Speaker[], counts: (speaker: Speaker) => boolean): Set<number> {
  return new Set(speakers.filter(counts).map(({ userId }) => userId));
}

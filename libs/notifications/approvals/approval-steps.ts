import type { ApprovalNeed } from '#libs/delivery';
import type { Approval } from '#libs/tenancy';

/** A campaign goes to so many users without an approval; null: none does. */
export function freeUsersOf({ steps }: Approval): number | null {
  return steps[0]?.from ?? null;
}

/** A send that names its users waits for more than so many; null: for no number. */
export function namedUsersOf({ steps }: Approval): number | null {
  return steps.find(({ from }) => from !== null)?.from ?? null;
}

/**
 * Finds the approval that a waiting send needs. It is fixed when the send is asked for: the next step is where its
 * launch ends, whatever matches by then.
 *
 * @param users  who match when it is asked for
 * @param limit  users that the request itself allows; undefined: all
 */
export function findNeed({ steps }: Approval, users: number, limit?: number): ApprovalNeed {
  const size = Math.min(users, limit ?? users);
  const beyond = steps.findLastIndex(({ from }) => (from ?? 0) < size);
  const index = Math.max(beyond, 0);
  const upTo = steps[index + 1]?.from ?? undefined;
  const mayGrow = upTo !== undefined && (limit === undefined || limit > upTo);
  return { needed: steps[index]?.approvers ?? 1, ...(mayGrow && { upTo }) };
}

/**
 * Spreads what a whole request was approved for over those of its sends that may grow.
 *
 * @param counts  users of each send that may grow, when it was asked for
 * @param named   users of the sends that name everyone
 * @returns how many users may match each at its launch; together with the named ones no more than `upTo`
 */
export function shareGrowth(upTo: number, counts: readonly number[], named: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, named);
  const slack = Math.floor(Math.max(0, upTo - total) / Math.max(1, counts.length));
  return counts.map((count) => count + slack);
}

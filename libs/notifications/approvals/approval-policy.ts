import type { Actor } from '#libs/audit';
import type { Approval } from '#libs/tenancy';
import { freeUsersOf, namedUsersOf } from './approval-steps.js';

/**
 * Tests if a transactional send waits.
 *
 * @param users           number of users that it names, and that its `pa` targets match
 * @param hasConditions   it has a `pa` target, which is an audience like that of a campaign
 */
export function mustTransactionalWait(
  approval: Approval,
  { users, hasConditions }: { users: number; hasConditions: boolean },
): boolean {
  if (!approval.isRequired) {
    return false;
  }
  const most = namedUsersOf(approval);
  // Applications from before approvals had authors go on as they were.
  return (most !== null && users > most) || (freeUsersOf(approval) === null && hasConditions && !approval.self);
}

/**
 * Tests if two actors are the same one. A rotated key has another id and the same name: its two secrets are in the same
 * hands.
 */
export function isSameActor(left: Actor, right: Actor): boolean {
  return left.kind === right.kind && (left.id === right.id || (left.kind === 'key' && left.name === right.name));
}

import type { Actor } from '#libs/audit';
import type { Approval } from '#libs/tenancy';

/**
 * Whether a transactional send waits.
 *
 * @param users           whom it names, and how many its `pa` targets match
 * @param hasConditions   it has a `pa` target, which is an audience like that of a campaign
 */
export function mustTransactionalWait(
  { isRequired, from, self }: Approval,
  { users, hasConditions }: { users: number; hasConditions: boolean },
): boolean {
  if (!isRequired) {
    return false;
  }
  // Applications from before approvals had authors go on as they were.
  return from === null ? hasConditions && !self : users > from;
}

/**
 * Whether two actors are the same one. A rotated key has another id and the same name: its two secrets are in the same
 * hands.
 */
export function isSameActor(left: Actor, right: Actor): boolean {
  return left.kind === right.kind && (left.id === right.id || (left.kind === 'key' && left.name === right.name));
}

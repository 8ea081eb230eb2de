import type { Origin } from '#libs/audit';

/**
 * Other members who may use a way in that is made for a member: whoever makes it, and who may sit in the maker's session.
 *
 * @param origin    its maker
 * @param memberId  its owner; null: someone who is no member yet
 */
export function findSharers({ by, behind = [] }: Origin, memberId: number | null): number[] {
  const makers = by.kind === 'member' ? [Number(by.id), ...behind] : behind;
  return [...new Set(makers)].filter((maker) => maker !== memberId);
}

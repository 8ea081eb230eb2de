import type { Origin } from '#libs/audit';
import { AppError } from '#platform/errors';
import { isSameActor } from './approval-policy.js';
import type { Participant } from './approval.types.js';
import type { WaitingSend } from './waiting-send.types.js';

export function toParticipant({ by, behind = [] }: Origin): Participant {
  return { by, behind };
}

/**
 * Refuses the author, and whoever may be the same person: by a link that one made for the other, or by the secret of a key.
 *
 * @throws AppError own_request and shared_access for a member, key_not_allowed for a key
 */
export function requireOtherThanAuthor(
  { approvalId, author, behind, self }: Pick<WaitingSend, 'approvalId' | 'author' | 'behind' | 'self'>,
  voter: Participant,
): void {
  if (author === null || self) {
    return;
  }
  if (isSameActor(author, voter.by)) {
    throw voter.by.kind === 'member'
      ? new AppError('own_request', 'Somebody else has to approve what you asked for')
      : new AppError('key_not_allowed', `The key that sent ${approvalId} may not approve it`);
  }
  if (mayBeOne({ by: author, behind }, voter)) {
    throw sharedAccess(voter, 'its author');
  }
}

/** Refuses a second vote of one person. @throws AppError wrong_state; as `requireOtherThanAuthor` */
export function requireOtherVoter(approvalId: number, votes: readonly Participant[], voter: Participant): void {
  if (votes.some(({ by }) => isSameActor(by, voter.by))) {
    throw new AppError('wrong_state', `The notification ${approvalId} has this approval already`);
  }
  if (votes.some((vote) => mayBeOne(vote, voter))) {
    throw sharedAccess(voter, 'somebody who approved it already');
  }
}

/** Tests if one member may be behind two actors. */
function mayBeOne(left: Participant, right: Participant): boolean {
  return left.behind.some((memberId) => right.behind.includes(memberId));
}

/** @param other  a member who may be the voter */
function sharedAccess({ by }: Participant, other: string): AppError {
  return by.kind === 'member'
    ? new AppError(
        'shared_access',
        `The way in that you used, or a key, may be in the hands of ${other}. Sign in by a link of the operator ` +
          '(herald member link) or of another member, or with your provider',
      )
    : new AppError('key_not_allowed', `This key may be in the hands of ${other}`);
}

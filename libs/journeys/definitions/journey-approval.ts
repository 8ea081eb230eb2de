import type { Actor } from '#libs/audit';
import type { Approval } from '#libs/tenancy';
import { AppError } from '#platform/errors';
import type { JourneyState } from '../model/journey.types.js';

/** People who have the machine, and the installation itself. */
const OPERATORS: readonly Actor['kind'][] = ['cli', 'system'];

/** Tests if a journey in this state sends messages. */
export function isSending(state: JourneyState): boolean {
  return state === 'on' || state === 'closed';
}

/**
 * Refuses members and keys where sends need approvals: a journey has none yet, so it would go past them.
 *
 * @throws AppError wrong_state
 */
export function refuseUnapproved({ isRequired }: Approval, { kind }: Pick<Actor, 'kind'>, journey: string): void {
  if (isRequired && !OPERATORS.includes(kind)) {
    throw new AppError(
      'wrong_state',
      `The journey '${journey}' would send without an approval: let an operator apply it by file`,
    );
  }
}

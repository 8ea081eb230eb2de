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

/** Tests if changes of this actor wait for approvals of others. */
export function mustAsk({ isRequired }: Approval, { kind }: Pick<Actor, 'kind'>): boolean {
  return isRequired && !OPERATORS.includes(kind);
}

/**
 * Tests if another state of a journey lets messages leave that no approval covers. Closing one that sends takes people off.
 *
 * @param isApproved  its newest version was approved
 */
export function isFreed(from: JourneyState, to: JourneyState, isApproved: boolean): boolean {
  return isSending(to) && !isApproved && !(isSending(from) && to === 'closed') && from !== to;
}

/**
 * Refuses a change that would send past the approvals. Changes that wait for them are stored as requests before.
 *
 * @throws AppError wrong_state
 */
export function refuseUnapproved(approval: Approval, by: Pick<Actor, 'kind'>, journey: string): void {
  if (mustAsk(approval, by)) {
    throw new AppError('wrong_state', `The journey '${journey}' would send without an approval`);
  }
}

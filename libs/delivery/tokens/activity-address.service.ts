import { Injectable } from '@nestjs/common';
import type { LiveActivity } from '#libs/content';
import { ActivityTokenService, type ActivityToken } from '#libs/users';

/** A recipient that is still to be sent to. */
export interface ActivityCandidate {
  recipientId: number;
  address: string | null;
  registeredAt?: Date;
  isTrusted?: boolean;
  skipReason: string | null;
}

/** Finds the tokens to which live activities go. */
@Injectable()
export class ActivityAddressService {
  constructor(private readonly activityTokens: ActivityTokenService) {}

  /**
   * Gives candidates the token of the activity as their address. Those without one are skipped: an activity never becomes
   * a notification. A device registers its tokens itself, so an answer to one says nothing of the account.
   */
  async applyAddresses(appId: number, activity: LiveActivity, candidates: readonly ActivityCandidate[]): Promise<void> {
    const reachable = candidates.filter(({ skipReason }) => skipReason === null);
    const ids = reachable.map(({ recipientId }) => recipientId);
    const tokens = ids.length > 0 ? await this.activityTokens.findTokens(appId, ids) : new Map<number, never>();
    for (const candidate of reachable) {
      const token = findToken(tokens.get(candidate.recipientId) ?? [], activity);
      if (token) {
        Object.assign(candidate, { address: token.token, registeredAt: new Date(token.at), isTrusted: false });
      } else {
        candidate.skipReason = 'NO_ACTIVITY_TOKEN';
      }
    }
  }
}

/** The newest token for an event. */
function findToken(
  tokens: readonly ActivityToken[],
  { type, event, activity }: LiveActivity,
): ActivityToken | undefined {
  const kind = event === 'start' ? 'start' : 'update';
  return tokens.findLast(
    (token) =>
      token.kind === kind &&
      token.type === type &&
      (kind === 'start' || activity === undefined || token.activity === activity),
  );
}

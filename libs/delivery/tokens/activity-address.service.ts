import { Injectable } from '@nestjs/common';
import type { LiveActivity } from '#libs/content';
import { ActivityTokenService, type ActivityToken, type ActivityTurn } from '#libs/users';

/** A recipient that is still to be sent to. */
export interface ActivityCandidate {
  recipientId: number;
  address: string | null;
  registeredAt?: Date;
  isTrusted?: boolean;
  skipReason: string | null;
}

/** An accepted message about an activity. */
export interface ActivityMessage {
  activity: LiveActivity;
  /** Its own timestamp is the earliest. Null: it does not leave, and takes no turn. */
  turn: ActivityTurn | null;
}

/** Finds the tokens to which live activities go. */
@Injectable()
export class ActivityAddressService {
  constructor(private readonly activityTokens: ActivityTokenService) {}

  /**
   * Gives candidates the token of the activity as their address, and takes the turn of the message there. Those without
   * a token are skipped: an activity never becomes a notification. A device registers its tokens itself, so an answer
   * to one says nothing of the account.
   *
   * @returns timestamps by recipient, in seconds since 1970; of those whose activity had a newer message there is null
   */
  async applyAddresses(
    appId: number,
    { activity, turn }: ActivityMessage,
    candidates: readonly ActivityCandidate[],
  ): Promise<Map<number, number | null>> {
    const reachable = candidates.filter(({ skipReason }) => skipReason === null);
    const ids = reachable.map(({ recipientId }) => recipientId);
    const choose = (tokens: readonly ActivityToken[]): ActivityToken | undefined => findToken(tokens, activity);
    const turns = turn
      ? await this.activityTokens.takeTurns(appId, ids, turn, choose)
      : await this.activityTokens.findChosen(appId, ids, choose);
    const timestamps = new Map<number, number | null>();
    for (const candidate of reachable) {
      const found = turns.get(candidate.recipientId);
      if (!found) {
        candidate.skipReason = 'NO_ACTIVITY_TOKEN';
        continue;
      }
      const { token, at } = found.token;
      Object.assign(candidate, { address: token, registeredAt: new Date(at), isTrusted: false });
      if (turn) {
        timestamps.set(candidate.recipientId, found.turn?.timestamp ?? null);
      }
    }
    return timestamps;
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

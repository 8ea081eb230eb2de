import { Injectable } from '@nestjs/common';
import type { LiveActivity } from '#libs/content';
import { type ActivityToken, ActivityTokenService } from '#libs/users/devices';
import { ReplacementService } from '../dispatches/replacement.service.js';
import type { CheckedRecipients } from './checked-recipients.js';
import type { CheckedSend, RecipientCheck } from './recipient-check.js';
import type { Recipient } from './recipient.js';

/**
 * Gives recipients of a live activity the token of the activity as their address, and takes the turn of the message there.
 * A recipient without a token is skipped: an activity never becomes a notification. A device registers its tokens itself,
 * so an answer to one says nothing of the account. An activity that had a newer message keeps that one.
 */
@Injectable()
export class ActivityTokenCheck implements RecipientCheck {
  readonly order = 500;

  constructor(
    private readonly activityTokens: ActivityTokenService,
    private readonly replacements: ReplacementService,
  ) {}

  async apply({ chunk, dispatch, isUnsent }: CheckedSend, recipients: CheckedRecipients): Promise<void> {
    const { dispatchId, acceptedAt, launchedAt, message } = dispatch;
    const { liveActivity: activity } = message;
    if (!activity) {
      return;
    }
    const open = recipients.listOpen();
    const ids = open.map(({ recipientId }) => recipientId);
    const choose = (tokens: readonly ActivityToken[]): ActivityToken | undefined => findToken(tokens, activity);
    const turn = { timestamp: Math.floor(launchedAt.getTime() / 1000), acceptedAt, dispatchId };
    const turns = isUnsent
      ? await this.activityTokens.findChosen(chunk.appId, ids, choose)
      : await this.activityTokens.takeTurns(chunk.appId, ids, turn, choose);
    const overtaken: Recipient[] = [];
    for (const recipient of open) {
      const found = turns.get(recipient.recipientId);
      if (!found) {
        recipients.skip(recipient, 'NO_ACTIVITY_TOKEN');
        continue;
      }
      const { token, at } = found.token;
      Object.assign(recipient, { address: token, registeredAt: new Date(at), isTrusted: false });
      if (found.turn) {
        recipient.activityTimestamp = found.turn.timestamp;
      } else if (!isUnsent) {
        overtaken.push(recipient);
      }
    }
    recipients.skipReplaced(overtaken, await this.replacements.findInDoubt(chunk, overtaken));
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

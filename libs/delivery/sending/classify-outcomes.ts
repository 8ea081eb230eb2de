import type { Channel, Outcome, Sender } from '#libs/channels';
import { CHANNEL_POLICIES, nextAttemptAt } from '../model/channel-policy.js';
import { type DeadToken, type UnconfirmedSend, type Result, type Retry, STATUSES } from '../model/delivery.types.js';

/** A recipient that was handed to a sender. */
export interface Recipient {
  recipientId: number;
  uid: number | null;
  platform: number;
  address: string;
}

export interface AttemptContext {
  channel: Channel;
  unconfirmedPolicy: Sender['unconfirmedPolicy'];
  /** Attempts before this one. */
  attempt: number;
  now: Date;
  /** When its recipients are given up, if an earlier attempt has set it. */
  expiresAt: Date | null;
  /** Time to live that the message asks for. */
  ttlSeconds: number | undefined;
}

export interface Classification {
  results: Result[];
  retries: Retry[];
  unconfirmed: UnconfirmedSend[];
  deadTokens: DeadToken[];
}

/**
 * What a sender's outcomes mean for each recipient: final now, or again later (design, section 5 "Outcomes").
 * An unknown outcome is listed as in doubt; push repeats it under the same id, e-mail ends it as IN_DOUBT. SMS is asked
 * before it comes here, so an unknown that arrives could not be answered and is given up too.
 */
export function classifyOutcomes(
  recipients: readonly Recipient[],
  outcomes: readonly Outcome[],
  attempt: AttemptContext,
): Classification {
  const classification: Classification = { results: [], retries: [], unconfirmed: [], deadTokens: [] };
  const expiresAt = attempt.expiresAt ?? calculateDeadline(attempt);
  for (const [index, recipient] of recipients.entries()) {
    const outcome = outcomes[index] ?? { kind: 'unknown', code: '', reason: 'OUTCOME_UNKNOWN' };
    const scheduleRetry = (afterMs?: number): boolean => {
      const spread = (recipient.recipientId % 1009) / 1009;
      const dueAt = nextAttemptAt(attempt.channel, attempt.attempt + 1, attempt.now, expiresAt, afterMs, spread);
      if (dueAt) {
        classification.retries.push({
          recipientId: recipient.recipientId,
          attempt: attempt.attempt + 1,
          dueAt,
          expiresAt,
        });
      }
      return dueAt !== null;
    };
    switch (outcome.kind) {
      case 'sent':
        classification.results.push(buildResult(recipient, STATUSES.success, null, null));
        break;
      case 'dead':
        classification.deadTokens.push({
          instId: recipient.recipientId,
          token: recipient.address,
          reason: outcome.reason,
          raw: outcome.raw,
        });
        classification.results.push(buildResult(recipient, STATUSES.failed, outcome.code, outcome.reason));
        break;
      case 'failed':
        classification.results.push(buildResult(recipient, STATUSES.failed, outcome.code, outcome.reason));
        break;
      case 'retry':
        if (!scheduleRetry(outcome.afterMs)) {
          classification.results.push(buildResult(recipient, STATUSES.failed, outcome.code, outcome.reason));
        }
        break;
      case 'unknown':
        classification.unconfirmed.push({ recipientId: recipient.recipientId, cause: outcome.reason });
        if (attempt.unconfirmedPolicy !== 'repeat' || !scheduleRetry()) {
          classification.results.push(buildResult(recipient, STATUSES.failed, outcome.code, 'IN_DOUBT'));
        }
        break;
    }
  }
  return classification;
}

export function buildResult(
  recipient: Pick<Recipient, 'recipientId' | 'uid' | 'platform'>,
  status: Result['status'],
  errorCode: string | null,
  reason: string | null,
): Result {
  const { recipientId, uid, platform } = recipient;
  return { recipientId, uid, platform, status, errorCode, reason };
}

function calculateDeadline({ channel, now, ttlSeconds }: AttemptContext): Date {
  return new Date(
    now.getTime() + (ttlSeconds === undefined ? CHANNEL_POLICIES[channel].deadlineMs : ttlSeconds * 1000),
  );
}

import type { Channel, Outcome, Sender } from '#libs/channels';
import { CHANNEL_POLICIES, nextAttempt } from './channel-policy.js';
import { type DeadToken, type Doubt, type Result, type Retry, STATUSES } from './delivery.types.js';

/** A recipient that was handed to a sender. */
export interface Tried {
  recipientId: number;
  uid: number | null;
  platform: number;
  address: string;
}

export interface Attempt {
  channel: Channel;
  doubt: Sender['unconfirmedPolicy'];
  /** Attempts before this one. */
  attempt: number;
  now: Date;
  /** When its recipients are given up, if an earlier attempt has set it. */
  expiresAt: Date | null;
  /** Time to live that the message asks for. */
  ttlSeconds: number | undefined;
}

export interface Verdict {
  results: Result[];
  retries: Retry[];
  doubts: Doubt[];
  dead: DeadToken[];
}

/**
 * What a sender's outcomes mean for each recipient: final now, or again later (design, section 5 "Outcomes").
 * An unknown outcome is listed as in doubt; push repeats it under the same id, e-mail ends it as IN_DOUBT. SMS is asked
 * before it comes here, so an unknown that arrives could not be answered and is given up too.
 */
export function judge(tried: readonly Tried[], outcomes: readonly Outcome[], attempt: Attempt): Verdict {
  const verdict: Verdict = { results: [], retries: [], doubts: [], dead: [] };
  const expiresAt = attempt.expiresAt ?? firstDeadline(attempt);
  for (const [index, recipient] of tried.entries()) {
    const outcome = outcomes[index] ?? { kind: 'unknown', code: '', reason: 'OUTCOME_UNKNOWN' };
    const again = (afterMs?: number): boolean => {
      const spread = (recipient.recipientId % 1009) / 1009;
      const dueAt = nextAttempt(attempt.channel, attempt.attempt + 1, attempt.now, expiresAt, afterMs, spread);
      if (dueAt) {
        verdict.retries.push({ recipientId: recipient.recipientId, attempt: attempt.attempt + 1, dueAt, expiresAt });
      }
      return dueAt !== null;
    };
    switch (outcome.kind) {
      case 'sent':
        verdict.results.push(finalResult(recipient, STATUSES.success, null, null));
        break;
      case 'dead':
        verdict.dead.push({
          instId: recipient.recipientId,
          token: recipient.address,
          reason: outcome.reason,
          raw: outcome.raw,
        });
        verdict.results.push(finalResult(recipient, STATUSES.failed, outcome.code, outcome.reason));
        break;
      case 'failed':
        verdict.results.push(finalResult(recipient, STATUSES.failed, outcome.code, outcome.reason));
        break;
      case 'retry':
        if (!again(outcome.afterMs)) {
          verdict.results.push(finalResult(recipient, STATUSES.failed, outcome.code, outcome.reason));
        }
        break;
      case 'unknown':
        verdict.doubts.push({ recipientId: recipient.recipientId, cause: outcome.reason });
        if (attempt.doubt !== 'repeat' || !again()) {
          verdict.results.push(finalResult(recipient, STATUSES.failed, outcome.code, 'IN_DOUBT'));
        }
        break;
    }
  }
  return verdict;
}

export function finalResult(
  recipient: Pick<Tried, 'recipientId' | 'uid' | 'platform'>,
  status: Result['status'],
  errorCode: string | null,
  reason: string | null,
): Result {
  const { recipientId, uid, platform } = recipient;
  return { recipientId, uid, platform, status, errorCode, reason };
}

function firstDeadline({ channel, now, ttlSeconds }: Attempt): Date {
  return new Date(
    now.getTime() + (ttlSeconds === undefined ? CHANNEL_POLICIES[channel].deadlineMs : ttlSeconds * 1000),
  );
}

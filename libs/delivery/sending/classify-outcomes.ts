import type { Doubt, Outcome, Outgoing } from '#libs/channels';
import type { Channel } from '#libs/channels/definitions';
import type { AcceptedToken } from '#libs/users/devices';
import { buildResult } from '../model/build-result.js';
import { nextAttemptAt } from '../model/channel-policy.js';
import { findDeadline, findExpiry } from '../model/time-to-live.js';
import type { PinnedAccounts } from '../model/recipient-set.js';
import type { OutgoingRecipient, PostponedRecipient } from '#libs/delivery/checks';
import {
  type DeadToken,
  type Dispatch,
  type LeasedChunk,
  type Result,
  type Retry,
  type SendError,
  STATUSES,
  type UnconfirmedSend,
} from '../model/delivery.types.js';

/** Delay after which the answers of a minute show if an account is to blame. */
const TRIAL_MS = 60_000;

/** A recipient whose message was sent, or could not be. */
type Answered = Pick<OutgoingRecipient, 'recipientId' | 'uid' | 'platform' | 'isTrusted' | 'shown' | 'expiresAt'> & {
  outgoing: Pick<Outgoing, 'address'>;
};

export interface AttemptContext {
  channel: Channel;
  /** The rule for outcomes that are unknown. */
  doubt: Doubt;
  /** Number of earlier attempts. */
  attempt: number;
  now: Date;
  /** Deadline of the recipients; null on the first attempt, which sets it. */
  expiresAt: Date | null;
  /** Time to live of the message, if it has one. */
  ttlSeconds: number | undefined;
  /** The account, where its channel may have others: what it may have taken is tried again by no other one. */
  accountId?: number | undefined;
  /** Accounts that some recipients had before. */
  pinned?: PinnedAccounts;
}

export interface Classification {
  results: Result[];
  retries: Retry[];
  unconfirmed: UnconfirmedSend[];
  deadTokens: DeadToken[];
  acceptedTokens: AcceptedToken[];
}

/**
 * Turns the outcomes of a batch into final results and retries. An unknown outcome is also listed as unconfirmed. Push
 * repeats it under the same id; e-mail and SMS end it as IN_DOUBT. SMS providers are asked before, so an outcome that is
 * still unknown here has no answer.
 */
export function classifyOutcomes(
  recipients: readonly Answered[],
  outcomes: readonly Outcome[],
  attempt: AttemptContext,
): Classification {
  const classification: Classification = {
    results: [],
    retries: [],
    unconfirmed: [],
    deadTokens: [],
    acceptedTokens: [],
  };
  const deadline = deadlineOf(attempt);
  const toRetry = (recipientId: number, isUntaken: boolean): Pick<Retry, 'recipientId' | 'accountId'> => {
    const accountId = (isUntaken ? undefined : attempt.accountId) ?? attempt.pinned?.get(recipientId);
    return accountId === undefined ? { recipientId } : { recipientId, accountId };
  };
  const scheduleRetry = (
    { recipientId, expiresAt = deadline }: Answered,
    error: Retry['error'],
    { afterMs, isUntaken = false }: { afterMs?: number; isUntaken?: boolean } = {},
  ): boolean => {
    const spread = (recipientId % 1009) / 1009;
    const dueAt = nextAttemptAt(attempt.channel, attempt.attempt + 1, attempt.now, expiresAt, afterMs, spread);
    if (dueAt) {
      const retry = { ...toRetry(recipientId, isUntaken), attempt: attempt.attempt + 1, dueAt, expiresAt };
      classification.retries.push(error ? { ...retry, error } : retry);
    }
    return dueAt !== null;
  };
  recipients.forEach((recipient, index) => {
    const outcome = outcomes[index] ?? { kind: 'unknown', code: '', reason: 'OUTCOME_UNKNOWN' };
    switch (outcome.kind) {
      case 'sent':
        if (recipient.isTrusted === false) {
          classification.acceptedTokens.push({ instId: recipient.recipientId, token: recipient.outgoing.address });
        }
        classification.results.push(buildResult(recipient, STATUSES.success, null, null));
        break;
      case 'dead':
        classification.deadTokens.push({
          instId: recipient.recipientId,
          token: recipient.outgoing.address,
          reason: outcome.reason,
          raw: outcome.raw,
        });
        classification.results.push(buildResult(recipient, STATUSES.failed, outcome.code, outcome.reason));
        break;
      case 'failed':
      case 'retry':
        if (!mayRetry(outcome, attempt) || !scheduleRetry(recipient, toError(outcome), toDelay(outcome))) {
          classification.results.push(buildResult(recipient, STATUSES.failed, outcome.code, outcome.reason));
        }
        break;
      case 'withheld':
        // It goes again at once. A retry has at least number 1: chunks with number 0 are the frozen audience.
        classification.retries.push({
          ...toRetry(recipient.recipientId, true),
          attempt: Math.max(1, attempt.attempt),
          dueAt: attempt.now,
          expiresAt: recipient.expiresAt ?? deadline,
        });
        break;
      case 'unknown':
        classification.unconfirmed.push({ recipientId: recipient.recipientId, cause: outcome.reason });
        if (attempt.doubt !== 'repeat' || !scheduleRetry(recipient, toError(outcome))) {
          classification.results.push(buildResult(recipient, STATUSES.failed, outcome.code, 'IN_DOUBT'));
        }
        break;
    }
  });
  return classification;
}

type Refused = Extract<Outcome, { kind: 'failed' | 'retry' }>;

/** Retries refusals of a crowd until a minute has shown if the account is to blame: no recipient fails before that. */
function mayRetry(outcome: Refused, { attempt }: AttemptContext): boolean {
  return outcome.kind === 'retry' || (outcome.mayBeAccount === true && attempt === 0);
}

function toDelay(outcome: Refused): { afterMs?: number; isUntaken?: boolean } {
  return outcome.kind === 'retry' ? outcome : { afterMs: TRIAL_MS };
}

function toError({ code, reason, words }: Refused | Extract<Outcome, { kind: 'unknown' }>): SendError {
  return { code, reason, ...(words !== undefined && { words }) };
}

/** Retries of recipients that a check has postponed. One whose time is over before then expires. */
export function retryPostponed(
  recipients: readonly PostponedRecipient[],
  chunk: LeasedChunk,
  dispatch: Dispatch,
  now: Date,
): Retry[] {
  const { channel, attempt, accounts } = chunk;
  const { ttlSeconds } = dispatch.message;
  return recipients.map(({ recipientId, notBefore, keepsDeadline }) => {
    const accountId = accounts.get(recipientId);
    const deadline = keepsDeadline
      ? (chunk.expiresAt ?? findDeadline(channel, now, ttlSeconds))
      : findDeadline(channel, notBefore, ttlSeconds);
    const expiresAt = findExpiry(chunk, dispatch, recipientId) ?? deadline;
    return {
      recipientId,
      attempt: Math.max(1, attempt),
      dueAt: notBefore < expiresAt ? notBefore : expiresAt,
      expiresAt,
      ...(accountId !== undefined && { accountId }),
    };
  });
}

function deadlineOf({ channel, now, expiresAt, ttlSeconds }: AttemptContext): Date {
  return expiresAt ?? findDeadline(channel, now, ttlSeconds);
}

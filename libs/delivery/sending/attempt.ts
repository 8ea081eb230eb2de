import type { Account, Outcome } from '#libs/channels';
import { groupBy } from '#platform/collections';
import type { LeasedChunk } from '../model/delivery.types.js';
import type { PinnedAccounts } from '../model/recipient-set.js';
import type { Batch } from '../recipients/batch-composer.service.js';
import type { PreparedMessage } from '../recipients/message-cache.service.js';
import type { OutgoingRecipient } from '#libs/delivery/checks';

/** A leased chunk with its message. */
export interface Work {
  chunk: LeasedChunk;
  message: PreparedMessage;
}

/** A message of a batch. Account and outcome change while it is sent. */
export interface Attempt {
  recipient: OutgoingRecipient;
  /** Null: it goes nowhere. */
  account: Account | null;
  isProbe: boolean;
  /** Accounts that may take it when this one proves that it took nothing. */
  others: readonly Account[];
  outcome: Outcome;
}

export type Leaving = Attempt & { account: Account };

/** A batch with the account of each message. */
export interface PlannedBatch {
  batch: Batch;
  attempts: readonly Attempt[];
  /** Several accounts may have its messages: which one is stored with the ids in flight. */
  isShared: boolean;
}

export function isLeaving(attempt: Attempt): attempt is Leaving {
  return attempt.account !== null;
}

export function groupByAccount(attempts: readonly Attempt[]): Map<Account, Leaving[]> {
  return groupBy(attempts.filter(isLeaving), ({ account }) => account);
}

/** The accounts to store with a chunk: those of its ids in flight, and those that others had before. */
export function accountsOf(
  chunk: LeasedChunk,
  leaving: readonly Leaving[],
  moves: ReadonlyMap<Leaving, Account> = new Map(),
): PinnedAccounts {
  return new Map([
    ...chunk.accounts,
    ...leaving.map((attempt): [number, number] => {
      const { accountId } = moves.get(attempt) ?? attempt.account;
      return [attempt.recipient.recipientId, accountId];
    }),
  ]);
}

import { type Channel, CHANNELS } from '#libs/channels/definitions';
import { readMessageId, STATUSES } from '#libs/delivery';
import type { LedgerRecord } from '#libs/delivery/ledger-check';
import type { DrillFigures, DrillVerdict } from './drill.types.js';

/** A message that a simulator took. */
export interface Arrival {
  provider: Channel;
  token: string;
  messageId: string;
}

interface Evidence {
  dispatchId: number;
  planned: number;
  records: readonly LedgerRecord[];
  /** Recipients that are listed as in doubt. */
  doubts: readonly Pick<LedgerRecord, 'channel' | 'recipientId'>[];
  arrivals: readonly Arrival[];
  /** True if no recipient waits any more. */
  isOver: boolean;
  seconds: number;
}

/**
 * Judges a drill. Herald's message ids name dispatch, channel and recipient, so each arrival is held against its own
 * record. A text message carries no id of the sender, nor does a push to a real browser: those are counted by address.
 */
export function judgeDrill({
  dispatchId,
  planned,
  records,
  doubts,
  arrivals,
  isOver,
  seconds,
}: Evidence): DrillVerdict {
  const channels = (Object.keys(CHANNELS) as Channel[]).flatMap((channel) => {
    const number = CHANNELS[channel];
    const own = records.filter((record) => record.channel === number);
    const listed = new Set(doubts.filter((doubt) => doubt.channel === number).map(({ recipientId }) => recipientId));
    const { byRecipient, byAddress } = countArrivals(
      arrivals.filter(({ provider }) => provider === channel),
      dispatchId,
    );
    return own.length === 0 ? [] : [{ channel, ...compare(own, listed, byRecipient, byAddress) }];
  });
  const sum = (field: keyof DrillFigures): number => channels.reduce((total, figures) => total + figures[field], 0);
  const recipients = sum('recipients');
  const open = Math.max(0, planned - recipients);
  return {
    planned,
    recipients,
    sent: sum('sent'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    arrived: sum('arrived'),
    // A planned recipient without a result at the end is lost too.
    lost: sum('lost') + (isOver ? open : 0),
    waiting: isOver ? 0 : open,
    twice: sum('twice'),
    listed: sum('listed'),
    unlisted: sum('unlisted'),
    channels,
    seconds,
  };
}

function countArrivals(arrivals: readonly Arrival[], dispatchId: number) {
  const byRecipient = new Map<number, number>();
  const byAddress = new Map<string, number>();
  for (const { token, messageId } of arrivals) {
    const ref = readMessageId(messageId.split('@')[0] ?? '');
    if (ref === null) {
      byAddress.set(token, (byAddress.get(token) ?? 0) + 1);
    } else if (ref.dispatchId === dispatchId) {
      byRecipient.set(ref.recipientId, (byRecipient.get(ref.recipientId) ?? 0) + 1);
    }
  }
  return { byRecipient, byAddress };
}

function compare(
  records: readonly LedgerRecord[],
  listed: ReadonlySet<number>,
  byRecipient: ReadonlyMap<number, number>,
  byAddress: ReadonlyMap<string, number>,
): DrillFigures {
  const count = (status: number): number => records.filter((record) => record.status === status).length;
  const unseen = records.filter(
    ({ status, recipientId }) => status === STATUSES.success && !byRecipient.has(recipientId),
  ).length;
  const repeated = [...byRecipient].filter(([, times]) => times > 1).map(([recipientId]) => recipientId);
  const repeatedAddresses = [...byAddress.values()].filter((times) => times > 1).length;
  const unlisted = repeated.filter((recipientId) => !listed.has(recipientId)).length;
  const explained = listed.size - (repeated.length - unlisted);
  return {
    recipients: records.length,
    sent: count(STATUSES.success),
    failed: count(STATUSES.failed),
    skipped: count(STATUSES.skipped),
    arrived: byRecipient.size + byAddress.size,
    lost: Math.max(0, unseen - byAddress.size),
    twice: repeated.length + repeatedAddresses,
    listed: listed.size,
    unlisted: unlisted + Math.max(0, repeatedAddresses - explained),
  };
}

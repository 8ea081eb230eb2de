import type { Account, Outcome, Outgoing, SmsPayload } from '#libs/channels';
import { countryOfNumber } from '#platform/spelling';
import type { ChannelAccount } from './channel-account.js';
import { rankAccounts, type RoutedMessage } from './choose-account.js';
import { PROBE_SIZE } from '../../model/channel-policy.js';
import type { LeasedChunk } from '../../model/delivery.types.js';

/** A recipient with its message. */
export interface RoutedRecipient {
  recipientId: number;
  outgoing: Pick<Outgoing, 'address' | 'payload'>;
}

/** The account for the message to one recipient of a batch. */
export interface Route {
  /** Null: nowhere now. */
  account: Account | null;
  isProbe: boolean;
  /** The accounts that may take it when this one proves that it took nothing, in their order. */
  others: readonly Account[];
  /** Without an account; else it did not leave yet. */
  outcome: Outcome;
}

/** A pause is looked at again after the usual waits, a rest after its end. */
const MIN_REST_MS = 1000;

/**
 * Chooses the account of each message. A message that an account may have taken goes by that one alone. Any other goes by
 * the first of its accounts that sends now; an account that is probed gets a few.
 *
 * @param accounts  those of the channel, as they are now
 * @returns a route for each recipient, in their order
 */
export function routeBatch(
  chunk: Pick<LeasedChunk, 'channel' | 'accounts'>,
  recipients: readonly RoutedRecipient[],
  accounts: readonly ChannelAccount[],
  now: Date,
): Route[] {
  const probed = new Map<number, number>();
  const canTake = ({ accountId, state }: ChannelAccount): boolean =>
    state.kind === 'ready' && (!state.isProbe || (probed.get(accountId) ?? 0) < PROBE_SIZE);
  const send = (chosen: ChannelAccount, others: readonly ChannelAccount[]): Route => {
    const { accountId, state } = chosen;
    if (state.kind !== 'ready' || !canTake(chosen)) {
      return none(putOff([chosen, ...others], now));
    }
    probed.set(accountId, (probed.get(accountId) ?? 0) + 1);
    const ready = others.flatMap(({ state: other }) =>
      other.kind === 'ready' && !other.isProbe ? [other.account] : [],
    );
    return { account: state.account, isProbe: state.isProbe, others: ready, outcome: { kind: 'withheld' } };
  };
  return recipients.map((recipient): Route => {
    const pinnedId = chunk.accounts.get(recipient.recipientId);
    if (pinnedId !== undefined) {
      const own = accounts.find(({ accountId }) => accountId === pinnedId);
      // An account that is gone cannot be asked, and no other one may have the message.
      return own ? send(own, []) : none({ kind: 'unknown', code: 'NO_ACCOUNT', reason: 'OUTCOME_UNKNOWN' });
    }
    const ranked = rankAccounts(accounts, toMessage(chunk, recipient));
    const chosen = ranked.find(canTake) ?? ranked[0];
    return chosen
      ? send(
          chosen,
          ranked.filter((account) => account !== chosen),
        )
      : none({ kind: 'failed', code: 'NO_ACCOUNT', reason: 'CONFIGURATION' });
  });
}

function none(outcome: Outcome): Route {
  return { account: null, isProbe: false, others: [], outcome };
}

/** It is tried again when the first of its accounts may send. */
function putOff(accounts: readonly ChannelAccount[], now: Date): Outcome {
  const ends = accounts.flatMap(({ state }) => (state.kind === 'open' ? [state.until.getTime()] : []));
  const outcome = { kind: 'retry', code: 'PAUSED', reason: 'PROVIDER_UNAVAILABLE', isUntaken: true } as const;
  return ends.length === 0
    ? outcome
    : { ...outcome, code: 'RESTING', afterMs: Math.max(MIN_REST_MS, Math.min(...ends) - now.getTime()) };
}

function toMessage(
  { channel }: Pick<LeasedChunk, 'channel'>,
  { recipientId, outgoing }: RoutedRecipient,
): RoutedMessage {
  const { address } = outgoing;
  return channel === 'sms'
    ? { recipientId, address, country: countryOfNumber(address), sender: (outgoing.payload as SmsPayload).sender }
    : { recipientId, address };
}

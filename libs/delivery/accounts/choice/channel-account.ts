import type { Account } from '#libs/channels';
import type { DispatchOptions } from '../../model/delivery.types.js';
import type { Candidate } from './choose-account.js';

/**
 * The state of one account. Ready: messages may be sent; with `isProbe` only this caller may send, and only a few. Open: its
 * circuit breaker stops it for a while. Paused: it was refused; probes or an operator resume it.
 */
export type OwnState =
  | { kind: 'ready'; account: Account; isProbe: boolean }
  | { kind: 'open'; until: Date }
  | { kind: 'paused' };

/** One account of a channel. */
export interface ChannelAccount extends Candidate {
  accountId: number;
  /** The channel, or `channel:name`. */
  key: string;
  isSimulated: boolean;
  state: OwnState;
}

/**
 * The state of a channel. Ready: one of its accounts is; `account` is the first such. Open: one of them is, and none is
 * ready. None: the channel is not configured.
 */
export type AccountState =
  | { kind: 'ready'; account: Account; isProbe: boolean; accounts: readonly ChannelAccount[] }
  | { kind: 'open'; until: Date; accounts: readonly ChannelAccount[] }
  | { kind: 'paused'; accounts: readonly ChannelAccount[] }
  | { kind: 'none' };

/** @param accounts  the one with the name of the channel first */
export function combineStates(accounts: readonly ChannelAccount[]): AccountState {
  const states = accounts.map(({ state }) => state);
  const ready = states.find((state) => state.kind === 'ready');
  if (ready) {
    return { ...ready, accounts };
  }
  const ends = states.flatMap((state) => (state.kind === 'open' ? [state.until.getTime()] : []));
  if (ends.length > 0) {
    return { kind: 'open', until: new Date(Math.min(...ends)), accounts };
  }
  return accounts.length > 0 ? { kind: 'paused', accounts } : { kind: 'none' };
}

/** Only one caller may probe. For all others the breakers in question are open. */
export function withoutProbes(state: AccountState, until: Date): AccountState {
  if (state.kind !== 'ready' || !state.accounts.some((account) => isProbing(account))) {
    return state;
  }
  return combineStates(
    state.accounts.map((account) => (isProbing(account) ? { ...account, state: { kind: 'open', until } } : account)),
  );
}

/** Tests if a send may use the accounts: a drill uses simulated ones alone. */
export function maySendBy(
  { accounts }: { accounts: readonly Pick<ChannelAccount, 'isSimulated'>[] },
  { onlySimulated }: Pick<DispatchOptions, 'onlySimulated'>,
): boolean {
  return !onlySimulated || accounts.every(({ isSimulated }) => isSimulated);
}

/** The account by which a recipient has left, or must leave; undefined where it is gone. */
export function accountOf(
  accounts: readonly ChannelAccount[],
  channel: string,
  pinnedId: number | undefined,
): ChannelAccount | undefined {
  return accounts.find(({ accountId, key }) => (pinnedId === undefined ? key === channel : accountId === pinnedId));
}

function isProbing({ state }: ChannelAccount): boolean {
  return state.kind === 'ready' && state.isProbe;
}

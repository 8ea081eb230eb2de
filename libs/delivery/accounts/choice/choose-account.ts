import { hash } from 'node:crypto';
import type { AccountRules } from '#libs/tenancy';

/** The facts of an account that the choice compares. */
export interface Candidate {
  rules: AccountRules;
  /** The senders that it may use; undefined: the one of the message. */
  senders?: readonly string[] | undefined;
  /** Tests if it can take messages to an address; undefined: to every one of its channel. */
  reaches?: ((address: string) => boolean) | undefined;
}

/** The recipient and kind of a message. */
export interface RoutedMessage {
  /** The recipient's id. The same one always has the same share. */
  recipientId: number;
  /** ISO 3166-1; undefined: unknown, or the message goes to no number. */
  country?: string | undefined;
  /** The sender that the message names. */
  sender?: string | undefined;
  /** Absent: one that every account reaches. */
  address?: string | undefined;
}

const DEFAULT_ORDER = 50;
const PERCENT = 100;
const HASH_DIGITS = 8;

/**
 * The accounts of a channel that may take a message: the first one is its account, the others are for when that one proves
 * that it took nothing. The choice depends on its arguments alone, so a repeat comes to the same account.
 *
 * Accounts for the country of the recipient go before those for all countries, then the lower `order`. Shares are drawn
 * among the accounts of the first kind. An account that has the sender that the message names is preferred to all
 * others; where none has it, the provider refuses it.
 *
 * @param accounts  in their own order, for equal rules
 * @returns none, where each account is for other countries or addresses
 */
export function rankAccounts<A extends Candidate>(accounts: readonly A[], message: RoutedMessage): A[] {
  const { recipientId, country, sender, address } = message;
  const inCountry = accounts.filter(
    ({ rules: { countries }, reaches }) =>
      (!countries || (country !== undefined && countries.includes(country))) &&
      (address === undefined || reaches?.(address) !== false),
  );
  const withSender = inCountry.filter(({ senders }) => sender === undefined || !senders || senders.includes(sender));
  const eligible = withSender.length > 0 ? withSender : inCountry;
  const special = sortByOrder(eligible.filter(({ rules }) => rules.countries));
  const general = sortByOrder(eligible.filter(({ rules }) => !rules.countries));
  const ranked = [...special, ...general];
  const first = drawByShare(special.length > 0 ? special : general, recipientId);
  return first === undefined ? [] : [first, ...ranked.filter((account) => account !== first)];
}

function sortByOrder<A extends Candidate>(accounts: readonly A[]): A[] {
  return accounts.toSorted((a, b) => (a.rules.order ?? DEFAULT_ORDER) - (b.rules.order ?? DEFAULT_ORDER));
}

/** An account without a share takes what the others leave. Without such an account the shares are parts of their sum. */
function drawByShare<A extends Candidate>(accounts: readonly A[], recipientId: number): A | undefined {
  const rest = accounts.find(({ rules }) => rules.share === undefined);
  const sum = accounts.reduce((total, { rules }) => total + (rules.share ?? 0), 0);
  let point = fractionOf(recipientId) * (rest ? Math.max(PERCENT, sum) : sum);
  for (const account of accounts) {
    point -= account.rules.share ?? 0;
    if (point < 0) {
      return account;
    }
  }
  return rest ?? accounts.at(-1);
}

/** A number from 0 to below 1 for each recipient, independent of samples. */
function fractionOf(recipientId: number): number {
  const digits = hash('sha256', `account of ${recipientId}`, 'hex').slice(0, HASH_DIGITS);
  return Number.parseInt(digits, 16) / 16 ** HASH_DIGITS;
}

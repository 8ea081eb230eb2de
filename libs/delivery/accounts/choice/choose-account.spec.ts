import { describe, expect, it } from 'vitest';
import type { AccountRules } from '#libs/tenancy';
import { rankAccounts, type RoutedMessage } from './choose-account.js';

interface Named {
  name: string;
  rules: AccountRules;
  senders?: readonly string[];
  reaches?: (address: string) => boolean;
}

const account = (name: string, rules: AccountRules = {}, senders?: readonly string[]): Named => ({
  name,
  rules,
  ...(senders && { senders }),
});
const rank = (accounts: readonly Named[], message: Partial<RoutedMessage> = {}): string[] =>
  rankAccounts(accounts, { recipientId: 1, ...message }).map(({ name }) => name);

/** How many of 10,000 recipients each account has first. */
function countFirst(accounts: readonly Named[], message: Partial<RoutedMessage> = {}): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let recipientId = 1; recipientId <= 10_000; recipientId++) {
    const [first = 'none'] = rank(accounts, { ...message, recipientId });
    counts[first] = (counts[first] ?? 0) + 1;
  }
  return counts;
}

describe('Order of accounts', () => {
  it('Accounts rank by the order in their rules, and otherwise in their own order', () => {
    expect(rank([account('a'), account('b'), account('c')])).toEqual(['a', 'b', 'c']);
    expect(rank([account('a'), account('b', { order: 1 }), account('c', { order: 51 })])).toEqual(['b', 'a', 'c']);
  });

  it('The order of a single account contains only that account', () => {
    expect(rank([account('a', { share: 10 })])).toEqual(['a']);
    expect(rank([])).toEqual([]);
  });
});

describe('Country of a recipient', () => {
  const accounts = [account('all'), account('tr', { countries: ['TR'] }), account('eu', { countries: ['DE', 'FR'] })];

  it('A country has its own account first and the general accounts after it', () => {
    expect(rank(accounts, { country: 'TR' })).toEqual(['tr', 'all']);
    expect(rank(accounts, { country: 'FR' })).toEqual(['eu', 'all']);
  });

  it('A country without its own account, or an unknown country, has only the general accounts', () => {
    expect(rank(accounts, { country: 'US' })).toEqual(['all']);
    expect(rank(accounts)).toEqual(['all']);
    expect(rank(accounts.slice(1), { country: 'US' })).toEqual([]);
  });
});

describe('Address of a recipient', () => {
  const only = (name: string): Named => ({ ...account(name), reaches: (address) => address.startsWith(`${name}:`) });
  const accounts = [only('a'), only('b'), account('any')];

  it('An address has only the accounts that reach it', () => {
    expect(rank(accounts, { address: 'b:1' })).toEqual(['b', 'any']);
    expect(rank(accounts.slice(0, 2), { address: 'c:1' })).toEqual([]);
  });
});

describe('Sender of a message', () => {
  const accounts = [account('a', {}, ['SHOP']), account('b', {}, ['BANK', 'SHOP']), account('any')];

  it('A sender selects the accounts that have it', () => {
    expect(rank(accounts, { sender: 'SHOP' })).toEqual(['a', 'b', 'any']);
    expect(rank(accounts, { sender: 'BANK' })).toEqual(['b', 'any']);
  });

  it('A sender that no account has keeps all accounts in the order', () => {
    expect(rank(accounts.slice(0, 2), { sender: 'NOBODY' })).toEqual(['a', 'b']);
  });

  it('A sender does not select an account of another country', () => {
    const tr = account('tr', { countries: ['TR'] }, ['SHOP']);
    expect(rank([tr, account('all', {}, ['OTHER'])], { country: 'US', sender: 'SHOP' })).toEqual(['all']);
  });
});

describe('Shares of accounts', () => {
  const near = (share: number): object => expect.closeTo(share * 100, -2.4);

  it('Shares are percentages, and an account without a share gets the rest', () => {
    expect(countFirst([account('a'), account('b', { share: 30 })])).toEqual({ a: near(70), b: near(30) });
    expect(countFirst([account('a', { share: 20 }), account('b', { share: 5 }), account('c')])).toEqual({
      a: near(20),
      b: near(5),
      c: near(75),
    });
  });

  it('Shares are parts of their sum if no account gets the rest', () => {
    expect(countFirst([account('a', { share: 30 }), account('b', { share: 10 })])).toEqual({
      a: near(75),
      b: near(25),
    });
  });

  it('A share of 100 percent leaves nothing to the other accounts', () => {
    expect(countFirst([account('a', { share: 100 }), account('b')])).toEqual({ a: 10_000 });
  });

  it('Shares apply only among the accounts of the country', () => {
    const accounts = [account('all', { share: 50 }), account('tr', { countries: ['TR'] })];
    expect(countFirst(accounts, { country: 'TR' })).toEqual({ tr: 10_000 });
  });

  it('A recipient always gets the same account, and the other accounts remain for a failover', () => {
    const accounts = [account('a', { share: 50 }), account('b', { share: 50 })];
    for (let recipientId = 1; recipientId < 100; recipientId++) {
      const first = rank(accounts, { recipientId });
      expect(rank(accounts, { recipientId })).toEqual(first);
      expect(first.toSorted()).toEqual(['a', 'b']);
    }
  });
});

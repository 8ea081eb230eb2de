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

describe('the order of accounts', () => {
  it('is their own, then that of the rules', () => {
    expect(rank([account('a'), account('b'), account('c')])).toEqual(['a', 'b', 'c']);
    expect(rank([account('a'), account('b', { order: 1 }), account('c', { order: 51 })])).toEqual(['b', 'a', 'c']);
  });

  it('is that of the only one', () => {
    expect(rank([account('a', { share: 10 })])).toEqual(['a']);
    expect(rank([])).toEqual([]);
  });
});

describe('a country', () => {
  const accounts = [account('all'), account('tr', { countries: ['TR'] }), account('eu', { countries: ['DE', 'FR'] })];

  it('has its own account first, and others after it', () => {
    expect(rank(accounts, { country: 'TR' })).toEqual(['tr', 'all']);
    expect(rank(accounts, { country: 'FR' })).toEqual(['eu', 'all']);
  });

  it('without an account of its own, or unknown, has those for all', () => {
    expect(rank(accounts, { country: 'US' })).toEqual(['all']);
    expect(rank(accounts)).toEqual(['all']);
    expect(rank(accounts.slice(1), { country: 'US' })).toEqual([]);
  });
});

describe('an address', () => {
  const only = (name: string): Named => ({ ...account(name), reaches: (address) => address.startsWith(`${name}:`) });
  const accounts = [only('a'), only('b'), account('any')];

  it('has the accounts that reach it', () => {
    expect(rank(accounts, { address: 'b:1' })).toEqual(['b', 'any']);
    expect(rank(accounts.slice(0, 2), { address: 'c:1' })).toEqual([]);
  });
});

describe('a sender', () => {
  const accounts = [account('a', {}, ['SHOP']), account('b', {}, ['BANK', 'SHOP']), account('any')];

  it('goes by the accounts that have it', () => {
    expect(rank(accounts, { sender: 'SHOP' })).toEqual(['a', 'b', 'any']);
    expect(rank(accounts, { sender: 'BANK' })).toEqual(['b', 'any']);
  });

  it('that no account has goes to the provider, which refuses it', () => {
    expect(rank(accounts.slice(0, 2), { sender: 'NOBODY' })).toEqual(['a', 'b']);
  });

  it('does not lead out of the country', () => {
    const tr = account('tr', { countries: ['TR'] }, ['SHOP']);
    expect(rank([tr, account('all', {}, ['OTHER'])], { country: 'US', sender: 'SHOP' })).toEqual(['all']);
  });
});

describe('shares', () => {
  const near = (share: number): object => expect.closeTo(share * 100, -2.4);

  it('are percent, and an account without one has the rest', () => {
    expect(countFirst([account('a'), account('b', { share: 30 })])).toEqual({ a: near(70), b: near(30) });
    expect(countFirst([account('a', { share: 20 }), account('b', { share: 5 }), account('c')])).toEqual({
      a: near(20),
      b: near(5),
      c: near(75),
    });
  });

  it('are parts of their sum where nobody has the rest', () => {
    expect(countFirst([account('a', { share: 30 }), account('b', { share: 10 })])).toEqual({
      a: near(75),
      b: near(25),
    });
  });

  it('leave nothing to others when they are all of it', () => {
    expect(countFirst([account('a', { share: 100 }), account('b')])).toEqual({ a: 10_000 });
  });

  it('are drawn among the accounts of the country alone', () => {
    const accounts = [account('all', { share: 50 }), account('tr', { countries: ['TR'] })];
    expect(countFirst(accounts, { country: 'TR' })).toEqual({ tr: 10_000 });
  });

  it('are the same for a recipient at every time, and leave the others for a failover', () => {
    const accounts = [account('a', { share: 50 }), account('b', { share: 50 })];
    for (let recipientId = 1; recipientId < 100; recipientId++) {
      const first = rank(accounts, { recipientId });
      expect(rank(accounts, { recipientId })).toEqual(first);
      expect(first.toSorted()).toEqual(['a', 'b']);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { AccountConnections } from './account-connections.js';
import type { Account } from '../sender/channels.types.js';

const account = (changes: Partial<Account<'smtp'>> = {}): Account<'smtp'> => ({
  accountId: 1,
  appId: 1,
  channel: 'smtp',
  provider: 'smtp',
  version: 1,
  credentials: { host: 'h', port: 25, secure: false, from: 'a@b.c' },
  ...changes,
});

function connections() {
  const built: string[] = [];
  const ended: string[] = [];
  const all = new AccountConnections<'smtp', object, string>(
    ({ accountId, version }) => {
      built.push(`${accountId}v${version}`);
      return `${accountId}v${version}`;
    },
    async (value) => {
      ended.push(value);
    },
  );
  return { all, built, ended };
}

describe('AccountConnections', () => {
  it('AccountConnections creates one value per account and version, and disposes of the old one', () => {
    const { all, built, ended } = connections();
    expect(all.get(account())).toBe('1v1');
    expect(all.get(account())).toBe('1v1');
    expect(all.get(account({ version: 2 }))).toBe('1v2');
    expect(ended).toEqual(['1v1']);
    expect(all.get(account({ version: 1 }))).toBe('1v2');
    expect(built).toEqual(['1v1', '1v2']);
  });

  it('AccountConnections creates another value when the origin changes', () => {
    const { all, built } = connections();
    all.get(account({ origin: { host: 'a', port: 1, ca: '' } }));
    all.get(account({ origin: { host: 'a', port: 2, ca: '' } }));
    expect(built).toHaveLength(2);
  });

  it('AccountConnections keeps a limited number of values, the most recently used', () => {
    const { all, ended } = connections();
    for (let accountId = 1; accountId <= 200; accountId += 1) {
      all.get(account({ accountId }));
    }
    all.get(account({ accountId: 1 }));
    all.get(account({ accountId: 201 }));
    expect(ended).toEqual(['2v1']);
  });

  it('AccountConnections tries again after a failure', () => {
    let isBroken = true;
    const all = new AccountConnections<'smtp', object, string>(
      () => {
        if (isBroken) {
          throw new Error('bad key');
        }
        return 'built';
      },
      async () => undefined,
    );
    expect(() => all.get(account())).toThrow('bad key');
    isBroken = false;
    expect(all.get(account())).toBe('built');
  });

  it('AccountConnections disposes of all values on close and waits for it', async () => {
    let finish: () => void = () => undefined;
    const all = new AccountConnections<'smtp', object, string>(
      () => 'value',
      () => new Promise((resolve) => (finish = resolve)),
    );
    all.get(account());
    let isClosed = false;
    const closed = all.close().then(() => (isClosed = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed).toBe(false);
    finish();
    await closed;
  });
});

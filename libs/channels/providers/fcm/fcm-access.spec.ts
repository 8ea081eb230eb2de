import { describe, expect, it } from 'vitest';
import { AccessRefusedError } from '../../provider/access-token.js';
import { FcmAccess } from './fcm-access.js';

const HOUR = 3600;
const DEADLINE = 1000;
const START = Date.UTC(2026, 0, 1);

/** Numbers its tokens: token-1, token-2 … */
function issuer(fail?: () => unknown) {
  const state = { given: 0 };
  const credential = {
    getAccessToken: async () => {
      const fault = fail?.();
      if (fault !== undefined) {
        throw fault;
      }
      state.given += 1;
      return { access_token: `token-${state.given}`, expires_in: HOUR };
    },
  };
  return { state, credential: () => credential };
}

describe('FcmAccess', () => {
  it('FcmAccess shares one fetch between callers and uses the token until five minutes before its end', async () => {
    let now = START;
    const { state, credential } = issuer();
    const access = new FcmAccess(credential, DEADLINE, () => now);
    await Promise.all([access.refresh(), access.refresh(), access.refresh()]);
    now += 55 * 60_000 - 1;
    await access.refresh();
    expect(state.given).toBe(1);
    expect(access.authorization).toBe('Bearer token-1');
    now += 1;
    await access.refresh();
    expect(access.authorization).toBe('Bearer token-2');
  });

  it('FcmAccess renews a refused token once for all callers, and never renews a fresh token', async () => {
    let now = START;
    const { state, credential } = issuer();
    const access = new FcmAccess(credential, DEADLINE, () => now);
    await access.refresh();
    expect(await access.renew('Bearer token-1')).toBe(false);
    now += 60_000;
    expect(await Promise.all([access.renew('Bearer token-1'), access.renew('Bearer token-1')])).toEqual([true, true]);
    expect(await access.renew('Bearer token-1')).toBe(true);
    expect(state.given).toBe(2);
  });

  it('FcmAccess gives up a request without an answer and starts another one', async () => {
    const { credential } = issuer();
    let requests = 0;
    const silent = { getAccessToken: () => new Promise<never>(() => (requests += 1)) };
    const access = new FcmAccess(
      () => (requests === 0 ? silent : credential()),
      50,
      () => START,
    );
    await expect(access.refresh()).rejects.toMatchObject({ code: 'TIMEOUT' });
    await access.refresh();
    expect(access.authorization).toBe('Bearer token-1');
  });

  it('FcmAccess distinguishes a refused account from a failed connection and retries after both', async () => {
    const faults: unknown[] = [
      Object.assign(new Error('invalid_grant'), { status: 400 }),
      Object.assign(new Error('busy'), { status: 503 }),
      Object.assign(new Error('limit'), { status: 429 }),
      Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    ];
    const access = new FcmAccess(issuer(() => faults.shift()).credential, DEADLINE, () => START);
    await expect(access.refresh()).rejects.toBeInstanceOf(AccessRefusedError);
    await expect(access.refresh()).rejects.toThrow('busy');
    await expect(access.refresh()).rejects.toThrow('limit');
    await expect(access.refresh()).rejects.toThrow('refused');
    await access.refresh();
    expect(access.authorization).toBe('Bearer token-1');
  });
});

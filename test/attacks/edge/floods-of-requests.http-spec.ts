import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { secondApplication } from '../../support/contract/second-application.js';
import { startGateway, type Answer, type TestGateway } from '../../support/contract/gateway.js';
import { backends } from '../../support/processes/backends.js';

/** So slow that no place comes back while a test runs. */
const SLOW = { perSecond: 1, burst: 100 };
const PROXIED = { TRUSTED_PROXIES: 'loopback' };

interface Tally {
  /** Answers by status. */
  statuses: Record<number, number>;
  refused: Answer | undefined;
}

/** Sends requests side by side, at most 50 at once. */
async function flood(count: number, send: (index: number) => Promise<Answer>): Promise<Tally> {
  const tally: Tally = { statuses: {}, refused: undefined };
  for (let start = 0; start < count; start += 50) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(50, count - start) }, (_, index) => send(start + index)),
    );
    for (const answer of answers) {
      tally.statuses[answer.status] = (tally.statuses[answer.status] ?? 0) + 1;
      tally.refused ??= answer.status === 429 ? answer : undefined;
    }
  }
  return tally;
}

const accepted = ({ statuses }: Tally): number => statuses[200] ?? 0;
const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });

describe('Flood of requests with a public key', () => {
  let gateway: TestGateway;
  afterEach(() => gateway.close());

  const start = async (env: Record<string, string> = {}): Promise<void> => {
    gateway = await startGateway(undefined, { ...PROXIED, ...env });
    await gateway.makeKey('mobile', { kind: 'mobile' });
  };
  const register = (address: string, key = 'mobile'): Promise<Answer> =>
    gateway.call('/sdk/1.0/installations', { key, body: { platform: 'ANDROID' }, headers: from(address) });
  const near = (address: string): Promise<Answer> =>
    gateway.call('/sdk/1.0/geofences?latitude=1&longitude=1', {
      method: 'GET',
      key: 'mobile',
      headers: from(address),
    });
  const installations = async (): Promise<number | undefined> =>
    (
      await gateway.fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM users.installation WHERE app_id = $1', [
        gateway.appId,
      ])
    )?.n;

  it('One address may register 300 installations a minute', async () => {
    await start();
    expect((await flood(300, () => register('203.0.113.1'))).statuses).toEqual({ 200: 300 });
  });

  it('An address may not register more installations than its limit, and other addresses go on', async () => {
    await start({ ADDRESS_REGISTRATIONS_PER_MINUTE: '30' });
    const { statuses, refused } = await flood(150, () => register('203.0.113.1'));
    expect(statuses[200]).toBeGreaterThanOrEqual(30);
    expect(statuses[429]).toBeGreaterThan(50);
    expect(refused?.json).toMatchObject({ code: 2029, error: expect.stringContaining('address') as string });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await installations()).toBe(statuses[200]);
    expect((await register('203.0.113.2')).status).toBe(200);
  });

  it('The 2^64 addresses of an IPv6 customer share one limit', async () => {
    await start({ ADDRESS_REGISTRATIONS_PER_MINUTE: '60' });
    const tally = await flood(150, (index) => register(`2001:db8:1:2::${index.toString(16)}`));
    expect(accepted(tally)).toBeLessThan(100);
    expect((await register('2001:db8:1:3::1')).status).toBe(200);
  });

  it('An application registers no more than its limit from any number of addresses, and another one goes on', async () => {
    await start({ REGISTRATIONS_PER_MINUTE: '60' });
    const tally = await flood(150, (index) => register(`203.0.113.${index}`));
    expect(accepted(tally)).toBeLessThan(100);
    expect(tally.refused?.json).toMatchObject({ error: expect.stringContaining('application') as string });
    const { keys } = await secondApplication(gateway);
    expect((await register('203.0.113.1', keys.mobile)).status).toBe(200);
  });

  it('The requests of one address, one installation and one key are each limited', async () => {
    await start({ DEVICE_ADDRESS_PER_SECOND: '1', DEVICE_PER_SECOND: '1', DEVICE_KEY_PER_SECOND: '5' });
    const { installationId, secret } = (await register('203.0.113.9')).json as Record<string, string>;
    const report = (index: number): Promise<Answer> =>
      gateway.call('/sdk/1.0/users/tags', {
        key: 'mobile',
        body: { installationId, secret, add: ['a'] },
        headers: from(`192.0.2.${index}`),
      });
    expect((await flood(60, () => near('203.0.113.1'))).refused?.headers.get('ratelimit')).toMatch(
      /^"address";r=0;t=\d+$/,
    );
    const device = await flood(30, report);
    expect(device.refused?.headers.get('ratelimit')).toMatch(/^"installation";r=0;t=\d+$/);
    expect(accepted(device)).toBeLessThan(25);
    const key = await flood(100, (index) => near(`198.51.100.${index}`));
    expect(key.refused?.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
  });

  it('Requests with invented secrets do not use up the limit of another device', async () => {
    await start({ DEVICE_PER_SECOND: '1' });
    const { installationId, secret } = (await register('203.0.113.9')).json as Record<string, string>;
    const report = (claimed: string | undefined, address: string): Promise<Answer> =>
      gateway.call('/sdk/1.0/users/tags', {
        key: 'mobile',
        body: { installationId, secret: claimed, add: ['a'] },
        headers: from(address),
      });
    await flood(100, () => report('a'.repeat(43), '203.0.113.66'));
    expect((await report(secret, '203.0.113.9')).status).toBe(200);
  });

  it('Guesses of unknown keys are limited, and a valid REST key from the same address is not', async () => {
    await start({ UNKNOWN_KEYS_PER_MINUTE: '60' });
    const guess = (index: number): Promise<Answer> =>
      gateway.call('/rest/3.0/app/events', { method: 'GET', key: `guess-${index}`, headers: from('203.0.113.3') });
    const { statuses, refused } = await flood(150, guess);
    expect(statuses[401]).toBeGreaterThanOrEqual(60);
    expect(statuses[429]).toBeGreaterThan(50);
    expect(refused?.json).toMatchObject({ code: 2029 });
    const rest = await flood(300, () =>
      gateway.call('/rest/3.0/app/events', { method: 'GET', headers: from('203.0.113.3') }),
    );
    expect(rest.statuses).toEqual({ 200: 300 });
  });
});

describe.each(backends().map((backend) => [backend.name, backend] as const))(
  'Rate limit of a client over several gateways, on %s',
  (_, backend) => {
    let first: TestGateway;
    let second: TestGateway;

    beforeAll(async () => {
      const env = await backend.env();
      first = await startGateway(undefined, env, undefined, false);
      second = await startGateway(undefined, { ...env, DATABASE_URL: first.fresh.url }, undefined, false);
      const settings = { rateLimit: SLOW };
      await first.app.get(ApplyService).apply({ app: 'shop', settings }, { dryRun: false });
    });
    afterAll(async () => {
      await second.close();
      await first.close();
      await backend.close();
    });

    it('Two gateways share the limit of a key', async () => {
      const key = await first.makeKey('busy');
      const ask = (gateway: TestGateway): Promise<Answer> =>
        gateway.call('/rest/3.0/app/events', { method: 'GET', key });
      const used = accepted(await flood(200, () => ask(first)));
      expect(used).toBeGreaterThanOrEqual(SLOW.burst);
      let more = 0;
      for (let round = 0; round < 60; round++) {
        const tally = await flood(5, () => ask(second));
        more += accepted(tally);
        if (tally.refused) {
          break;
        }
        await sleep(500);
      }
      // Each gateway may be ahead of the shared count for a moment, and time goes by.
      expect(more).toBeLessThan(SLOW.burst / 2 + 60);
    });
  },
);

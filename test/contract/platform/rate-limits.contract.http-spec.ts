import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type Answer, type TestGateway } from '../../support/contract/gateway.js';
import { secondApplication, type SecondApplication } from '../../support/contract/second-application.js';

/** So slow that no token comes back while a test runs. */
const SLOW = { perSecond: 1, burst: 3 };

describe('Rate limit of an application', () => {
  let gateway: TestGateway;
  let elsewhere: SecondApplication;
  const ask = (key: string): Promise<Answer> => gateway.call('/rest/3.0/app/events', { method: 'GET', key });

  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { rateLimit: { ...SLOW, burst: 100_000 } } }, { dryRun: false });
    await gateway.makeKey('one');
    await gateway.makeKey('two');
    await gateway.makeKey('mobile', { kind: 'mobile' });
    elsewhere = await secondApplication(gateway);
  });
  afterAll(() => gateway.close());

  it('The rate limit is shown in every answer, including refusals', async () => {
    for (const answer of [
      await ask('two'),
      await ask('mobile'),
      await gateway.call('/rest/3.0/tagUsers', { key: 'two' }),
    ]) {
      expect(answer.headers.get('ratelimit-policy')).toBe('"key";q=100000;w=100000');
      expect(answer.headers.get('ratelimit')).toMatch(/^"key";r=9999\d;t=[1-9]$/);
    }
  });

  it('The rate limit is off for an application that sets none', async () => {
    const answer = await ask(elsewhere.keys.rest);
    expect(answer.status).toBe(200);
    expect([answer.headers.get('ratelimit'), answer.headers.get('ratelimit-policy')]).toEqual([null, null]);
  });

  it('The rate limit does not apply to a request without a known key', async () => {
    const answer = await ask('unknown');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('ratelimit')).toBeNull();
  });
});

describe('Rate limit of the configuration', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway(undefined, {
      RATE_LIMIT_PER_SECOND: String(SLOW.perSecond),
      RATE_LIMIT_BURST: '60',
    });
    await gateway.makeKey('greedy');
    await gateway.makeKey('modest');
  });
  afterAll(() => gateway.close());

  it('A request over the rate limit gets 429 and 2029 with Retry-After, and other keys work (decisions 2)', async () => {
    const tag = (key: string, tagName: string) =>
      gateway.call('/rest/3.0/tagUsers', { key, body: { tag: tagName, extIds: [tagName] } });
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => tag('greedy', `t${index}`)));
    const accepted = answers.filter(({ status }) => status === 200).length;
    const refused = answers.find(({ status }) => status === 429);
    expect(accepted).toBeGreaterThanOrEqual(60);
    expect(accepted).toBeLessThan(200);
    expect(refused?.json).toEqual({ code: 2029, error: expect.stringContaining('1 requests a second') as string });
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.headers.get('ratelimit')).toMatch(/^"key";r=0;t=(59|60)$/);
    expect(refused?.headers.get('ratelimit-policy')).toBe('"key";q=60;w=60');
    const users = await gateway.fresh.db.row<{ n: number }>(
      'SELECT count(*) AS n FROM users.app_user WHERE app_id = $1',
      [gateway.appId],
    );
    expect(users?.n).toBe(accepted);
    expect((await tag('modest', 'x')).status).toBe(200);
  });

  it('An application may switch the configured rate limit off', async () => {
    await gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { rateLimit: { perSecond: 0 } } }, { dryRun: false });
    await gateway.makeKey('free');
    const answer = await gateway.call('/rest/3.0/app/events', { method: 'GET', key: 'free' });
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, null]);
  });
});

describe('Size of an uploaded list (8)', () => {
  it('The setting LIST_UPLOAD_KB limits the size of an uploaded list', async () => {
    const gateway = await startGateway(undefined, { LIST_UPLOAD_KB: '1' });
    const upload = (count: number) =>
      gateway.call('/rest/3.0/addEmail', {
        body: { emailList: Array.from({ length: count }, (_, i) => `list-${i}@example.com`) },
      });
    expect((await upload(20)).status).toBe(200);
    expect(await upload(100)).toMatchObject({
      status: 400,
      json: { code: 2004, error: 'The body is larger than 1 KB' },
    });
    await gateway.close();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vapidPublicKey } from '#libs/channels';
import { ProviderAccountService, ApplyService } from '#libs/tenancy';
import type { RegisteredInstallation } from '#libs/users/registry';
import { startGateway, type Answer, type TestGateway } from '../../support/contract/gateway.js';
import { secondApplication, type SecondApplication } from '../../support/contract/second-application.js';

let gateway: TestGateway;
let elsewhere: SecondApplication;

beforeAll(async () => {
  gateway = await startGateway();
  await gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', channels: { webpush: { simulator: true } } }, { dryRun: false });
  await gateway.makeKey('mobile', { kind: 'mobile' });
  await gateway.makeKey('js', { kind: 'js' });
  elsewhere = await secondApplication(gateway);
});
afterAll(() => gateway.close());

const sdk = (operation: string, body: unknown, key = 'js'): Promise<Answer> =>
  gateway.call(`/sdk/1.0/${operation}`, { body, key });

async function newBrowser(more: object = {}): Promise<RegisteredInstallation> {
  const { status, json } = await sdk('installations', { platform: 'FIREFOX', ...more });
  expect(status).toBe(200);
  return json as RegisteredInstallation;
}

describe('GET /sdk/1.0/web-push', () => {
  const ask = (key: string): Promise<Answer> => gateway.call('/sdk/1.0/web-push', { method: 'GET', key });

  it('GET /sdk/1.0/web-push answers the public key of the application, and nothing else of the account', async () => {
    const account = await gateway.app.get(ProviderAccountService).findAccount(gateway.appId, 'webpush');
    const { status, json } = await ask('js');
    expect({ status, json }).toEqual({ status: 200, json: { publicKey: vapidPublicKey(account?.credentials ?? {}) } });
    expect(Buffer.from((json as { publicKey: string }).publicKey, 'base64url')).toHaveLength(65);
  });

  it('GET /sdk/1.0/web-push requires a js key, and is refused where there is no account', async () => {
    expect(await ask('mobile')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await ask('rest')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await ask('nonsense')).toMatchObject({ status: 401, json: { code: 2010 } });
    expect(await ask(elsewhere.keys.js)).toMatchObject({ status: 403, json: { code: 4000 } });
  });

  it('GET /sdk/1.0/web-push allows pages of any origin', async () => {
    const preflight = await gateway.call('/sdk/1.0/web-push', { method: 'OPTIONS', key: null });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-svc-api-key');
  });
});

describe('POST /sdk/1.0/users/tags', () => {
  const tagsOf = async (extId: string): Promise<string[]> =>
    (
      await gateway.fresh.db.rows<{ name: string }>(
        `SELECT t.name FROM users.app_user AS u JOIN users.tag AS t ON t.app_id = u.app_id AND t.tag_id = ANY (u.tags)
         WHERE u.app_id = $1 AND u.ext_id = $2 ORDER BY t.name`,
        [gateway.appId, extId],
      )
    ).map(({ name }) => name);

  it('A device adds and removes tags of its own user, with or without a name, and of no other user', async () => {
    const [entry, otherDevice] = [await newBrowser(), await newBrowser({ extId: 'other' })];
    expect(await sdk('users/tags', { ...entry, add: ['Sport', 'News', 'Sport'] })).toMatchObject({
      status: 200,
      text: '',
    });
    await sdk('users/tags', { ...otherDevice, add: ['Sport'] });
    await sdk('users/identify', { ...entry, extId: 'tagged' });
    expect(await tagsOf('tagged')).toEqual(['News', 'Sport']);
    expect((await sdk('users/tags', { ...entry, add: ['Art'], remove: ['Sport', 'never used'] })).status).toBe(200);
    expect([await tagsOf('tagged'), await tagsOf('other')]).toEqual([['Art', 'News'], ['Sport']]);
    const names = await gateway.fresh.db.rows('SELECT FROM users.tag AS t WHERE t.name = $1', ['never used']);
    expect(names).toHaveLength(0);
  });

  it('A device creates new names of tags only while the application has few', async () => {
    const browser = await newBrowser({ extId: 'flood' });
    await sdk('users/tags', { ...browser, add: ['known'] });
    await gateway.fresh.db.affected(
      `INSERT INTO users.tag (app_id, tag_id, name) SELECT $1, 100000 + n, 'flood ' || n FROM generate_series(1, 1000) AS n`,
      [gateway.appId],
    );
    const refused = await sdk('users/tags', { ...browser, add: ['known', 'one too many'] });
    expect(refused).toMatchObject({
      status: 400,
      json: { code: 2004, error: expect.stringContaining('one too many') as string },
    });
    expect((await sdk('users/tags', { ...browser, add: ['known', 'flood 7'] })).status).toBe(200);
    expect(await tagsOf('flood')).toEqual(['flood 7', 'known']);
  });

  it.each([
    [{}, 2020],
    [{ add: [] }, 2020],
    [{ add: [''] }, 2004],
    [{ add: 'Sport' }, 2004],
    [{ add: [1] }, 2004],
    [{ add: ['a\0'] }, 2004],
    [{ remove: ['x'.repeat(256)] }, 2004],
    [{ add: Array.from({ length: 101 }, (_, n) => `t${n}`) }, 2004],
  ])('POST /sdk/1.0/users/tags refuses a malformed request (case %#)', async (body, code) => {
    const browser = await newBrowser();
    expect(await sdk('users/tags', { ...browser, ...body })).toMatchObject({ status: 400, json: { code } });
  });
});

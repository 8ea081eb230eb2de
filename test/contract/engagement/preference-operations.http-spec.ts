import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
  await gateway.app.get(ApplyService).apply({ app: 'shop', categories: [{ name: 'News' }] }, { dryRun: false });
  await gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'ada', email: 'ada@example.com' }] });
});
afterAll(() => gateway.close());

const open = (url: string): Promise<Response> => fetch(`${gateway.base}${new URL(url).pathname}`);

describe('GET getPreferencesUrl', () => {
  it('A server gets a link to the page of a user, and a refusal for an unknown one', async () => {
    const answer = await gateway.call(`/rest/3.0/getPreferencesUrl?extId=ada`, { method: 'GET' });
    const { url, validUntil } = answer.json as { url: string; validUntil: number };
    expect(validUntil).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect(await (await open(url)).text()).toContain('Your preferences');
    const unknown = await gateway.call('/rest/3.0/getPreferencesUrl?extId=nobody', { method: 'GET' });
    expect([unknown.status, unknown.json]).toMatchObject([400, { code: expect.any(Number) as number }]);
    expect((await gateway.call('/rest/3.0/getPreferencesUrl', { method: 'GET' })).status).toBe(400);
  });
});

describe('POST /sdk/1.0/users/preferences', () => {
  it('A device without a proof of its user reads and changes nothing', async () => {
    const key = await gateway.makeKey('app', { kind: 'mobile' });
    const registered = await gateway.call('/sdk/1.0/installations', { key, body: { platform: 'ANDROID' } });
    const device = registered.json as { installationId: string; secret: string };
    const call = (operation: string, body: object) =>
      gateway.call(`/sdk/1.0/users/preferences/${operation}`, { key, body: { ...device, ...body } });
    const own = await call('read', {});
    expect([own.status, own.json]).toEqual([200, { topics: [], tracking: false }]);
    await call('choose', { choices: [{ topic: 'News', channel: 'EMAIL', wants: false }], tracking: true });
    expect((await call('read', {})).json).toEqual({ topics: [], tracking: true });
    const { url } = (await call('url', {})).json as { url: string };
    expect((await open(url)).status).toBe(200);
    for (const operation of ['read', 'choose', 'url']) {
      expect((await call(operation, { secret: 'x' })).status).toBe(403);
    }
    expect((await call('choose', { choices: [{ topic: 'News', channel: 'FAX', wants: true }] })).status).toBe(400);
  });
});

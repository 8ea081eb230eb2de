import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { secondApplication } from '../../support/contract/second-application.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.makeKey('users only', { scopes: ['users'] });
  const file = {
    app: 'shop',
    attributes: [
      { code: 'age', dataType: 'INT' },
      { code: 'iban', dataType: 'STRING', privateInfo: true },
    ],
    categories: [{ name: 'News' }, { name: 'Offers' }],
  };
  await sending.gateway.app.get(ApplyService).apply(file, { dryRun: false });
  await sending.post('registerUsers', [
    {
      extId: 'ann',
      platform: 'ANDROID',
      deviceToken: 'ann-phone',
      deviceModel: 'Pixel 5',
      pushPermitted: true,
      email: 'ann@example.com',
      consent: { email: false },
      tags: ['Sport', 'Art'],
      language: 'tr',
      profile: { age: 34, iban: 'TR33' },
    },
    {
      extId: 'ben',
      platform: 'IOS',
      deviceToken: 'b'.repeat(64),
      tags: ['Sport'],
      profile: { age: 12 },
      consent: { tracking: false },
    },
  ]);
  await sending.post('setCategoryPreferences', [{ extId: 'ann', category: 'Offers', enable: false }]);
  await sending.post('addSuppressions', { channel: 'email', addresses: ['ann@example.com'], reason: 'COMPLAINT' });
  const segments = [
    { name: 'Adults', target: { profile: { age: [34, 35] } } },
    { name: 'Children', target: { profile: { age: 12 } } },
  ];
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', segments }, { dryRun: false });
  await sending.bulk({ message: { title: 'T', text: 'Hello', platforms: ['ANDROID'] }, target: { sendToAll: true } });
  await sending.drain();
});
afterAll(() => sending.close());

const getUser = (query: string, key = 'rest') =>
  sending.gateway.call(`/rest/3.0/getUser?${query}`, { method: 'GET', key });
const MILLIS = expect.any(Number) as number;

describe('getUser', () => {
  it('getUser shows a user with everything in one call', async () => {
    const ann = {
      extId: 'ann',
      createdAt: MILLIS,
      updatedAt: MILLIS,
      profile: { age: 34, email: 'ann@example.com', iban: 'TR33', language: 'tr' },
      tags: ['Art', 'Sport'],
      consent: { email: false, sms: true, categories: { News: true, Offers: false } },
      suppressions: [{ channel: 'email', reason: 'COMPLAINT', addedAt: MILLIS }],
      devices: [
        {
          installationId: expect.any(String) as string,
          platform: 'ANDROID',
          token: 'ann-phone',
          pushPermitted: true,
          deviceModel: 'Pixel 5',
          createdAt: MILLIS,
        },
      ],
      results: [
        {
          platform: 'ANDROID',
          status: 'SUCCESS',
          installationId: expect.any(String) as string,
          extId: 'ann',
          msgTitle: expect.any(String) as string,
          msgText: 'Hello',
          timeStamp: MILLIS,
        },
      ],
    };
    await expect
      .poll(async () => (await getUser('extId=ann')).json, { timeout: 30_000 })
      .toMatchObject({
        ...ann,
        segments: ['Adults'],
      });
  });

  it('getUser shows what a user said of tracking', async () => {
    expect((await getUser('extId=ben')).json).toMatchObject({ consent: { email: true, sms: true, tracking: false } });
  });

  it('getUser shows no results when none are requested, and refuses to show more than 100', async () => {
    expect((await getUser('extId=ann&results=0')).json).not.toHaveProperty('results');
    expect((await getUser('extId=ann&results=101')).json).toMatchObject({ code: 2004 });
  });

  it('getUser leaves out what the key has no scope for', async () => {
    const seen = (await getUser('extId=ann', 'users only')).json as { profile: object };
    expect(seen.profile).toMatchObject({ age: 34, language: 'tr' });
    expect(Object.keys(seen.profile)).not.toContain('iban');
    expect(seen).not.toHaveProperty('segments');
    expect(seen).not.toHaveProperty('results');
    expect(JSON.stringify(seen)).not.toContain('ann@example.com');
  });

  it('getUser refuses an unknown user and users of another application', async () => {
    const other = await secondApplication(sending.gateway);
    expect(await getUser('extId=nobody')).toMatchObject({ status: 400, json: { code: 5016 } });
    expect(await getUser('extId=ann', other.keys.rest)).toMatchObject({ status: 400, json: { code: 5016 } });
    expect((await getUser('extId=a%00b')).json).toMatchObject({ code: 2004 });
    expect((await getUser('')).json).toEqual({ code: 2020, error: 'extId is required' });
  });
});

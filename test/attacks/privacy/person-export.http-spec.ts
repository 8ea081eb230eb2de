import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SegmentCalculatorService } from '#libs/audience';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { secondApplication, type SecondApplication } from '../../support/contract/second-application.js';

/** Everything about one person, and nothing about anybody else. */
interface Exported {
  [section: string]: unknown;
  inbox: { title: string }[];
  events: { name: string; attributes: object }[];
  results: { status: string; platform: string; reason: string | null; clicks: object[] }[];
  devices: { platform: string; token: string; location: object | null }[];
}

const TOKEN = 'a'.repeat(64);
const EVENTS = 2100;
let sending: Sending;
let elsewhere: SecondApplication;

const exportOf = async (extId: string, key?: string): Promise<{ status: number; json: Exported; text: string }> => {
  const answer = await sending.gateway.call(`/rest/3.0/exportPerson?extId=${encodeURIComponent(extId)}`, {
    method: 'GET',
    ...(key !== undefined && { key }),
  });
  return { status: answer.status, json: answer.json as Exported, text: answer.text };
};

beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  elsewhere = await secondApplication(gateway);
  await gateway.app.get(ApplyService).apply(
    {
      app: 'shop',
      attributes: [{ code: 'nationalId', dataType: 'STRING', privateInfo: true }],
      events: [{ code: 'Visit', attributes: [{ code: 'page', dataType: 'STRING' }] }],
      categories: [{ name: 'News' }],
    },
    { dryRun: false },
  );
  await sending.post('registerUsers', [
    {
      extId: 'jo',
      platform: 'IOS',
      deviceToken: TOKEN,
      email: 'jo@example.com',
      msisdn: '+905321234567',
      tags: ['vip'],
      profile: { nationalId: '11223344' },
    },
    { extId: 'other', platform: 'IOS', deviceToken: 'b'.repeat(64), profile: { nationalId: 'of-other-99' } },
  ]);
  await sending.post('setCategoryPreferences', [{ extId: 'jo', category: 'News', enable: false }]);
  for (let from = 0; from < EVENTS; from += 700) {
    await sending.post(
      'fireEvents',
      Array.from({ length: 700 }, (_, n) => ({ extId: 'jo', name: 'Visit', page: `page-${from + n}` })),
    );
  }
  await sending.post('fireEvents', [{ extId: 'jo', name: 'Unheard', detail: 'example-of-jo' }]);
  await sending.bulk({
    message: {
      title: 'Sale',
      text: 'Now',
      inbox: true,
      platforms: ['IOS', 'EMAIL'],
      email: { subject: 'Sale', html: '<p>x</p>' },
    },
    target: { sendToAll: true },
  });
  await sending.drain();
  await sending.post('addSuppressions', { channel: 'sms', addresses: ['+905321234567'], reason: 'STOP' });
  await gateway.app
    .get(ApplyService)
    .apply(
      { app: 'shop', segments: [{ name: 'known', target: { profile: { nationalId: { $exists: true } } } }] },
      { dryRun: false },
    );
  await gateway.app.get(SegmentCalculatorService).calculateDue();
});
afterAll(() => sending.close());

describe('Export of a person', () => {
  it('The export of a person contains the data of all modules about the person', async () => {
    const { status, json, text } = await exportOf('jo');
    expect([status, text.slice(0, 1)]).toEqual([200, '{']);
    expect(json).toMatchObject({
      application: 'shop',
      extId: 'jo',
      user: { email: 'jo@example.com', msisdn: '+905321234567' },
      profile: { nationalId: '11223344' },
      tags: ['vip'],
      consents: { email: true, sms: true, tracking: null, categories: { News: false } },
      segments: ['known'],
      consentHistory: [
        { subject: 'SMS_ADDRESS', permitted: false, source: 'API' },
        { subject: 'CATEGORY', category: 'News', permitted: false, source: 'API' },
      ],
      undefinedEvents: [{ name: 'Unheard' }],
      suppressions: [{ channel: 'sms', reason: 'STOP' }],
    });
    expect(json.devices).toEqual([expect.objectContaining({ platform: 'IOS', token: TOKEN })]);
    expect(json.inbox).toEqual([expect.objectContaining({ title: 'Sale' })]);
    expect(json.events).toHaveLength(EVENTS);
    expect(json.events[0]).toMatchObject({ name: 'Visit', attributes: { page: 'page-0' } });
    expect(new Set(json.events.map(({ attributes }) => JSON.stringify(attributes))).size).toBe(EVENTS);
    expect(json.results.map(({ platform, status: outcome }) => `${platform} ${outcome}`).toSorted()).toEqual([
      'EMAIL SUCCESS',
      'IOS SUCCESS',
    ]);
  });

  it('The export of a person contains nothing of another person', async () => {
    const { status, text } = await exportOf('jo');
    expect(status).toBe(200);
    expect(text).not.toContain('of-other-99');
    expect(text).not.toContain('b'.repeat(64));
  });

  it('The export of a person is recorded in the audit log without naming the person', async () => {
    await exportOf('jo');
    const entries = await sending.gateway.fresh.db.rows<{ entry: string }>(
      "SELECT e::text AS entry FROM audit.entry AS e WHERE e.app_id = $1 AND e.action = 'users.export'",
      [sending.gateway.appId],
    );
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.filter(({ entry }) => /\bjo\b/.test(entry))).toEqual([]);
  });

  it('exportPerson rejects a person of another application with 5016', async () => {
    expect((await exportOf('jo', elsewhere.keys.rest)).json).toMatchObject({ code: 5016 });
  });

  it.each(['nobody', '%00', "'; DROP TABLE x --"])(
    'exportPerson answers 400 for %s, which names no user',
    async (extId) => {
      expect(await exportOf(extId)).toMatchObject({ status: 400 });
    },
  );

  it("The export of a deleted person still contains the person's remaining events, results and inbox", async () => {
    await sending.post('registerUsers', [{ extId: 'gone', platform: 'IOS', deviceToken: 'c'.repeat(64) }]);
    await sending.post('fireEvents', [{ extId: 'gone', name: 'Visit', page: 'left behind' }]);
    await sending.bulk({
      message: { title: 'Bye', text: 'x', inbox: true, platforms: ['IOS'] },
      target: { sendToAll: true },
    });
    await sending.drain();
    await sending.post('deleteUsers', { extIds: ['gone'] });
    const { json } = await exportOf('gone');
    expect(json).toMatchObject({
      user: null,
      profile: {},
      devices: [],
      events: [{ attributes: { page: 'left behind' } }],
    });
    expect(json.results).toEqual([expect.objectContaining({ platform: 'IOS', status: 'SUCCESS', title: 'Bye' })]);
    expect(json.inbox).toEqual([expect.objectContaining({ title: 'Bye' })]);
  });
});

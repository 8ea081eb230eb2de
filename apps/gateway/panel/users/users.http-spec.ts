import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { Database } from '#platform/db';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

interface Found {
  items: { uid: string; extId: string | null; names: string | null; devices: number | null }[];
}
interface Entry {
  at: string;
  kind: string;
  title: string;
  text: string | null;
  status: string;
  reason: string | null;
  campaign: string | null;
  raw: Record<string, unknown>;
}

const MESSAGE = { title: 'Spring sale', text: 'Everything 20 % off', platforms: ['ANDROID'] };
const SENDS = 5;
let sending: Sending;
let support: PanelMember;
let marketer: PanelMember;
let uid: string;
let key: number;

const find = async (by: string, value: string, member = support): Promise<Found['items']> =>
  ((await member.get(`/apps/shop/users/find?by=${by}&value=${encodeURIComponent(value)}`)).json as Found).items;
const get = async <T>(path: string, member = support): Promise<T> =>
  (await member.get(`/apps/shop/users/${uid}${path}`)).json as T;

beforeAll(async () => {
  sending = await startSending();
  const { app, appId } = sending.gateway;
  await app.get(ApplyService).apply(
    {
      app: 'shop',
      attributes: [
        { code: 'age', dataType: 'INT' },
        { code: 'income', dataType: 'INT', privateInfo: true },
      ],
      events: [
        {
          code: 'Paid',
          eventName: 'Paid',
          attributes: [
            { code: 'amount', dataType: 'INT' },
            { code: 'card', dataType: 'STRING', privateInfo: true },
          ],
        },
      ],
    },
    { dryRun: false },
  );
  support = await signIn(sending.gateway, [{ role: 'support', appId }]);
  marketer = await signIn(sending.gateway, [{ role: 'marketer', appId }]);
  await sending.post('registerUsers', [
    {
      extId: 'ada',
      platform: 'ANDROID',
      deviceToken: 'phone-of-ada',
      tags: ['Sport'],
      profile: { age: 36, income: 7, email: 'ada@example.com' },
    },
    { extId: 'bo', platform: 'ANDROID', deviceToken: 'phone-of-bo' },
  ]);
  uid = (await find('extId', 'ada'))[0]?.uid ?? '';
  for (let n = 0; n < SENDS; n += 1) {
    key = await sending.bulk({ message: { ...MESSAGE, title: `Sale ${n}` }, target: { sendToAll: true } });
    await sending.launchDue();
    await sending.drain();
  }
  await sending.bulk({ message: { ...MESSAGE, title: 'Left out', platforms: ['IOS'] }, target: { tag: 'Sport' } });
  await sending.launchDue();
  await sending.drain();
});
afterAll(() => sending.close());

describe('Persons in the panel', () => {
  it.each([
    ['extId', 'ada'],
    ['token', 'phone-of-ada'],
  ])('A person is found by the whole %s and not by a part of it', async (by, value) => {
    expect(await find(by, value)).toEqual([expect.objectContaining({ uid, extId: 'ada', devices: 1 })]);
    expect(await find(by, value.slice(0, 2))).toEqual([]);
  });

  it('A person is found by an installation, with its devices, consents, tags and profile', async () => {
    const head = await get<{ devices: { installationId: string }[] }>('');
    expect(head).toMatchObject({
      uid,
      extId: 'ada',
      email: 'a•••@example.com',
      tags: ['Sport'],
      devices: [{ platform: 'ANDROID', permitted: true, tokenState: 'VALID' }],
      consents: expect.arrayContaining([expect.objectContaining({ subject: 'EMAIL', kind: 'channel' })]),
      attributes: expect.arrayContaining([{ name: 'age', type: 'INT', value: 36, masked: false }]),
    });
    expect(await find('installationId', head.devices[0]?.installationId ?? '')).toEqual([
      expect.objectContaining({ uid }),
    ]);
  });

  it('The timeline shows every message once, page by page, including messages that were not sent', async () => {
    const seen: Entry[] = [];
    let after: string | null = '';
    while (after !== null) {
      const query: string = `group=message&limit=2${after && `&after=${encodeURIComponent(after)}`}`;
      const page: { items: Entry[]; next: string | null } = await get(`/timeline?${query}`);
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items);
      after = page.next;
    }
    expect(seen.map(({ title, status, reason }) => [title, status, reason])).toEqual([
      ['Left out', 'SKIPPED', 'NO_DEVICE'],
      ...Array.from({ length: SENDS }, (_, n) => [`Sale ${SENDS - 1 - n}`, 'SUCCESS', null]),
    ]);
    expect(seen.map(({ at }) => at)).toEqual(
      seen
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  it('The timeline shows events, consents, devices and message reports in one order', async () => {
    const db = sending.gateway.app.get(Database);
    await sending.post('fireEvents', [
      { extId: 'ada', name: 'Paid', amount: 12, card: '4711' },
      { extId: 'ada', name: 'Paid', amount: 7 },
    ]);
    await sending.post('disableMail', { extIds: ['ada'] });
    const place = 'r.vb, r.app_id, r.day, r.dispatch_id, r.channel, r.recipient_id';
    const ofAda = `FROM delivery.push_result AS r JOIN delivery.dispatch AS d USING (dispatch_id)
                   WHERE r.uid = ${uid} AND d.notification_key = ${key}`;
    const columns = 'vb, app_id, day, dispatch_id, channel, recipient_id';
    await db.affected(`INSERT INTO delivery.receipt (${columns}, at) SELECT ${place}, now() ${ofAda}`);
    await db.affected(
      `INSERT INTO delivery.click (${columns}, platform, at, button) SELECT ${place}, r.platform, now(), '1' ${ofAda}`,
    );
    await db.affected(
      `INSERT INTO delivery.provider_receipt (${columns}, at, kind, code, raw)
       SELECT ${place}, now(), 'BOUNCE', '550', '' ${ofAda}`,
    );
    const list = async (query: string, member = support): Promise<Entry[]> => {
      const all: Entry[] = [];
      for (let after: string | null = ''; after !== null;) {
        const page: { items: Entry[]; next: string | null } = await get(
          `/timeline?${query}&after=${after}`.replace(/&after=$/, ''),
          member,
        );
        all.push(...page.items);
        after = page.next;
      }
      return all;
    };
    const whole = await list('limit=100');
    expect(await list('limit=3')).toEqual(whole);
    const kinds = whole.map(({ kind }) => kind);
    expect([...new Set(kinds)].toSorted()).toEqual(
      ['clicked', 'consent', 'device', 'event', 'late', 'message', 'received', 'registered'].toSorted(),
    );
    expect(kinds.filter((kind) => kind === 'message')).toHaveLength(SENDS + 1);
    expect(await list('group=report')).toMatchObject([
      { kind: expect.any(String), title: `Sale ${SENDS - 1}`, campaign: String(key) },
      { campaign: String(key) },
      { campaign: String(key) },
    ]);
    expect(whole.find(({ kind }) => kind === 'clicked')).toMatchObject({ reason: '1' });
    expect(whole.find(({ kind }) => kind === 'late')).toMatchObject({ reason: 'BOUNCE 550' });
    expect(whole.find(({ kind }) => kind === 'consent')).toMatchObject({ title: 'EMAIL', status: 'NO', reason: 'API' });
    expect((await list('group=event')).map(({ title, raw }) => [title, raw['attributes']])).toEqual([
      ['Paid', { amount: 7 }],
      ['Paid', { amount: 12, card: '4711' }],
    ]);
    const shown = (await list('group=event', marketer)).map(({ raw }) => raw['attributes']);
    expect(shown).toEqual([{ amount: 7 }, { amount: 12, card: '***' }]);
    expect((await support.get(`/apps/shop/users/${uid}/timeline?group=all`)).json).toMatchObject({
      problems: [{ path: 'group' }],
    });
  });

  it('The explanation gives the reason why a person got a campaign', async () => {
    expect(await get(`/explain?campaign=${key}`)).toMatchObject({
      included: true,
      clauses: [{ clause: 'all', wanted: {}, holds: true, found: null, children: [] }],
      devices: [{ platform: 'ANDROID', outcome: 'READY' }],
      result: { status: 'SUCCESS', reason: null },
    });
  });

  it('The explanation gives for each clause the wanted and the found value as data', async () => {
    const target = { tag: 'Sport', profile: { age: { $gte: 40 }, income: 5 } };
    const asked = await sending.bulk({ message: MESSAGE, target });
    const { clauses } = await get<{ clauses: unknown }>(`/explain?campaign=${asked}`);
    expect(clauses).toEqual([
      {
        clause: 'and',
        wanted: {},
        holds: false,
        found: null,
        children: [
          { clause: 'tag', wanted: { mode: 'any', names: ['Sport'] }, holds: true, found: 1, children: [] },
          {
            clause: 'range',
            wanted: { code: 'age', limits: [{ op: '$gte', value: 40 }] },
            holds: false,
            found: 36,
            children: [],
          },
          { clause: 'profile', wanted: { code: 'income', values: [5] }, holds: false, found: '***', children: [] },
        ],
      },
    ]);
  });

  it('A member without users.private sees no address and no message text', async () => {
    const head = await get<object>('', marketer);
    expect(head).toMatchObject({ extId: 'ada', email: null, msisdn: null });
    expect(JSON.stringify(head)).not.toContain('ada@example.com');
    const { items } = await get<{ items: Entry[] }>('/timeline', marketer);
    expect(items.map(({ text }) => text)).toEqual(items.map(() => null));
  });

  it('Requests without the permission, or for unknown users and fields, are refused', async () => {
    const { appId } = sending.gateway;
    const analyst = await signIn(sending.gateway, [{ role: 'analyst', appId }]);
    const paths = ['find?by=extId&value=ada', uid, `${uid}/timeline`, `${uid}/explain?campaign=${key}`];
    for (const path of paths) {
      expect((await analyst.get(`/apps/shop/users/${path}`)).status).toBe(403);
      const stranger = await support.get(`/apps/other/users/${path}`);
      expect(stranger.status).toBe(404);
    }
    expect((await support.get('/apps/shop/users/999999')).status).toBe(404);
    expect((await support.get(`/apps/shop/users/${uid}/timeline?after=a.b`)).json).toMatchObject({
      problems: [{ path: 'after' }],
    });
    for (const way of ['name', 'email', 'msisdn']) {
      expect((await support.get(`/apps/shop/users/find?by=${way}&value=a`)).json).toMatchObject({
        problems: [{ path: 'by' }],
      });
    }
  });
});

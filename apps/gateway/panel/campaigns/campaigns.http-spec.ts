import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

interface Row {
  key: string;
  state: string;
  planned: number;
  sent: number;
  failed: number;
  skipped: number;
  inDoubt: number;
  waiting: number;
  leftOut: number;
}

const MESSAGE = { title: 'Spring sale', text: 'Everything 20 % off', platforms: ['ANDROID'], labels: 'sale' };
const USERS = 40;
const LATER = { startTime: '2999-01-01T00:00:00' };
let sending: Sending;
let owner: PanelMember;
let key: number;
beforeAll(async () => {
  sending = await startSending();
  owner = await signIn(sending.gateway);
  await sending.post(
    'registerUsers',
    Array.from({ length: USERS }, (_, i) => ({ extId: `u${i}`, platform: 'ANDROID', deviceToken: `phone-${i}` })),
  );
  await sending.post('registerUsers', [{ extId: 'no device', tags: ['Sport'] }]);
  await sending.simulators.faults(7, [{ provider: 'fcm', share: 0.3, status: 404, reason: 'UNREGISTERED' }]);
  key = await sending.bulk({ message: MESSAGE, target: { sendToAll: true } });
});
afterAll(() => sending.close());

const path = (rest = '') => `/apps/shop/campaigns${rest}`;
const addsUp = ({ planned, sent, failed, skipped, inDoubt, waiting }: Row) =>
  expect(sent + failed + skipped + inDoubt + waiting).toBe(planned);
const get = async (campaign: number | string) => (await owner.get(path(`/${campaign}`))).json as Row;
const entries = () => sending.gateway.app.get(AuditService).listEntries(sending.gateway.appId, { limit: 100 });

describe('Campaigns in the panel', () => {
  it('The figures of a campaign add up before and after it, and equal the ledger at the end', async () => {
    await sending.launchDue();
    const before = await get(key);
    expect(before).toMatchObject({ state: 'SENDING', planned: USERS, waiting: USERS, sent: 0 });
    await sending.drain();
    const ends = await sending.ends(key);
    const after = await get(key);
    const failed = Object.entries(ends).reduce((sum, [end, n]) => sum + (end.startsWith('FAILED') ? n : 0), 0);
    expect(failed).toBeGreaterThan(0);
    expect(after).toMatchObject({
      state: 'FINISHED',
      name: 'Spring sale',
      label: 'sale',
      planned: USERS,
      sent: ends['SUCCESS'],
      failed,
      waiting: 0,
      message: { text: MESSAGE.text },
      byPlatform: [{ platform: 'ANDROID', planned: USERS, sent: ends['SUCCESS'], failed, waiting: 0 }],
      funnel: [{ platform: 'ANDROID', planned: USERS, sent: ends['SUCCESS'], clicked: 0 }],
      rate: { now: 0, mean: expect.any(Number), unit: '1/s' },
    });
    [before, after].forEach(addsUp);
  });

  it('The reasons of a campaign add up to its figures and give examples of users', async () => {
    const { failed, skipped, leftOut } = await get(key);
    const { items, whole } = (await owner.get(path(`/${key}/reasons`))).json as {
      items: { status: string; n: number; examples: { extId: string; uid: string }[] }[];
      whole: boolean;
    };
    expect(whole).toBe(true);
    const sum = (status: string) => items.reduce((all, item) => all + (item.status === status ? item.n : 0), 0);
    expect([sum('FAILED'), sum('SKIPPED')]).toEqual([failed, skipped + leftOut]);
    expect(leftOut).toBe(1);
    const [example] = items.find(({ status }) => status === 'FAILED')?.examples ?? [];
    const { items: people } = (await owner.get(path(`/${key}/recipients?status=FAILED&limit=100`))).json as {
      items: { extId: string; uid: string }[];
    };
    expect(people).toContainEqual(expect.objectContaining({ ...example, uid: expect.stringMatching(/^\d+$/) }));
    const skippedPeople = await owner.get(path(`/${key}/recipients?status=SKIPPED`));
    expect(skippedPeople.json).toMatchObject({ items: [{ extId: 'no device', status: 'SKIPPED' }], next: null });
  });

  it('The recipients of a campaign are listed once each, page by page', async () => {
    const seen: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const query = `limit=7${after && `&after=${encodeURIComponent(after)}`}`;
      const page = (await owner.get(path(`/${key}/recipients?${query}`))).json as {
        items: { extId: string }[];
        next: string | null;
      };
      seen.push(...page.items.map(({ extId }) => extId));
      after = page.next;
    }
    expect(seen.toSorted()).toEqual(Array.from({ length: USERS }, (_, i) => `u${i}`).toSorted());
  });

  it('Campaigns are found by state, platform and words, and their list continues page by page', async () => {
    const later = await sending.bulk({
      message: { ...MESSAGE, title: 'Autumn' },
      target: { sendToAll: true },
      schedule: LATER,
    });
    const keysOf = async (query: string) =>
      ((await owner.get(path(`?${query}`))).json as { items: Row[] }).items.map((row) => row.key);
    expect(await keysOf('state=SCHEDULED')).toEqual([String(later)]);
    expect(await keysOf('q=SPRING')).toEqual([String(key)]);
    expect(await keysOf('platform=IOS')).toEqual([]);
    const first = (await owner.get(path('?limit=1'))).json as { items: Row[]; next: string };
    expect(first.items.map((row) => row.key)).toEqual([String(later)]);
    expect(await keysOf(`limit=1&after=${first.next}`)).toEqual([String(key)]);
    expect((await owner.get(path('?limit=101'))).json).toMatchObject({ problems: [{ path: 'limit' }] });
  });
});

describe('Home of an application', () => {
  it('The home shows running and coming campaigns, the accounts and the figures of the week', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const next = await sending.bulk({ message: MESSAGE, target: { sendToAll: true }, schedule: { startTime: soon } });
    const { sent, failed } = await get(key);
    const home = (await owner.get('/apps/shop/home')).json as { next: Row[] };
    expect(home).toMatchObject({
      sending: [],
      accounts: expect.arrayContaining([{ account: 'fcm', channel: 'fcm', state: 'READY', until: null, reason: null }]),
      week: [{ platform: 'ANDROID', sent, failed }],
      unmatchedEvents: 0,
    });
    expect(home.next.map((row) => row.key)).toEqual([String(next)]);
  });
});

describe('Campaign control', () => {
  it('Pause, speed, resume and stop each leave exactly one audit entry that names the member', async () => {
    const running = await sending.bulk({ message: MESSAGE, target: { sendToAll: true }, schedule: LATER });
    for (const [action, body, state] of [
      ['pause', {}, 'PAUSED'],
      ['speed', { size: 10, intervalSeconds: 120 }, 'PAUSED'],
      ['resume', {}, 'SCHEDULED'],
      ['stop', {}, 'STOPPED'],
    ] as const) {
      const before = (await entries()).length;
      const headers = { 'idempotency-key': `${action}-once` };
      const answer = await owner.post(path(`/${running}/${action}`), body, headers);
      expect(answer.json, answer.text).toMatchObject({ key: String(running), state });
      await owner.post(path(`/${running}/${action}`), body, headers);
      const [entry, ...older] = await entries();
      expect(older).toHaveLength(before);
      expect(entry).toMatchObject({
        action: `campaign.${action}`,
        subject: `campaign ${running}`,
        by: { kind: 'member', id: String(owner.memberId) },
        session: expect.any(String),
      });
    }
  });

  it('A refused control request changes nothing and leaves no audit entry', async () => {
    const before = await entries();
    for (const [rest, body, status, at] of [
      [`/${key}/pause`, {}, 409, ''],
      [`/${key}/speed`, { size: 5 }, 400, ''],
      [`/${key}/speed`, { size: 5, intervalSeconds: 90 }, 400, 'intervalSeconds'],
      ['/999999/stop', {}, 404, ''],
      ['/x/stop', {}, 404, ''],
    ] as const) {
      const answer = await owner.post(path(rest), body);
      expect(answer.status, `${rest} ${answer.text}`).toBe(status);
      if (at !== '') {
        expect(answer.json).toMatchObject({ problems: [{ path: at }] });
      }
    }
    expect(await entries()).toEqual(before);
  });
});

describe('Audit log in the panel', () => {
  it('The audit log is listed page by page and verified, and the check finds a changed entry', async () => {
    const all = await entries();
    const page = (await owner.get('/apps/shop/audit?limit=2')).json as { items: { number: number }[]; next: string };
    expect(page.items.map(({ number }) => number)).toEqual(all.slice(0, 2).map(({ entryId }) => entryId));
    const rest = (await owner.get(`/apps/shop/audit?after=${page.next}`)).json as { items: unknown[] };
    expect(rest.items).toHaveLength(Math.min(50, all.length - 2));
    for (const [name, value, fits] of [
      ['actor', 'member', (entry) => entry.by.kind === 'member'],
      ['subject', `campaign ${key}`, (entry) => entry.subject.startsWith(`campaign ${key}`)],
    ] satisfies [string, string, (entry: (typeof all)[number]) => boolean][]) {
      const { json } = await owner.get(`/apps/shop/audit?limit=100&${name}=${encodeURIComponent(value)}`);
      const found = (json as typeof page).items.map(({ number }) => number);
      const expected = all.filter(fits).slice(0, 100);
      expect(found, name).toEqual(expected.map(({ entryId }) => entryId));
      expect(expected.length, name).toBeGreaterThan(0);
      expect(expected.length, name).toBeLessThan(all.length);
    }
    expect((await owner.post('/apps/shop/audit/verify')).json).toMatchObject({ whole: true, fault: null });
    const { db } = sending.gateway.fresh;
    await db.tx(async (tx) => {
      await tx.affected('ALTER TABLE audit.entry DISABLE TRIGGER USER');
      await tx.affected(`UPDATE audit.entry SET actor_name = 'Eve' WHERE app_id = $1 AND entry_id = 1`, [
        sending.gateway.appId,
      ]);
      await tx.affected('ALTER TABLE audit.entry ENABLE TRIGGER USER');
    });
    expect((await owner.post('/apps/shop/audit/verify')).json).toMatchObject({ whole: false, faultAt: 1 });
  });
});

describe('Permissions on campaigns', () => {
  it('Recipients and private targets are shown only to members who may see them', async () => {
    const { gateway } = sending;
    const [analyst, support] = [
      await signIn(gateway, [{ role: 'analyst', appId: gateway.appId }]),
      await signIn(gateway, [{ role: 'support', appId: gateway.appId }]),
    ];
    expect((await analyst.get(path(`/${key}`))).json).toMatchObject({ target: null });
    expect((await support.get(path(`/${key}`))).json).toMatchObject({ target: expect.any(Object) });
    expect((await analyst.get(path(`/${key}/reasons`))).text).not.toMatch(/u\d|no device/);
    expect((await support.get(path(`/${key}/reasons`))).text).toMatch(/"u\d+"/);
  });

  it('A member loses access with the next request after its grants are removed', async () => {
    const member = await signIn(sending.gateway);
    await sending.gateway.fresh.db.affected('DELETE FROM members.member_grant WHERE member_id = $1', [member.memberId]);
    expect((await member.get(path())).status).toBe(404);
  });
});

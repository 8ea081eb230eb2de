import { checkOf } from '../../../../test/support/panel/compose/check-answers.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService, AuthenticatorService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

const PEOPLE = 12;
const PUSH = { title: 'Spring', text: 'Everything 20 % off', platforms: ['IOS'] };
const EVERYBODY = { sendToAll: true };
const LOCAL = { startTime: '2999-01-01T09:30', localTimezone: true };

interface Check {
  hash: string;
  users: number;
  planned: number;
  platforms: { skipped: { reason: string; n: number }[] }[];
  leftOut: { kind: string; reason: string; users: number }[];
  seconds: number | null;
  startsAt: string | null;
}

let sending: Sending;
let author: PanelMember;
let approver: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const categories = [{ name: 'News' }, { name: 'Offers' }];
  await gateway.app.get(ApplyService).apply({ app: 'shop', categories }, { dryRun: false });
  await sending.post(
    'registerUsers',
    Array.from({ length: PEOPLE }, (_, n) => ({
      extId: `u${n}`,
      platform: 'IOS',
      deviceToken: n.toString(16).padStart(64, '0'),
      pushPermitted: n !== 11,
    })),
  );
  const refusing = ['u0', 'u1', 'u2', 'u11'].map((extId) => ({ extId, category: 'News', enable: false }));
  await sending.post('setCategoryPreferences', refusing);
  author = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
  approver = await signIn(gateway, [{ role: 'approver', appId: gateway.appId }]);
});
afterAll(() => sending.close());

const compose = (message: object = {}, more: object = {}) => ({
  message: { ...PUSH, ...message },
  target: EVERYBODY,
  ...more,
});
const problemOf = ({ status, json }: { status: number; json: unknown }) => {
  const [problem] = (json as { problems?: { code: string; path: string }[] }).problems ?? [];
  return { status, code: problem?.code, path: problem?.path };
};
const count = async () =>
  (await sending.gateway.fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM notifications.definition'))?.n;

async function check(campaign: object): Promise<Check> {
  const answer = await author.post('/apps/shop/compose/check', campaign);
  expect(answer.status, answer.text).toBe(200);
  return checkOf(answer) as Check;
}

/** Checks and launches. @returns the key, and what the check reported */
async function launch(campaign: object, more: object = {}): Promise<{ key: number; report: Check }> {
  const report = await check(campaign);
  const seen = { hash: report.hash, planned: report.planned };
  const answer = await author.post('/apps/shop/compose/launch', { campaign, seen, ...more });
  expect(answer.status, answer.text).toBe(200);
  return { key: Number((answer.json as { key: string }).key), report };
}

const stored = async (key: number) =>
  sending.gateway.fresh.db.row<{ options: object; message: object; size: number | null; seconds: number | null }>(
    `SELECT options, message, pace_size AS size, pace_interval_s AS seconds FROM delivery.dispatch
     WHERE notification_key = $1`,
    [key],
  );

describe('Terms of a composed campaign', () => {
  it('A campaign with categories skips users who refused one, and the check counts them', async () => {
    const { key, report } = await launch(compose({ categories: ['Offers', 'News'] }));
    expect(report).toMatchObject({
      users: PEOPLE,
      planned: PEOPLE - 1,
      platforms: [{ skipped: [{ reason: 'CATEGORY_OPTED_OUT', n: 3 }] }],
      leftOut: [{ kind: 'push', reason: 'OPTED_OUT', users: 1 }],
    });
    await sending.drain();
    expect((await sending.dispatch(key)).planned).toBe(report.planned);
    expect(await sending.ends(key)).toEqual({ SUCCESS: PEOPLE - 4, 'SKIPPED CATEGORY_OPTED_OUT': 3 });
    const offers = await check(compose({ categories: ['Offers'] }));
    expect(offers.platforms.flatMap(({ skipped }) => skipped)).toEqual([]);
    expect((await author.get('/apps/shop/compose/categories')).json).toEqual({ items: ['News', 'Offers'] });
  });

  it('A campaign with a limit reaches as many recipients as its check planned', async () => {
    const { key, report } = await launch(compose({}, { limit: 5 }));
    expect(report).toMatchObject({ users: PEOPLE, planned: 5 });
    expect(report.leftOut).toEqual([
      { kind: 'push', reason: 'OPTED_OUT', users: 1 },
      { kind: 'push', reason: 'LIMIT', users: PEOPLE - 6 },
    ]);
    await sending.drain();
    expect(await sending.dispatch(key)).toMatchObject({ planned: 5, settled: 5 });
    expect((await check(compose({}, { limit: PEOPLE }))).leftOut).toEqual([
      { kind: 'push', reason: 'OPTED_OUT', users: 1 },
    ]);
  });

  it('The check of a paced campaign gives its duration, and the first package is sent', async () => {
    const speed = { packageSize: 4, intervalMins: 30 };
    const { key, report } = await launch(compose({}, { speed }));
    expect(report.seconds).toBe(2 * 30 * 60);
    expect(await stored(key)).toMatchObject({ size: 4, seconds: 1800 });
    await sending.drain();
    expect(await sending.dispatch(key)).toMatchObject({ planned: PEOPLE - 1, settled: 4 });
  });

  it('A campaign in local time begins where that time comes first', async () => {
    const { key, report } = await launch(compose({}, { schedule: LOCAL }));
    expect(report.startsAt).toBe('2998-12-31T19:30:00.000Z');
    expect((await stored(key))?.options).toMatchObject({ localTime: LOCAL.startTime });
  });

  it('A campaign stores its report label and its time to live', async () => {
    const { key } = await launch(compose({ labels: 'sale', ttl: '90m' }));
    expect((await author.get(`/apps/shop/campaigns/${key}`)).json).toMatchObject({ label: 'sale' });
    expect((await stored(key))?.message).toMatchObject({ ttlSeconds: 90 * 60 });
  });

  it.each<[code: string, path: string, campaign: object]>([
    ['malformed', 'schedule.startTime', compose({}, { schedule: { ...LOCAL, startTime: '2999-01-01T09:30:00Z' } })],
    ['malformed', 'schedule.startTime', compose({}, { schedule: { ...LOCAL, startTime: '2999-02-30T09:30' } })],
    ['missing_field', 'schedule.startTime', compose({}, { schedule: { localTimezone: true } })],
    ['missing_field', 'speed.intervalMins', compose({}, { speed: { packageSize: 4 } })],
    ['missing_field', 'speed.packageSize', compose({}, { speed: { intervalMins: 4 } })],
    ['malformed', 'speed.packageSize', compose({}, { speed: { packageSize: 0, intervalMins: 4 } })],
    ['malformed', 'speed.intervalMins', compose({}, { speed: { packageSize: 4, intervalMins: 100_000 } })],
    ['malformed', 'limit', compose({}, { limit: 0 })],
    ['malformed', 'message.ttl', compose({ ttl: '0h' })],
    ['malformed', 'categories', compose({ categories: ['Sport'] })],
  ])('A campaign is rejected with the code %s at the field %s', async (code, path, campaign) => {
    const before = await count();
    expect(problemOf(await author.post('/apps/shop/compose/check', campaign))).toEqual({ status: 400, code, path });
    const seen = { hash: 'ab'.repeat(32), planned: 1 };
    const launched = await author.post('/apps/shop/compose/launch', { campaign, seen });
    expect(problemOf(launched)).toMatchObject({ status: 400, code, path: expect.stringContaining(path) as string });
    expect(await count()).toBe(before);
  });

  it('The preview warns of a category that does not exist', async () => {
    const answer = await author.post('/apps/shop/compose/preview', { message: { ...PUSH, categories: ['Sport'] } });
    expect((answer.json as { warnings: object[] }).warnings).toMatchObject([
      { field: 'message.categories', code: 'malformed', blocks: true },
    ]);
  });
});

describe('Terms of a campaign with approval', () => {
  it('A campaign with each of its terms is launched as checked and approved as read, and lists changed fields', async () => {
    const { gateway } = sending;
    const settings = { approval: { approvers: 1 } };
    await gateway.app.get(ApplyService).apply({ app: 'shop', settings }, { dryRun: false });
    gateway.app.get(AuthenticatorService).clearCache();
    const plain = compose({}, { schedule: { startTime: '2999-01-01T09:30:00Z' } });
    const first = await launch(plain);
    const review = async (key: number) => (await approver.get(`/apps/shop/approvals/${key}`)).json as object;
    expect(await review(first.key)).toMatchObject({
      terms: {
        localTime: null,
        speed: null,
        limit: null,
        holdout: null,
        priority: 'normal',
        categories: [],
        label: null,
        ttlSeconds: null,
      },
    });
    const changes: [campaign: object, fields: string[]][] = [
      [{ ...plain, speed: { packageSize: 4, intervalMins: 5 } }, ['speed.packageSize', 'speed.intervalMins']],
      [{ ...plain, limit: 7 }, ['options.limits.all']],
      [{ ...plain, schedule: LOCAL }, ['options.localTime']],
      [{ ...plain, message: { ...PUSH, categories: ['Offers'] } }, ['message.categories', 'options.categoryIds']],
      [{ ...plain, message: { ...PUSH, labels: 'sale' } }, ['message.labels']],
      [{ ...plain, message: { ...PUSH, ttl: '2h' } }, ['message.ttlSeconds']],
    ];
    const hashes = new Set([first.report.hash]);
    for (const [campaign, fields] of changes) {
      const seen = { hash: first.report.hash, planned: first.report.planned };
      expect(problemOf(await author.post('/apps/shop/compose/launch', { campaign, seen }))).toEqual({
        status: 409,
        code: 'changed_meanwhile',
        path: 'hash',
      });
      const earlier = await launch(plain);
      const { key, report } = await launch(campaign, { revises: String(earlier.key) });
      hashes.add(report.hash);
      const { differences, draft, ...shown } = (await review(key)) as {
        differences: { field: string }[];
        draft: object;
        hash: string;
      };
      expect(differences.map(({ field }) => field)).toEqual(expect.arrayContaining(fields));
      expect(draft).toMatchObject(campaign);
      const old = ((await review(earlier.key)) as { hash: string }).hash;
      const approved = await approver.post(`/apps/shop/approvals/${key}/approve`, {
        hash: old,
        planned: report.planned,
      });
      expect(problemOf(approved)).toMatchObject({ status: 409, path: 'hash' });
      expect(shown.hash).not.toBe(old);
    }
    expect(hashes.size).toBe(changes.length + 1);
    const all = compose(
      { categories: ['Offers'], labels: 'sale', ttl: '2h' },
      { schedule: LOCAL, limit: 7, speed: { packageSize: 4, intervalMins: 5 } },
    );
    const { key, report } = await launch(all);
    expect(await review(key)).toMatchObject({
      terms: {
        localTime: LOCAL.startTime,
        speed: { packageSize: 4, intervalMins: 5 },
        limit: 7,
        categories: ['Offers'],
        label: 'sale',
        ttlSeconds: 7200,
      },
    });
    const recount = await approver.post(`/apps/shop/approvals/${key}/check`);
    expect((checkOf(recount) as Check).planned).toBe(report.planned);
  });
});

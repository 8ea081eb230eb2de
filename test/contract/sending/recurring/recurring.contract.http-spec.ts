import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SeriesRunnerService } from '#libs/notifications';
import { startSending, type Sending } from '../../../support/contract/sending.js';
import { reachableUsers } from '../../../support/rooms/reachable-users.js';

const USERS = 30;
const DAY = 24 * 3_600_000;
const MESSAGE = { title: 'Weekly', text: 'What is new', platforms: ['IOS'] };
const ALL = { sendToAll: true };
const GET = { method: 'GET' } as const;
let sending: Sending;
let runner: SeriesRunnerService;

beforeAll(async () => {
  sending = await startSending();
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', USERS));
  runner = sending.gateway.app.get(SeriesRunnerService);
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const text = (at: number): string => new Date(at).toISOString().slice(0, 19);
/** A day later it was 23 hours ago, and the next one is an hour away. */
const soon = (): string => text(Date.now() + 3_600_000);
const bulk = (schedule: object, rest: object = {}): Promise<number> =>
  sending.bulk({
    message: MESSAGE,
    target: ALL,
    schedule: { startTime: soon(), ifLate: 'send', ...schedule },
    ...rest,
  });

/** Moves a series and its sends into the past, as if so many days had passed. */
async function letDaysPass(key: number, days: number): Promise<void> {
  await sending.gateway.fresh.db.tx(async (tx) => {
    await tx.affected(
      `UPDATE delivery.series SET next_at = next_at - $2 * interval '1 day',
              next_wall = to_char(next_wall::timestamp - $2 * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS'),
              rule = jsonb_set(rule, '{start}',
                to_jsonb(to_char((rule ->> 'start')::timestamp - $2 * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS')))
        WHERE notification_key = $1`,
      [key, days],
    );
    await tx.affected(
      `UPDATE delivery.dispatch SET options = jsonb_set(options, '{series,wall}',
                to_jsonb(to_char((options #>> '{series,wall}')::timestamp - $2 * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS')))
        WHERE notification_key = $1`,
      [key, days],
    );
  });
}

interface Statistics {
  state: string;
  status: string;
  dueAt: number;
  stats: { platform: string; sent: number }[];
  leftOut: Record<string, number>;
  runs: { run?: number; state: string; dueAt: number; startedAt?: number; sent: number; planned: number }[];
}
async function statistics(key: number): Promise<Statistics> {
  return (await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, GET)).json as Statistics;
}
async function run(key: number, days: number): Promise<void> {
  await letDaysPass(key, days);
  await runner.runDue();
  await sending.drain();
}

describe('Recurring campaigns (4.2 schedule.repeat)', () => {
  it('A daily campaign sends one run a day under one key, and is scheduled in between', async () => {
    const key = await bulk({ repeat: 'FREQ=DAILY' });
    expect(await statistics(key)).toMatchObject({
      state: 'SCHEDULED',
      status: 'SENDING',
      stats: [{ sent: 0 }],
      runs: [],
    });
    expect(await runner.runDue()).toBe(0);
    await run(key, 1);
    expect(await sending.ends(key)).toEqual({ SUCCESS: USERS });
    const first = await statistics(key);
    expect(first).toMatchObject({
      state: 'SCHEDULED',
      runs: [{ run: 1, state: 'FINISHED', sent: USERS, planned: USERS }],
    });
    expect(first.dueAt).toBeGreaterThan(Date.now());
    expect(await runner.runDue()).toBe(0);
    await run(key, 1);
    const second = await statistics(key);
    expect(second.stats).toMatchObject([{ platform: 'IOS', sent: 2 * USERS }]);
    expect(second.runs.map(({ run: number }) => number)).toEqual([2, 1]);
    await sending.post('stopNotification', [{ messageId: key }]);
  });

  it('It ends with its count, and its last run ends it', async () => {
    const key = await bulk({ repeat: 'FREQ=DAILY;COUNT=2' });
    await run(key, 1);
    expect(await statistics(key)).toMatchObject({ state: 'SCHEDULED', status: 'SENDING' });
    await run(key, 1);
    expect(await statistics(key)).toMatchObject({ state: 'FINISHED', status: 'FINISHED' });
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2 * USERS });
  });

  it('Two schedulers that look at once make one run', async () => {
    const key = await bulk({ repeat: 'FREQ=DAILY' });
    await letDaysPass(key, 1);
    const counts = await Promise.all(Array.from({ length: 6 }, () => runner.runDue()));
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(1);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: USERS });
    await sending.post('stopNotification', [{ messageId: key }]);
  });

  it('After a standstill it sends once for the latest time, and names the times that it missed', async () => {
    const key = await bulk({ repeat: 'FREQ=DAILY' });
    await run(key, 4);
    const { runs } = await statistics(key);
    expect(runs.map(({ state }) => state)).toEqual(['FINISHED', 'MISSED', 'MISSED', 'MISSED']);
    expect(await sending.ends(key)).toEqual({ SUCCESS: USERS });
    await sending.post('stopNotification', [{ messageId: key }]);
  });

  it('A pause holds the runs, and what was due in it is missed', async () => {
    const key = await bulk({ repeat: 'FREQ=DAILY' });
    await sending.post('pauseNotification', [{ messageId: key }]);
    expect(await statistics(key)).toMatchObject({ state: 'PAUSED' });
    await run(key, 3);
    expect(await sending.ends(key)).toEqual({});
    await sending.post('resumeNotification', [{ messageId: key }]);
    await runner.runDue();
    expect(await statistics(key)).toMatchObject({
      state: 'SCHEDULED',
      runs: [{ state: 'MISSED' }, { state: 'MISSED' }, { state: 'MISSED' }],
    });
    await run(key, 1);
    expect(await sending.ends(key)).toEqual({ SUCCESS: USERS });
    await sending.post('stopNotification', [{ messageId: key }]);
    await run(key, 5);
    expect(await sending.ends(key)).toEqual({ SUCCESS: USERS });
    expect(await statistics(key)).toMatchObject({ state: 'STOPPED', status: 'FINISHED' });
  });

  it('A user who got a run within notWithin is left out as RECENT, and gets it again afterwards', async () => {
    const key = await bulk({ repeat: 'FREQ=DAILY', notWithin: '3d' });
    await run(key, 1);
    expect(await sending.ends(key)).toEqual({ SUCCESS: USERS });
    const [late] = await reachableUsers(sending.simulators, 'IOS', 1);
    await sending.post('registerUsers', [{ ...late, extId: 'late', deviceToken: 'e'.repeat(64) }]);
    await run(key, 1);
    expect(await sending.ends(key)).toEqual({ SUCCESS: USERS + 1 });
    expect((await statistics(key)).leftOut).toEqual({ RECENT: USERS });
    const explained = await sending.post<{ notification: { outlook: { skipped: object }[] } }>('targeting/explain', {
      notificationKey: key,
      extId: 'late',
    });
    expect(explained.notification.outlook).toMatchObject([{ skipped: { RECENT: 1 } }]);
    await run(key, 1);
    expect(await sending.ends(key)).toEqual({ SUCCESS: USERS + 1 });
    await run(key, 1);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2 * USERS + 1 });
    await sending.post('stopNotification', [{ messageId: key }]);
    await sending.post('deleteUsers', { extIds: ['late'] });
  });

  it('A user who still waits in an open run counts as reached', async () => {
    const key = await bulk({ repeat: 'FREQ=DAILY', notWithin: '7d' });
    await letDaysPass(key, 1);
    await runner.runDue();
    await sending.launchDue();
    await letDaysPass(key, 1);
    await runner.runDue();
    await sending.launchDue();
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: USERS });
    expect((await statistics(key)).leftOut).toEqual({ RECENT: USERS });
    await sending.post('stopNotification', [{ messageId: key }]);
  });

  it('Results name the run', async () => {
    const key = await bulk({ repeat: 'FREQ=DAILY;COUNT=1' });
    await run(key, 1);
    const answer = await sending.gateway.call(`/rest/3.0/getPushResult?notificationKey=${key}&max=1`, GET);
    expect(answer.json).toMatchObject({ list: [{ status: 'SUCCESS', run: 1 }] });
  });

  it('A dry run names the next five runs with the present number, without days that are left out', async () => {
    const start = Date.parse(`${soon()}Z`);
    const except = [text(start + DAY).slice(0, 10)];
    const answer = await sending.post<{ schedule: { runs: { dueAt: string; planned: number }[] } }>(
      'sendBulkNotification/dryRun',
      { message: MESSAGE, target: ALL, schedule: { startTime: text(start), repeat: 'FREQ=DAILY', except } },
    );
    expect(answer.schedule.runs.map(({ dueAt }) => Date.parse(dueAt))).toEqual(
      [0, 2, 3, 4, 5].map((days) => start + days * DAY),
    );
    expect(answer.schedule.runs.every(({ planned }) => planned === USERS)).toBe(true);
  });

  it.each<[object, string]>([
    [{ repeat: 'FREQ=HOURLY' }, "'schedule.repeat' should repeat once a day at most"],
    [{ repeat: 'FREQ=MINUTELY;INTERVAL=1440' }, "'schedule.repeat' should repeat once a day at most"],
    [{ repeat: 'FREQ=DAILY;BYHOUR=9,10' }, "'schedule.repeat' should have no BYHOUR"],
    [{ repeat: 'every monday' }, "'schedule.repeat' should be a rule of RFC 5545"],
    [{ repeat: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, "'schedule.repeat' should have a day to come"],
    [{ repeat: 'FREQ=DAILY;UNTIL=20200101' }, "'schedule.repeat' should have a day to come"],
    [{ repeat: 'FREQ=DAILY', until: '2020-01-01' }, "'schedule.repeat' should have a day to come"],
    [{ repeat: 'FREQ=DAILY', zone: 'moon' }, 'zone'],
    [{ repeat: 'FREQ=DAILY', zone: 'application', localTimezone: true }, 'schedule.zone'],
    [{ repeat: 'FREQ=DAILY', startTime: '2030-02-01T15:30:00Z', zone: 'user' }, 'schedule.startTime'],
    [{ repeat: 'FREQ=DAILY', startTime: '2020-02-01T15:30:00Z' }, 'schedule.startTime'],
    [{ repeat: 'FREQ=DAILY', except: ['2030-02-31'] }, 'except'],
    [{ repeat: 'FREQ=DAILY', notWithin: '3 days' }, 'notWithin'],
    [{ repeat: 'FREQ=DAILY', recipients: { from: 5, to: 4 } }, 'recipients'],
  ])('The schedule %j is refused with its field, and stores nothing', async (schedule, words) => {
    const count = async () => sending.gateway.fresh.db.row('SELECT count(*) AS n FROM delivery.series');
    const before = await count();
    const body = { message: MESSAGE, target: ALL, schedule: { startTime: soon(), ...schedule } };
    const answer = await sending.gateway.call('/rest/3.0/sendBulkNotification', { body });
    expect([answer.status, (answer.json as { code: number }).code]).toEqual([400, 2004]);
    expect((answer.json as { error: string }).error).toContain(words);
    expect(await count()).toEqual(before);
  });

  it('A run outside of the range of recipients waits for an approval of its own', async () => {
    const key = await bulk({ repeat: 'FREQ=DAILY', recipients: { to: USERS - 1 } });
    await run(key, 1);
    expect(await sending.ends(key)).toEqual({});
    expect((await statistics(key)).runs).toMatchObject([{ run: 1, state: 'STARTING' }]);
    const { approvalId } = (await sending.gateway.fresh.db.row<{ approvalId: number }>(
      'SELECT max(approval_id) AS "approvalId" FROM notifications.waiting_send',
    )) ?? { approvalId: 0 };
    await sending.gateway.makeKey('lead', { kind: 'rest' });
    const body = [{ messageId: approvalId }];
    expect((await sending.gateway.call('/rest/3.0/sendPushApproval', { key: 'lead', body })).status).toBe(200);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: USERS });
    await sending.post('stopNotification', [{ messageId: key }]);
  });
});

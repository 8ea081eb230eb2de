import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '#libs/audit';
import { SeriesRunnerService } from '#libs/notifications';
import { CampaignMoveService } from '#libs/notifications/campaigns';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';
import { reachableUsers } from '../../../support/rooms/reachable-users.js';

const USERS = 10;
const HOUR = 3_600_000;
const GET = { method: 'GET' } as const;
const MESSAGE = { title: 'Weekly', text: 'What is new', platforms: ['IOS'] };
let sending: Sending;
let runner: SeriesRunnerService;

beforeAll(async () => {
  sending = await startSending();
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', USERS));
  await sending.gateway.makeKey('lead', { kind: 'rest' });
  runner = sending.gateway.app.get(SeriesRunnerService);
});
afterAll(() => sending.close());

const text = (at: number): string => new Date(at).toISOString().slice(0, 19);
const soon = (): string => text(Date.now() + HOUR);
const setApproval = (approval: boolean) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', settings: { approval } }, { dryRun: false });
const statistics = async (key: number) =>
  (await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, GET)).json as {
    state: string;
    dueAt: number;
    runs: { run?: number; state: string }[];
  };
const bulk = (schedule: object = {}): Promise<number> =>
  sending.bulk({
    message: MESSAGE,
    target: { sendToAll: true },
    schedule: { startTime: soon(), ifLate: 'send', repeat: 'FREQ=DAILY', ...schedule },
  });
async function letDayPass(key: number): Promise<void> {
  await sending.gateway.fresh.db.affected(
    `UPDATE delivery.series SET next_at = next_at - interval '1 day',
            next_wall = to_char(next_wall::timestamp - interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS'),
            rule = jsonb_set(rule, '{start}',
              to_jsonb(to_char((rule ->> 'start')::timestamp - interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS')))
      WHERE notification_key = $1`,
    [key],
  );
}

describe('Approvals and changes of recurring campaigns', () => {
  it('One approval is for all runs, and a rejection ends the campaign', async () => {
    await setApproval(true);
    const [approved, rejected] = [await bulk(), await bulk()];
    expect(await runner.runDue()).toBe(0);
    expect(await statistics(approved)).toMatchObject({ state: 'STARTING' });
    const decide = (body: object) => sending.gateway.call('/rest/3.0/sendPushApproval', { key: 'lead', body: [body] });
    expect((await decide({ messageId: approved })).status).toBe(200);
    expect((await decide({ messageId: rejected, reject: true })).status).toBe(200);
    await runner.runDue();
    expect(await statistics(rejected)).toMatchObject({ state: 'STOPPED' });
    await sending.gateway.fresh.db.affected('UPDATE delivery.dispatch SET due_at = now() WHERE notification_key = $1', [
      approved,
    ]);
    await sending.drain();
    expect(await sending.ends(approved)).toEqual({ SUCCESS: USERS });
    await letDayPass(approved);
    await letDayPass(approved);
    expect(await runner.runDue()).toBe(1);
    await sending.drain();
    expect(await sending.ends(approved)).toEqual({ SUCCESS: 2 * USERS });
    expect((await statistics(approved)).runs.map(({ run }) => run).toSorted()).toEqual([1, 2]);
    await sending.post('stopNotification', [{ messageId: approved }]);
    await setApproval(false);
  });

  it('Another schedule holds for the runs to come, and only where the member saw the present one', async () => {
    const key = await bulk();
    const member = { ...SYSTEM, appId: sending.gateway.appId };
    const moves = sending.gateway.app.get(CampaignMoveService);
    const { dueAt } = await statistics(key);
    const schedule = { startTime: text(Date.now() + 5 * HOUR), repeat: 'FREQ=WEEKLY' };
    await expect(moves.move(member, key, { schedule, seen: text(Date.now() + 9 * HOUR) })).rejects.toMatchObject({
      field: 'seen',
    });
    const seen = new Date(dueAt).toISOString();
    await expect(moves.move(member, key, { schedule: { startTime: soon() }, seen })).rejects.toThrow('repeat');
    expect(await moves.move(member, key, { schedule, seen })).toEqual({ waits: false });
    expect((await statistics(key)).dueAt).toBe(Date.parse(`${schedule.startTime}Z`));
    await sending.post('stopNotification', [{ messageId: key }]);
  });

  it('Another schedule of several contents asks for all of them', async () => {
    await setApproval(true);
    const { notificationKey: key } = await sending.post<{ notificationKey: number }>('campaigns', {
      title: 'Weekly',
      target: { sendToAll: true },
      contents: [
        { platforms: ['IOS'], text: 'What is new' },
        { platforms: ['EMAIL'], subject: 'News', text: '<p>What is new</p>', from: 'shop@shop.example' },
      ],
      schedule: { startTime: soon(), ifLate: 'send', repeat: 'FREQ=DAILY' },
    });
    const approve = async () =>
      (await sending.gateway.call('/rest/3.0/sendPushApproval', { key: 'lead', body: [{ messageId: key }] })).status;
    expect(await approve()).toBe(200);
    await runner.runDue();
    const { db, appId } = { ...sending.gateway, db: sending.gateway.fresh.db };
    const before = await db.rows('SELECT FROM delivery.dispatch WHERE notification_key = $1', [key]);
    expect(before).toHaveLength(2);
    const next = await db.row<{ at: Date }>('SELECT next_at AS at FROM delivery.series WHERE notification_key = $1', [
      key,
    ]);
    const seen = next?.at.toISOString() ?? '';
    const schedule = { startTime: text(Date.now() + 5 * HOUR), repeat: 'FREQ=WEEKLY' };
    const moves = sending.gateway.app.get(CampaignMoveService);
    expect(await moves.move({ ...SYSTEM, appId }, key, { schedule, seen })).toEqual({ waits: true });
    const asked = await db.rows(
      `SELECT d.content FROM delivery.dispatch AS d WHERE d.notification_key = $1 AND d.due_at IS NULL ORDER BY d.content`,
      [key],
    );
    expect(asked).toEqual([{ content: 0 }, { content: 1 }]);
    await sending.post('stopNotification', [{ messageId: key }]);
    await setApproval(false);
  });

  it('A fault between the run and the next time leaves neither, and the run is made once afterwards', async () => {
    const { db } = sending.gateway.fresh;
    const key = await bulk();
    await letDayPass(key);
    await db.affected(`
      CREATE FUNCTION delivery.fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'killed'; END $$;
      CREATE TRIGGER fail BEFORE UPDATE ON delivery.series FOR EACH ROW EXECUTE FUNCTION delivery.fail()`);
    expect(await runner.runDue()).toBe(0);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({});
    await db.affected('DROP TRIGGER fail ON delivery.series; DROP FUNCTION delivery.fail()');
    expect(await runner.runDue()).toBe(1);
    expect(await runner.runDue()).toBe(0);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: USERS });
    await sending.post('stopNotification', [{ messageId: key }]);
  });

  it('A run of a campaign with several contents has each of them, and is one run', async () => {
    await sending.post('registerUsers', [{ extId: 'ios-0', email: 'ann@example.com' }]);
    const { notificationKey: key } = await sending.post<{ notificationKey: number }>('campaigns', {
      title: 'Weekly',
      target: { sendToAll: true },
      contents: [
        { platforms: ['IOS'], text: 'What is new' },
        { platforms: ['EMAIL'], subject: 'News', text: '<p>What is new</p>', from: 'shop@shop.example' },
      ],
      schedule: { startTime: soon(), ifLate: 'send', repeat: 'FREQ=DAILY', notWithin: '2d' },
    });
    await letDayPass(key);
    expect(await runner.runDue()).toBe(1);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: USERS + 1 });
    expect((await statistics(key)).runs).toMatchObject([{ run: 1, state: 'FINISHED', sent: USERS + 1 }]);
  });
});

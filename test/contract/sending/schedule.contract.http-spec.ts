import { ApplyService } from '#libs/tenancy';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';

const MESSAGE = { title: 'Sale', text: 'All shoes 20 % off', platforms: ['IOS', 'ANDROID', 'EMAIL'] };
const ALL = { sendToAll: true };
const HOUR = 3_600_000;
/** Users with an iPhone each; `ann` has a tablet and an address too. */
const ZONES = { ann: 'Asia/Tokyo', ben: 'Europe/Istanbul', cem: 'America/New_York', dan: undefined };
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.makeKey('mobile', { kind: 'mobile' });
  for (const [index, [extId, timeZone]] of Object.entries(ZONES).entries()) {
    const body = { platform: 'IOS', token: index.toString(16).padStart(64, '0'), extId, ...(timeZone && { timeZone }) };
    expect((await sending.gateway.call('/sdk/1.0/installations', { key: 'mobile', body })).status).toBe(200);
  }
  await sending.post('registerUsers', [{ extId: 'ann', platform: 'ANDROID', deviceToken: 'tablet', email: 'a@x.org' }]);
});

afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

/** `yyyy-MM-ddTHH:mm:ss` of a moment in UTC. */
function text(at: number): string {
  return new Date(at).toISOString().slice(0, 19);
}

async function moments(key: number): Promise<(string | null)[]> {
  const rows = await sending.gateway.fresh.db.rows<{ at: Date | null; n: number }>(
    `SELECT c.due_at AS at, c.planned AS n FROM delivery.chunk c JOIN delivery.dispatch d USING (dispatch_id)
      WHERE d.notification_key = $1 ORDER BY c.due_at, c.channel`,
    [key],
  );
  return rows.flatMap(({ at, n }) => Array.from({ length: n }, () => at && text(at.getTime())));
}

const letTimePass = (hours: number) =>
  sending.gateway.fresh.db.tx(async (tx) => {
    await tx.affected(
      `UPDATE delivery.dispatch SET due_at = due_at - $1 * interval '1 hour', offered_at = offered_at - interval '1 day'
        WHERE state < 3`,
      [hours],
    );
    await tx.affected(
      "UPDATE delivery.chunk SET due_at = due_at - $1 * interval '1 hour' WHERE state = 0 AND due_at IS NOT NULL",
      [hours],
    );
  });

describe('4.2 schedule.localTimezone: delivery by the local time of each user', () => {
  it.each([
    ['GMT+05:30', -5.5],
    ['UTC-3', 3],
    ['GMT+0545', -5.75],
    ['+03:00', -3],
  ])('A device that reports the fixed offset %s is reached by its own clock', async (timeZone, hours) => {
    const body = { platform: 'IOS', token: 'f'.repeat(64), extId: 'offset', timeZone };
    expect((await sending.gateway.call('/sdk/1.0/installations', { key: 'mobile', body })).status).toBe(200);
    await sending.post('tagUsers', { tag: 'Offset', extIds: ['offset'] });
    const start = Math.ceil(Date.now() / HOUR) * HOUR + 24 * HOUR;
    const schedule = { startTime: text(start), localTimezone: true };
    const key = await sending.bulk({ message: MESSAGE, target: { tag: 'Offset' }, schedule });
    await sending.drain();
    await letTimePass(11);
    await sending.drain();
    expect(await moments(key)).toEqual([text(start + hours * HOUR)]);
    await sending.post('deleteUsers', { extIds: ['offset'] });
  });

  it('A campaign by local time begins where clocks show the time first, and reaches each zone at its moment', async () => {
    const start = Math.ceil(Date.now() / HOUR) * HOUR + 20 * HOUR;
    const schedule = { startTime: text(start), localTimezone: true };
    const key = await sending.bulk({ message: MESSAGE, target: ALL, schedule });
    await sending.drain();
    expect(await sending.dispatch(key)).toMatchObject({ planned: 0, state: 0 });
    await letTimePass(7);
    await sending.drain();
    const at = (hours: number) => text(start + hours * HOUR);
    // The tablet of ann names no zone: the application's counts. Her mail goes by the phone.
    const shown = await moments(key);
    expect(shown.filter((moment) => moment === at(-9))).toHaveLength(2);
    expect(shown.filter((moment) => moment === at(-3))).toHaveLength(1);
    expect(shown.filter((moment) => moment === at(0))).toHaveLength(2);
    expect(shown).toHaveLength(6);
    expect(await sending.ends(key)).toEqual({});
    await letTimePass(12);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2 });
    await letTimePass(6);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 3 });
    for (let hour = 0; hour < 10; hour++) {
      await letTimePass(1);
      await sending.drain();
    }
    expect(await sending.ends(key)).toEqual({ SUCCESS: 6 });
    expect((await sending.dispatch(key)).state).toBe(3);
    expect(await sending.simulators.duplicates()).toEqual([]);
  });

  it('A local time that had already passed at the request means the next day', async () => {
    const start = Math.floor(Date.now() / HOUR) * HOUR + 2 * HOUR;
    const key = await sending.bulk({
      message: { ...MESSAGE, schedule: { startTime: text(start), localTimezone: true } },
      target: ALL,
    });
    await sending.launchDue();
    const shown = await moments(key);
    expect(shown.filter((moment) => moment === text(start + 15 * HOUR))).toHaveLength(2);
    expect(shown.filter((moment) => moment === text(start + 21 * HOUR))).toHaveLength(1);
    expect(shown.filter((moment) => moment === text(start))).toHaveLength(2);
    await sending.post('stopNotification', [{ messageId: key }]);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ 'SKIPPED STOPPED': 6 });
  });

  it('A local time that has passed everywhere sends at once; users without a zone follow that of the application', async () => {
    const past = await sending.bulk({
      message: MESSAGE,
      target: ALL,
      schedule: { startTime: text(Date.now() - 30 * HOUR), localTimezone: true },
    });
    await sending.drain();
    expect(await sending.ends(past)).toEqual({ SUCCESS: 6 });
    const apply = sending.gateway.app.get(ApplyService);
    await apply.apply({ app: 'shop', settings: { timeZone: 'Asia/Tokyo' } }, { dryRun: false });
    const start = Math.ceil(Date.now() / HOUR) * HOUR + 20 * HOUR;
    const key = await sending.bulk({
      message: MESSAGE,
      target: ALL,
      schedule: { startTime: text(start), localTimezone: true },
    });
    await letTimePass(8);
    await sending.launchDue();
    expect((await moments(key)).filter((moment) => moment === text(start - 9 * HOUR))).toHaveLength(4);
    await sending.post('stopNotification', [{ messageId: key }]);
    await sending.drain();
  });

  it.each([
    [{ startTime: '2030-02-01T10:00:00Z', localTimezone: true }, 2004, 'startTime'],
    [{ startTime: '2030-02-01T10:00:00+0300' }, 2004, 'startTime'],
    [{ startTime: '2030-02-01T10:00:00+25:00' }, 2004, 'startTime'],
    [{ startTime: '2030-02-30T10:00:00' }, 2004, 'startTime'],
    [{ startTime: '2030-02-01 10:00' }, 2004, 'startTime'],
    [{}, 2020, 'startTime'],
    [{ localTimezone: true }, 2020, 'startTime'],
    [{ startTime: null }, 2020, 'startTime'],
    [{ startTime: '2030-02-01T10:00:00', localTimezone: 'yes' }, 2004, 'localTimezone'],
    [{ startTime: '2030-02-01T10:00:00', ifLate: 'maybe' }, 2004, 'ifLate'],
  ])('The schedule %j is refused, beside the message and in it', async (schedule, code, named) => {
    for (const [body, path] of [
      [{ message: MESSAGE, target: ALL, schedule }, 'schedule'],
      [{ message: { ...MESSAGE, schedule }, target: ALL }, 'message.schedule'],
    ] as const) {
      const answer = await sending.gateway.call('/rest/3.0/sendBulkNotification', { body });
      const error = expect.stringMatching(new RegExp(`^(Field ')?${path}.${named}('| is required)`));
      expect([answer.status, answer.json]).toEqual([400, { code, error }]);
    }
  });
});

describe('4.2 schedule.startTime: zones and offsets', () => {
  const apply = (timeZone: string) =>
    sending.gateway.app.get(ApplyService).apply({ app: 'shop', settings: { timeZone } }, { dryRun: false });
  afterAll(() => apply('Asia/Tokyo'));

  it.each([
    ['UTC', '2040-07-01T15:30:00', '2040-07-01T15:30:00Z', 'UTC'],
    ['UTC', '2040-07-01T15:30:00Z', '2040-07-01T15:30:00Z', 'UTC'],
    ['UTC', '2040-07-01T15:30+03:00', '2040-07-01T12:30:00Z', '+03:00'],
    ['America/New_York', '2040-07-01T15:30:00', '2040-07-01T19:30:00Z', 'America/New_York'],
    ['America/New_York', '2040-01-01T15:30:00.5', '2040-01-01T20:30:00.500Z', 'America/New_York'],
    ['America/New_York', '2040-07-01T15:30:00Z', '2040-07-01T15:30:00Z', 'UTC'],
  ])(
    'In %s, the start time %s is due at %s, as the dry run and the statistics show',
    async (timeZone, startTime, due, shown) => {
      await apply(timeZone);
      const body = { message: { ...MESSAGE, schedule: { startTime } }, target: ALL };
      const dryRun = await sending.post<{ schedule: object }>('sendBulkNotification/dryRun', body);
      expect(dryRun.schedule).toEqual({ dueAt: new Date(due).toISOString(), timeZone: shown });
      const key = await sending.bulk(body);
      const statistics = await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, { method: 'GET' });
      expect(statistics.json).toMatchObject({ status: 'SENDING', state: 'STARTING', dueAt: Date.parse(due) });
      await sending.post('stopNotification', [{ messageId: key }]);
      const stopped = await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, { method: 'GET' });
      expect(stopped.json).toMatchObject({ status: 'FINISHED', state: 'STOPPED', dueAt: Date.parse(due) });
    },
  );

  it('The dry run names ignored fields that are nearly known ones', async () => {
    const startTime = '2040-07-01T15:30:00';
    const { misspelt, schedule } = await sending.post<{ misspelt: object[]; schedule: { dueAt: string } }>(
      'sendBulkNotification/dryRun',
      { message: { ...MESSAGE, scheduel: { startTime }, android: { bigtext: 'x' }, extRef: 'x' }, target: ALL },
    );
    expect(misspelt).toEqual([
      { field: 'message.scheduel', known: 'schedule' },
      { field: 'message.android.bigtext', known: 'bigText' },
    ]);
    expect(Date.parse(schedule.dueAt)).toBeLessThan(Date.parse(startTime));
  });

  it('getPushStats shows a finished and a paused campaign as such', async () => {
    const done = await sending.bulk({ message: MESSAGE, target: ALL });
    await sending.drain();
    const read = async (key: number) =>
      (await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, { method: 'GET' })).json;
    expect(await read(done)).toMatchObject({ status: 'FINISHED', state: 'FINISHED' });
    const paused = await sending.bulk({ message: MESSAGE, target: ALL });
    await sending.post('pauseNotification', [{ messageId: paused }]);
    expect(await read(paused)).toMatchObject({ status: 'SENDING', state: 'PAUSED' });
    await sending.post('stopNotification', [{ messageId: paused }]);
    await sending.drain();
  });
});

describe('4.2 schedule: late sends', () => {
  const scheduled = (ifLate?: string) =>
    sending.bulk({ message: MESSAGE, target: ALL, schedule: { startTime: `${text(Date.now() + HOUR)}Z`, ifLate } });

  it('A late send goes as long as it is not later than the application allows', async () => {
    const key = await scheduled('skip');
    await letTimePass(3);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 6 });
  });

  it('A late send without a policy waits until it is resumed', async () => {
    const key = await scheduled();
    await letTimePass(10);
    await sending.drain();
    expect(await sending.dispatch(key)).toEqual({ planned: 0, settled: 0, state: 0 });
    const row = await sending.gateway.fresh.db.row(
      'SELECT pause_reason FROM delivery.dispatch WHERE notification_key = $1',
      [key],
    );
    expect(row).toEqual({ pause_reason: 'LATE' });
    await sending.post('resumeNotification', [{ messageId: key }]);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 6 });
  });

  it('A late send is left out or goes anyway, as its request or its application says', async () => {
    const skipped = await scheduled('skip');
    const sent = await scheduled('send');
    await sending.gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { lateSends: { policy: 'skip', afterMinutes: 30 } } }, { dryRun: false });
    const byDefault = await scheduled();
    await letTimePass(10);
    await sending.drain();
    expect(await sending.dispatch(skipped)).toEqual({ planned: 0, settled: 0, state: 4 });
    expect(await sending.ends(sent)).toEqual({ SUCCESS: 6 });
    expect(await sending.dispatch(byDefault)).toEqual({ planned: 0, settled: 0, state: 4 });
  });

  it('A late send by local time is judged zone by zone', async () => {
    await sending.gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { lateSends: { afterMinutes: 180 } } }, { dryRun: false });
    const start = Math.ceil(Date.now() / HOUR) * HOUR + 20 * HOUR;
    const send = (ifLate: string) =>
      sending.bulk({
        message: MESSAGE,
        target: ALL,
        schedule: { startTime: text(start), localTimezone: true, ifLate },
      });
    const [skip, ask] = [await send('skip'), await send('ask')];
    await letTimePass(7);
    await sending.drain();
    await letTimePass(16);
    await sending.drain();
    const late = await sending.ends(skip);
    expect(late).toEqual({ 'SKIPPED LATE': 4 });
    expect(await sending.ends(ask)).toEqual({});
    await sending.post('resumeNotification', [{ messageId: ask }]);
    await sending.drain();
    expect(await sending.ends(ask)).toEqual({ SUCCESS: 4 });
    await sending.post('stopNotification', [{ messageId: skip }, { messageId: ask }]);
    await sending.drain();
  });
});

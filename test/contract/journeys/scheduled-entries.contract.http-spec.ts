import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScheduledEntryService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { HistoryClock } from '../../support/journeys/history-clock.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const steps = [{ wait: { id: 'long', for: '300d' } }];
const BIRTHDAY = {
  name: 'birthday',
  entry: { date: { attribute: 'birthday', at: '09:00', before: '1d', yearly: true } },
  steps,
};
const DIGEST = {
  name: 'digest',
  entry: { audience: { target: { profile: { age: { $gte: 18 } } }, at: '07:30' } },
  steps,
};

let sending: Sending;
/** It stands at noon, so that no test meets the turn of a day. */
const clock = new HistoryClock(Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00Z`));

const apply = (file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
const look = () => sending.gateway.app.get(ScheduledEntryService).enterDue();
const sums = async (name: string) =>
  (await sending.gateway.call(`/rest/3.0/journeys/statistics?name=${name}`, { method: 'GET' })).json;
/** Lets time pass to a time of day, a look a minute before it. */
const passTo = async (time: string) => {
  const today = clock.now().toISOString().slice(0, 10);
  const at = Date.parse(`${today}T${time}Z`);
  const ahead = at > clock.now().getTime() ? at - clock.now().getTime() : at + DAY_MS - clock.now().getTime();
  clock.pass(ahead - MINUTE_MS);
  await look();
  clock.pass(MINUTE_MS);
};

beforeAll(async () => {
  sending = await startSending({}, () => Promise.resolve(clock));
  await apply({
    attributes: [
      { code: 'birthday', dataType: 'DATE' },
      { code: 'age', dataType: 'INT' },
    ],
  });
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 5, 0));
  const inTwoDays = new Date(clock.now().getTime() + 2 * DAY_MS).toISOString().slice(5, 10);
  const inThreeDays = new Date(clock.now().getTime() + 3 * DAY_MS).toISOString().slice(5, 10);
  await sending.post('registerUsers', [
    { extId: 'ios-0', profile: { birthday: `1990-${inTwoDays}`, age: 36 } },
    { extId: 'ios-1', profile: { birthday: `1971-${inTwoDays}`, age: 55 } },
    { extId: 'ios-2', profile: { birthday: `1990-${inThreeDays}`, age: 3 } },
  ]);
  await apply({ journeys: [BIRTHDAY, DIGEST] });
  await look();
});
afterAll(() => sending.close());

describe('Entry by time', () => {
  it('People enter at the time of day before their date, each once, and no one for a moment that was past', async () => {
    await passTo('07:30');
    expect(await sums('birthday')).toMatchObject({ entered: 0 });
    await Promise.all([look(), look()]);
    expect(await sums('digest')).toMatchObject({ entered: 2, inside: 2 });
    await passTo('09:00');
    await Promise.all([look(), look()]);
    await look();
    expect(await sums('birthday')).toMatchObject({ entered: 2, inside: 2 });
  });

  it('A moment that came while the journey was paused lets no one in', async () => {
    await sending.post('journeys/pause', { name: 'birthday' });
    await passTo('09:00');
    await look();
    await sending.post('journeys/resume', { name: 'birthday' });
    await look();
    clock.pass(MINUTE_MS);
    await look();
    expect(await sums('birthday')).toMatchObject({ entered: 2 });
  });
});

describe('Limits', () => {
  it('A journey lets no more people in than its limits say, and counts those that it refuses', async () => {
    const limited = { name: 'few', entry: { api: true, again: 'always' }, limits: { perDay: 4, perMinute: 2 }, steps };
    await apply({ journeys: [limited] });
    const enter = async (...extIds: string[]) =>
      await sending.post<{ entered: number; refused: { limited: number } }>('journeys/enter', {
        journey: 'few',
        extIds,
      });
    expect(await enter('ios-0', 'ios-1', 'ios-2')).toMatchObject({ entered: 2, refused: { limited: 1 } });
    expect(await enter('ios-3')).toMatchObject({ entered: 0, refused: { limited: 1 } });
    clock.pass(MINUTE_MS);
    const beside = await Promise.all([enter('ios-2'), enter('ios-3'), enter('ios-4')]);
    expect(beside.map(({ entered }) => entered).toSorted()).toEqual([0, 1, 1]);
    clock.pass(MINUTE_MS);
    expect(await enter('ios-2', 'ios-3', 'ios-4')).toMatchObject({ entered: 0 });
    clock.pass(DAY_MS);
    expect(await enter('ios-2', 'ios-3', 'ios-4')).toMatchObject({ entered: 1 });
    expect(await sums('few')).toMatchObject({ entered: 5, inside: 5 });
  });
});

describe('Refused times of entry', () => {
  it.each([
    ['a date without a time of day', { date: { attribute: 'birthday' } }, /entry\.date\.at is required/],
    ['an attribute without dates', { date: { attribute: 'age', at: '09:00' } }, /entry\.date\.attribute: 'age'/],
    [
      'an unknown target',
      { audience: { target: { tags: 'a' }, at: '09:00' } },
      /entry\.audience\.target\.tags: unknown name/,
    ],
    ['an audience without a target', { audience: { at: '09:00' } }, /entry\.audience\.target should be a map/],
  ])('%s is refused with its place', async (_what, entry, words) => {
    await expect(apply({ journeys: [{ ...BIRTHDAY, name: 'other', entry }] })).rejects.toThrow(words);
  });

  it('Limits that are none are refused with their place', async () => {
    const change = { ...BIRTHDAY, name: 'other', limits: { perDay: 0 } };
    await expect(apply({ journeys: [change] })).rejects.toThrow(/limits\.perDay should be a whole number/);
  });
});

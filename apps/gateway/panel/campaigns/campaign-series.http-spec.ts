import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

interface Series {
  start: string | null;
  width: number;
  settled: number[];
}

const MESSAGE = { title: 'Spring sale', text: 'Everything 20 % off', platforms: ['ANDROID'] };
const USERS = 60;
const DAY_S = 86_400;
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
  await sending.simulators.faults(7, [{ provider: 'fcm', share: 0.3, status: 404, reason: 'UNREGISTERED' }]);
  key = await sending.bulk({ message: MESSAGE, target: { sendToAll: true } });
});
afterAll(() => sending.close());

const read = async (campaign = key) => (await owner.get(`/apps/shop/campaigns/${campaign}/series`)).json as Series;
const sum = ({ settled }: Series) => settled.reduce((all, n) => all + n, 0);
/** Puts the run on other seconds, each with how many got their result then. */
const setMarks = (marks: readonly (readonly [second: number, n: number])[]) =>
  sending.gateway.fresh.db.rows(
    `UPDATE delivery.chunk AS c SET marks = $2 FROM delivery.dispatch AS d
      WHERE d.dispatch_id = c.dispatch_id AND d.notification_key = $1`,
    [key, marks.flat()],
  );

describe('Rate of a campaign over its run', () => {
  it('The series is empty before the first result', async () => {
    await sending.launchDue();
    expect(await read()).toEqual({ start: null, width: 1, settled: [] });
  });

  it('The series adds up to all results of every kind, at the times of the ledger', async () => {
    await sending.drain();
    const ends = Object.values(await sending.ends(key)).reduce((all, n) => all + n, 0);
    expect(ends).toBe(USERS);
    const series = await read();
    expect(sum(series)).toBe(USERS);
    const [ledger] = await sending.gateway.fresh.db.rows<{ first: Date; last: Date }>(
      `SELECT date_trunc('second', min(r.ts)) AS first, date_trunc('second', max(r.ts)) AS last
         FROM delivery.push_result AS r`,
    );
    expect(series.start).toBe(ledger?.first.toISOString());
    const last = Date.parse(series.start ?? '') + (series.settled.length - 1) * series.width * 1000;
    expect(last).toBeLessThanOrEqual(ledger?.last.getTime() ?? 0);
    expect(last + series.width * 1000).toBeGreaterThan(ledger?.last.getTime() ?? 0);
  });

  it.each([
    ['four minutes', 239, 1, 240],
    ['a second more than four minutes', 240, 2, 121],
    ['a day', DAY_S, 600, 145],
    ['a year', 365 * DAY_S, 604_800, 53],
  ])('The series has few slots and includes every result: %s', async (_, seconds, width, slots) => {
    // A Thursday at midnight, where weeks since 1970 begin.
    const first = 2800 * 7 * DAY_S;
    await setMarks([
      [first, 7],
      [first + seconds, 50],
      [first + 1, 3],
    ]);
    const series = await read();
    expect([series.start, series.width]).toEqual([new Date(first * 1000).toISOString(), width]);
    expect(series.settled).toHaveLength(slots);
    expect(sum(series)).toBe(60);
    expect(series.settled.at(-1)).toBe(50);
    expect(series.settled[0]).toBe(width === 1 ? 7 : 10);
  });

  it('The series is empty for chunks without times, as the previous release left them', async () => {
    await sending.gateway.fresh.db.rows('UPDATE delivery.chunk SET marks = NULL');
    expect(await read()).toEqual({ start: null, width: 1, settled: [] });
  });

  it('The series of an unknown campaign is not found', async () => {
    expect((await owner.get('/apps/shop/campaigns/999999/series')).status).toBe(404);
  });
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { fitBgNbd, probabilityAlive } from '../prediction/bg-nbd.js';

const ORDER = 28;
const CUSTOMERS = 300;

/** The first CDNOW customers by days: x repeat purchases on different days, the last one at tx. */
const customers = readFileSync(new URL('../../../test/data/cdnow-summary.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1, CUSTOMERS + 1)
  .map((line) => {
    const [x = 0, tx = 0, T = 0] = line.split(',').map(Number);
    const days = Math.max(Math.round(tx * 7), x);
    return { x, tx: days, T: Math.max(Math.round(T * 7), days) };
  });

describe('PREDICT_SEGMENT', () => {
  let database: FreshDatabase;
  let room: AudienceRoom;
  let appId: number;
  const model = fitBgNbd(customers);
  const churn = customers.map((history) => 1 - probabilityAlive(model, history));

  beforeAll(async () => {
    database = await freshDatabase();
    room = await openAudienceRoom(database);
    const attributes = [{ code: 'leaving', dataType: 'DOUBLE' }];
    appId = (await room.applying.apply({ app: 'cd', attributes }, { dryRun: false })).app.id;
    await room.registration.registerUsers(
      appId,
      customers.map((_, index) => ({
        extId: `c${index}`,
        profile: { leaving: index / CUSTOMERS },
        platform: 'IOS',
        deviceToken: `t${index}`,
      })),
    );
    const purchases = customers.flatMap(({ x, tx, T }, index) =>
      Array.from({ length: x + 1 }, (_, k) => ({
        extId: `c${index}`,
        // The first purchase is T days ago, the last tx days later, the others between.
        ago: T - (k === 0 ? 0 : k === x ? tx : k),
      })),
    );
    await database.db.affected(
      `INSERT INTO events.event (day, ts, uid, app_id, event_id, vb, attrs)
       SELECT (p.ts AT TIME ZONE 'UTC')::date, p.ts, u.uid, u.app_id, ${ORDER}, u.vb, '{"grandTotal": 20}'
       FROM (SELECT j."extId", now() - j.ago * interval '1 day' AS ts
             FROM jsonb_to_recordset($2::jsonb) AS j ("extId" text, ago integer)) AS p
       JOIN users.app_user AS u ON u.app_id = $1 AND u.ext_id = p."extId"`,
      [appId, JSON.stringify(purchases)],
    );
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  async function members(predict: object, more: object = {}): Promise<{ userCount: number; extIds: string[] }> {
    const name = JSON.stringify({ predict, more });
    const segment = { name, type: 'PREDICT_SEGMENT', target: { predict, ...more } };
    await room.applying.apply({ app: 'cd', segments: [segment] }, { dryRun: false });
    const listed = (await room.segments.list(appId)).find((candidate) => candidate.name === name);
    expect(listed?.type).toBe('PREDICT_SEGMENT');
    const { list } = await room.segments.getPage(appId, { segmentId: listed?.id ?? 0, max: 1000 });
    return { userCount: listed?.userCount ?? 0, extIds: list.map(({ externalId }) => externalId ?? '').toSorted() };
  }

  const named = (indexes: number[]) => indexes.map((index) => `c${index}`).toSorted();
  const where = (test: (index: number) => boolean) => named([...customers.keys()].filter(test));

  it('A PREDICT_SEGMENT contains the customers with a high churn score of the fitted model', async () => {
    const churned = await members({ score: 'churn', atLeast: 0.5 });
    const expected = where((index) => (churn[index] ?? 0) >= 0.5);
    expect(churned).toEqual({ userCount: expected.length, extIds: expected });
    expect(expected.length).toBeGreaterThan(5);
    expect(expected.length).toBeLessThan(CUSTOMERS / 2);
  });

  it('A PREDICT_SEGMENT contains the top share of users by score', async () => {
    const ranked = [...customers.keys()].toSorted((a, b) => (churn[b] ?? 0) - (churn[a] ?? 0));
    const topShare = await members({ score: 'churn', topShare: 0.05 });
    expect(topShare.extIds).toEqual(named(ranked.slice(0, 15)));
    const purchase = await members({ score: 'purchase', horizon: '90d', topShare: 0.1 });
    expect(purchase.userCount).toBe(30);
    expect(purchase.extIds).not.toEqual(topShare.extIds);
    expect((await members({ score: 'value', topShare: 0.2 })).userCount).toBe(60);
  });

  it('A PREDICT_SEGMENT uses uploaded scores and combines them with other conditions', async () => {
    expect((await members({ attribute: 'leaving', topShare: 0.02 })).extIds).toEqual(
      named([294, 295, 296, 297, 298, 299]),
    );
    const topUsers = { extIds: where((index) => index / CUSTOMERS >= 0.99) };
    expect((await members({ attribute: 'leaving', atLeast: 0.99 })).extIds).toEqual(topUsers.extIds);
    const none = await members({ attribute: 'leaving', atLeast: 0.99 }, { profile: { leaving: 0.1 } });
    expect(none.userCount).toBe(0);
    const intersection = await members({ attribute: 'leaving', topShare: 1 }, { profile: { leaving: 0 } });
    expect(intersection.extIds).toEqual(['c0']);
  });

  it('A PREDICT_SEGMENT stores its model', async () => {
    const rows = await database.db.rows<{ model: { customers: number; bgNbd?: { r: number } } }>(
      `SELECT s.model FROM audience.segment AS s WHERE s.app_id = $1 AND s.name LIKE '%churn%'`,
      [appId],
    );
    expect(rows.map(({ model: { customers: n } }) => n)).toEqual([CUSTOMERS, CUSTOMERS]);
    expect(rows[0]?.model.bgNbd?.r).toBeCloseTo(model.r, 3);
  });

  it('A PREDICT_SEGMENT stays uncalculated with too few repeat buyers', async () => {
    const app = (await room.applying.apply({ app: 'small' }, { dryRun: false })).app;
    const segment = { name: 'gone', type: 'PREDICT_SEGMENT', target: { predict: { score: 'churn', atLeast: 0.5 } } };
    await room.applying.apply({ app: 'small', segments: [segment] }, { dryRun: false });
    const [listed] = await room.segments.list(app.id);
    await expect(room.segments.getPage(app.id, { segmentId: listed?.id ?? 0 })).rejects.toThrow('was never calculated');
  });

  it.each([
    [{ predict: { score: 'luck', atLeast: 1 } }, 'PREDICT_SEGMENT', 'should be one of churn, purchase, value'],
    [{ predict: { score: 'churn' } }, 'PREDICT_SEGMENT', 'at least one of atLeast, atMost and topShare'],
    [{ predict: { score: 'churn', topShare: 10 } }, 'PREDICT_SEGMENT', 'more than 0, up to 1'],
    [{ predict: { score: 'churn', event: 'x', atLeast: 1 } }, 'PREDICT_SEGMENT', "Event 'x' is not defined"],
    [{ predict: { score: 'value', value: 'x', atLeast: 1 } }, 'PREDICT_SEGMENT', "has no attribute 'x'"],
    [{ predict: { attribute: 'email', atLeast: 1 } }, 'PREDICT_SEGMENT', 'is no number'],
    [{ predict: { score: 'churn', atLeast: 1 } }, 'STANDARD', "a PREDICT_SEGMENT, and no other, has 'predict'"],
  ])('The segment target %j is rejected', async (target, type, message) => {
    const segments = [{ name: 'wrong', type, target }];
    await expect(room.applying.apply({ app: 'cd', segments }, { dryRun: false })).rejects.toThrow(message);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';

const DAY_MS = 24 * 3_600_000;
const STEPS = [{ wait: { id: 'day', for: '1d' } }];
const JOURNEYS = [
  { name: 'late', entry: { event: 'Cart', late: 'allow', key: 'cartId' }, steps: STEPS },
  { name: 'prompt', entry: { event: 'Cart', key: 'cartId' }, steps: STEPS },
];

let sending: Sending;

const fire = (daysAgo: readonly number[], name = 'Cart') =>
  sending.post(
    'fireEvents',
    daysAgo.map((days) => ({
      extId: 'ada',
      name,
      cartId: `c${days}`,
      ...(days > 0 && { timestamp: new Date(Date.now() - days * DAY_MS).toISOString() }),
    })),
  );
const figures = async (name: string) => {
  const answer = await sending.gateway.call(`/rest/3.0/journeys/statistics?name=${name}`, { method: 'GET' });
  const { entered, late, converted } = answer.json as Record<string, number>;
  return { entered, late, converted };
};

beforeAll(async () => {
  sending = await startSending();
  const attributes = [{ code: 'cartId', dataType: 'STRING' }];
  const events = [
    { code: 'Cart', attributes },
    { code: 'Paid', attributes },
  ];
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', events, journeys: JOURNEYS }, { dryRun: false });
  await sending.post('registerUsers', [{ extId: 'ada' }]);
});
afterAll(() => sending.close());

describe('Events that reach a journey late', () => {
  it('Events of any age enter where the journey allows late ones, and are counted as late elsewhere', async () => {
    await fire([0, 1, 5, 90]);
    await sending.readFeed();
    expect(await figures('late')).toMatchObject({ entered: 4, late: 0 });
    expect(await figures('prompt')).toMatchObject({ entered: 1, late: 3 });
  });

  it('Events of two days in which no scheduler ran enter afterwards, each once', async () => {
    const before = await figures('late');
    await fire([0, 7]);
    const { db } = sending.gateway.fresh;
    await db.affected(
      `UPDATE events.event SET day = day - 2, ts = ts - interval '2 days' WHERE attrs ->> 'cartId' IN ('c0', 'c7')
         AND xid = (SELECT max(xid) FROM events.event)`,
    );
    await db.affected(
      `UPDATE platform.outbox SET day = day - 2, created_at = created_at - interval '2 days',
              days = (SELECT array_agg(d - 2) FROM unnest(days) AS d)
        WHERE kind = 'event' AND xid = (SELECT max(xid) FROM events.event)`,
    );
    await db.affected("DELETE FROM journeys.visit WHERE key IN ('c0', 'c7')");
    await sending.readFeed();
    await sending.readFeed();
    expect(await figures('late')).toMatchObject({ entered: (before.entered ?? 0) + 2 });
  });
});

import { WakeService } from '#platform/background';
import type { Tx } from '#platform/db';
import { FeedPositionRepository } from '#platform/outbox';
import { createLogger } from '#platform/runtime';
import { beforeEach, describe, expect, it } from 'vitest';
import { registeredUsers } from '../../../test/support/rooms/registered-users.js';
import { JourneyRepository } from '../definitions/journey.repository.js';
import { VisitRepository } from './visit.repository.js';

const WAITING = 20_000;
/** Rows that a look may read: far fewer than those that wait. */
const FEW = 100;

const shop = registeredUsers();
let journeyId = 0;

/** Rows and index entries of visits that this connection has read. */
async function countRead(tx: Tx): Promise<number> {
  const row = await tx.row<{ read: number }>(
    `SELECT sum(pg_stat_get_xact_tuples_returned(t.name::regclass))::bigint AS read
     FROM unnest(ARRAY['journeys.visit', 'journeys.visit_due', 'journeys.visit_pkey']) AS t (name)`,
  );
  return row?.read ?? Number.NaN;
}

/** Journeys with visits that are due, and how much of the visits the look read. */
async function look(): Promise<{ due: number[]; read: number }> {
  const { db } = shop.fresh;
  const visits = new VisitRepository(
    new FeedPositionRepository(db),
    new WakeService(db, createLogger('test', 'silent')),
  );
  return db.tx(async (tx) => {
    const before = await countRead(tx);
    const due = await visits.findDueJourneys(tx, new Date());
    return { due: due.map((journey) => journey.journeyId), read: (await countRead(tx)) - before };
  });
}

beforeEach(async () => {
  const definition = { entry: { event: 'LoginEvent', again: 'always' as const }, steps: [] };
  const { db } = shop.fresh;
  await db.affected('DELETE FROM journeys.visit');
  await db.tx((tx) => new JourneyRepository().insert(tx, { appId: shop.appId, name: 'long', state: 'on', definition }));
  const row = await db.row<{ id: number }>('SELECT journey_id AS id FROM journeys.journey WHERE app_id = $1', [
    shop.appId,
  ]);
  journeyId = row?.id ?? 0;
  await db.affected(
    `INSERT INTO journeys.visit (uid, entered_at, since, due_at, app_id, journey_id, version, vb, key, node, data)
     SELECT n, now(), now(), now() + interval '1 year', $1, $2, 1, n % 1024, '', 'second', '{}'
     FROM generate_series(1::bigint, $3) AS n`,
    [shop.appId, journeyId, WAITING],
  );
  await db.affected('VACUUM ANALYZE journeys.visit');
});

describe('findDueJourneys', () => {
  it('A look for people who are due does not read those who wait', async () => {
    const { due, read } = await look();
    expect(due).not.toContain(journeyId);
    expect(read).toBeLessThan(FEW);
  });

  it('A journey that is off is due while people are inside, and a paused one never is', async () => {
    await shop.fresh.db.affected(`UPDATE journeys.journey SET state = 'off' WHERE journey_id = $1`, [journeyId]);
    const { due, read } = await look();
    expect(due).toContain(journeyId);
    expect(read).toBeLessThan(FEW);
    await shop.fresh.db.affected(
      `UPDATE journeys.visit SET due_at = now() - interval '1 day' WHERE journey_id = $1 AND uid < 10`,
      [journeyId],
    );
    await shop.fresh.db.affected(`UPDATE journeys.journey SET state = 'paused' WHERE journey_id = $1`, [journeyId]);
    expect((await look()).due).not.toContain(journeyId);
  });
});

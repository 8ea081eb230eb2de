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

function openVisits(): VisitRepository {
  const { db } = shop.fresh;
  return new VisitRepository(new FeedPositionRepository(db), new WakeService(db, createLogger('test', 'silent')));
}

/** Journeys with visits that are due, and how much of the visits the look read. */
async function look(): Promise<{ due: number[]; read: number }> {
  const { db } = shop.fresh;
  const visits = openVisits();
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

/** Scans of a statement in the order of its plan. */
interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

function listScans({ 'Node Type': type, 'Index Name': index, 'Relation Name': relation, Plans = [] }: Plan): string[] {
  const own = relation === 'visit' && type.includes('Scan') ? [`${type}${index ? ` ${index}` : ''}`] : [];
  return [...own, ...Plans.flatMap(listScans)];
}

/** Plans of the statements that some work runs, without what it runs. */
function explaining(tx: Tx, scans: string[][]): Tx {
  const explain = async (sql: string, params: Parameters<Tx['rows']>[1] = []): Promise<void> => {
    const row = await tx.row<{ 'QUERY PLAN': { Plan: Plan }[] }>(`EXPLAIN (FORMAT JSON) ${sql}`, params);
    scans.push(row?.['QUERY PLAN'].flatMap(({ Plan: root }) => listScans(root)) ?? []);
  };
  return {
    rows: async (sql, params) => {
      await explain(sql, params);
      return tx.rows(sql, params);
    },
    row: async (sql, params) => {
      await explain(sql, params);
      return tx.row(sql, params);
    },
    affected: async (sql, params) => {
      await explain(sql, params);
      return tx.affected(sql, params);
    },
    repository: (entity) => tx.repository(entity),
    afterCommit: (work) => tx.afterCommit(work),
    isDistributed: tx.isDistributed,
  };
}

describe('The plans of a step', () => {
  it('People are found by their place or by keys on a fresh table of 100,000 rows without statistics', async () => {
    const { db } = shop.fresh;
    await db.affected('TRUNCATE journeys.visit');
    await db.affected('ALTER TABLE journeys.visit SET (autovacuum_enabled = false)');
    await db.affected(
      `INSERT INTO journeys.visit (uid, entered_at, since, due_at, app_id, journey_id, version, vb, key, node, data)
       SELECT n, now(), now(), now() - interval '1 minute', $1, $2, 1, n % 1024, '', 'second', '{}'
       FROM generate_series(1::bigint, 100000) AS n`,
      [shop.appId, journeyId],
    );
    const visits = openVisits();
    const scans: string[][] = [];
    const now = new Date();
    await db.tx(async (tx) => {
      const seen = explaining(tx, scans);
      const locked = await visits.lockDue(seen, shop.appId, journeyId, now, 1000);
      await visits.move(
        seen,
        shop.appId,
        journeyId,
        locked.slice(0, 500).map(({ data: _data, ...visit }) => ({ ...visit, node: 'third', dueAt: now })),
      );
      const leaving = locked.slice(500).map((visit) => ({ ...visit, reason: 'END' as const }));
      await visits.end(seen, shop.appId, journeyId, leaving);
      const uids = locked.map(({ uid }) => uid + 5000);
      expect(await visits.lockOfUsers(seen, shop.appId, journeyId, uids)).toHaveLength(1000);
    });
    expect(scans).toEqual([['Index Scan visit_due'], ['Tid Scan'], ['Tid Scan'], ['Index Scan visit_pkey']]);
  });

  it('A visit that another transaction ended is not moved, and the whole step is undone', async () => {
    const { db } = shop.fresh;
    await db.affected("UPDATE journeys.visit SET due_at = now() - interval '1 day' WHERE uid = 1");
    const visits = openVisits();
    const moving = db.tx(async (tx) => {
      const [visit] = await visits.lockDue(tx, shop.appId, journeyId, new Date(), 1);
      await tx.affected('DELETE FROM journeys.visit WHERE uid = 1');
      if (visit) {
        const { data: _data, ...place } = visit;
        await visits.move(tx, shop.appId, journeyId, [place]);
      }
    });
    await expect(moving).rejects.toThrow('Of 1 locked visits 0 were found');
    expect(await db.rows('SELECT FROM journeys.visit WHERE uid = 1')).toHaveLength(1);
  });
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

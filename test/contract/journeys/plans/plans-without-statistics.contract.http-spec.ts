import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { Database } from '#platform/db';
import { FeedSubscriberRegistryService, OutboxRepository } from '#platform/outbox';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const PEOPLE = 100_000;
/** People of the measured step. */
const FEW = 200;
/** Rows and index entries that a statement may read for each of them; reading a table or an index whole is a thousand times more. */
const READ_EACH = 40;
const FIRST_UID = 5_000_000;
const JOURNEY = {
  name: 'cart',
  entry: { event: 'Cart', again: 'always' },
  steps: [
    { wait: { id: 'hour', for: '1h' } },
    { send: { id: 'remind', message: 'cart' } },
    { wait: { id: 'day', for: '1d' } },
  ],
};
/** Tables that grow with people. */
const GROWING = ['journeys.visit', 'journeys.past_visit', 'users.app_user', 'events.event', 'platform.outbox'];

let sending: Sending;
let db: Database;

/** Rows and index entries that this transaction has read, by table or index. */
async function countRead(): Promise<Map<string, number>> {
  const rows = await db.rows<{ name: string; read: number }>(
    `SELECT c.oid::regclass::text AS name, pg_stat_get_xact_tuples_returned(c.oid) AS read FROM pg_class AS c
      WHERE c.relkind IN ('r', 'i') AND c.relnamespace IN ('journeys'::regnamespace, 'users'::regnamespace,
        'events'::regnamespace, 'delivery'::regnamespace, 'platform'::regnamespace)`,
  );
  return new Map(rows.map(({ name, read }) => [name, read]));
}

/** Tables and indexes of which some work read more than it needs, with the number. */
async function findGreedy(work: () => Promise<void>): Promise<Record<string, number>> {
  return db.inTransaction(async () => {
    const before = await countRead();
    await work();
    const after = await countRead();
    return Object.fromEntries(
      [...after].flatMap(([name, read]) => {
        const own = read - (before.get(name) ?? 0);
        return own > FEW * READ_EACH ? [[name, own] as const] : [];
      }),
    );
  });
}

beforeAll(async () => {
  sending = await startSending();
  db = sending.gateway.app.get(Database);
  for (const table of GROWING) {
    const parts = await db.rows<{ name: string }>(
      `SELECT p.relid::text AS name FROM pg_partition_tree($1::regclass) AS p WHERE p.isleaf`,
      [table],
    );
    for (const { name } of parts) {
      await db.affected(`ALTER TABLE ${name} SET (autovacuum_enabled = false)`);
    }
  }
  await sending.post('createNotificationDefinition', {
    name: 'cart',
    title: 'C',
    message: 'Hat',
    platforms: ['EMAIL'],
  });
  await sending.gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', events: [{ code: 'Cart' }], journeys: [JOURNEY] }, { dryRun: false });
  await db.affected(
    `INSERT INTO users.app_user (vb, app_id, uid, ext_id)
     SELECT u.uid % 1024, $1, u.uid, 'p' || u.uid FROM generate_series($2::bigint, $3::bigint) AS u (uid)`,
    [sending.gateway.appId, FIRST_UID, FIRST_UID + PEOPLE - 1],
  );
  await db.affected(
    `INSERT INTO journeys.visit (uid, entered_at, since, due_at, app_id, journey_id, version, vb, key, node, data)
     SELECT n, now(), now() - interval '1 hour', now() + CASE WHEN n < $2::bigint + $4::bigint THEN interval '-1 minute' ELSE interval '1 day' END,
            $1, j.journey_id, 1, n % 1024, '', 'hour', '{}'
       FROM generate_series($2::bigint, $3::bigint) AS n, journeys.journey AS j WHERE j.name = 'cart'`,
    [sending.gateway.appId, FIRST_UID, FIRST_UID + PEOPLE - FEW - 1, FEW],
  );
});
afterAll(() => sending.close());

const countAt = async (node: string): Promise<number> =>
  (await db.row<{ n: number }>('SELECT count(*) AS n FROM journeys.visit AS v WHERE v.node = $1', [node]))?.n ?? 0;

describe('Journeys with 100,000 people inside, of whose tables Postgres has no statistics', () => {
  it('A step reads the people who go on, and no table or index whole', async () => {
    const steps = sending.gateway.app.get(JourneyStepService);
    expect(await findGreedy(() => steps.stepDue())).toEqual({});
    expect(await countAt('day')).toBe(FEW);
  });

  it('An entry by events reads the people of the events, and no table or index whole', async () => {
    const { app, appId } = sending.gateway;
    const outbox = app.get(OutboxRepository);
    const position = await outbox.findPosition(db);
    const people = Array.from({ length: FEW }, (_, n) => ({ extId: `p${FIRST_UID + PEOPLE - 1 - n}`, name: 'Cart' }));
    await sending.post('fireEvents', people);
    const before = await countAt('hour');
    const subscriber = app
      .get(FeedSubscriberRegistryService)
      .list()
      .find(({ name }) => name === 'journeys');
    const read = await findGreedy(() =>
      db.tx(async (tx) => {
        const { changes } = await outbox.changesSince(tx, { appId, position, kinds: ['event'] }, 1000);
        await subscriber?.apply(tx, appId, changes);
      }),
    );
    expect(read).toEqual({});
    expect(await countAt('hour')).toBe(before + FEW);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TIMELINE_GROUPS, PersonReaderService } from '#libs/reporting/people';
import { RegistrationService, UserLookupService } from '#libs/users/registry';
import { Database } from '#platform/db';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';

const EVENTS = 100_000;
const MESSAGES = 2000;
/** Rows of other people in her bucket. */
const OTHERS = 20_000;
const PAGE = 50;
let gateway: TestGateway;
let db: Database;
let uid: number;

interface Reads {
  scanned: number;
  fetched: number;
}

/** Sums the rows that this connection has read from large tables, through an index and without one. */
async function sumReads(): Promise<Reads> {
  const row = await db.row<Reads>(
    `SELECT coalesce(sum(s.seq_tup_read), 0)::integer AS scanned, coalesce(sum(s.idx_tup_fetch), 0)::integer AS fetched
       FROM pg_stat_xact_user_tables AS s
      WHERE s.relname ~ '^(event|push_result|receipt|click|open|provider_receipt)(_[0-9a-z]+)?$'
         OR s.relname = 'consent_event'`,
    [],
  );
  return row ?? { scanned: Number.NaN, fetched: Number.NaN };
}

/** Rows that the statements of `work` read, by Postgres' own count. */
async function countReads(work: () => Promise<unknown>): Promise<Reads> {
  return db.inTransaction(async () => {
    const before = await sumReads();
    await work();
    const after = await sumReads();
    return { scanned: after.scanned - before.scanned, fetched: after.fetched - before.fetched };
  });
}

const listTimeline = (page: { groups?: (typeof TIMELINE_GROUPS)[number][]; after?: string } = {}) =>
  gateway.app
    .get(PersonReaderService)
    .listTimeline({ appId: gateway.appId, uid, isPrivateShown: true }, { limit: PAGE, ...page });

beforeAll(async () => {
  gateway = await startGateway();
  db = gateway.app.get(Database);
  const { appId } = gateway;
  await gateway.app.get(RegistrationService).registerUsers(appId, [{ extId: 'ada' }]);
  uid = (await gateway.app.get(UserLookupService).findUidsByExtIds(appId, ['ada'])).get('ada') ?? Number.NaN;
  await db.affected(
    `INSERT INTO events.event (day, ts, uid, app_id, event_id, vb, attrs)
     SELECT (t.ts AT TIME ZONE 'UTC')::date, t.ts, $1::bigint, $2, 1, $1::bigint % 1024, '{}'
       FROM generate_series(1, ${EVENTS}) AS n, LATERAL (SELECT now() - n * interval '20 seconds' AS ts) AS t`,
    [uid, appId],
  );
  // Every tenth row is hers.
  await db.affected(
    `INSERT INTO delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status, ts)
     SELECT $1::bigint % 1024, $2, current_date, n, 1, p.uid, p.uid, 1, 1, now() - n * interval '1 minute'
       FROM generate_series(1, ${MESSAGES + OTHERS}) AS n,
            LATERAL (SELECT CASE WHEN n % ${1 + OTHERS / MESSAGES} = 0 THEN $1::bigint ELSE $1::bigint + 1024 * n END AS uid) AS p`,
    [uid, appId],
  );
  await db.affected(
    `INSERT INTO delivery.receipt (vb, app_id, day, dispatch_id, channel, recipient_id, at)
     SELECT r.vb, r.app_id, r.day, r.dispatch_id, r.channel, r.recipient_id, r.ts + interval '1 second'
       FROM delivery.push_result AS r`,
    [],
  );
  await db.affected('ANALYZE events.event', []);
  await db.affected('ANALYZE delivery.push_result', []);
  await db.affected('ANALYZE delivery.receipt', []);
}, 120_000);
afterAll(() => gateway.close());

describe('Timeline of a person with 100,000 events', () => {
  it.each([
    ['the first', 0],
    ['a late', 3],
  ])('The timeline reads %s page of the events by index, and few more rows than it shows', async (_, pagesBefore) => {
    let after: string | undefined;
    for (let page = 0; page < pagesBefore; page += 1) {
      const { next } = await listTimeline({ groups: ['event'], ...(after !== undefined && { after }) });
      after = next ?? undefined;
    }
    let items: unknown[] = [];
    const { scanned, fetched } = await countReads(async () => {
      ({ items } = await listTimeline({ groups: ['event'], ...(after !== undefined && { after }) }));
    });
    expect(items).toHaveLength(PAGE);
    expect(scanned).toBe(0);
    // One more shows if a page follows, and equal times are read together.
    expect(fetched).toBeLessThanOrEqual(PAGE + 5);
  });

  it('The timeline reads a page of all kinds by index, without the messages of other users', async () => {
    const { scanned, fetched } = await countReads(() => listTimeline());
    expect(scanned).toBe(0);
    expect(fetched).toBeLessThan(10 * MESSAGES);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { platformByNumber } from '#libs/content';
import { SendRetentionService, STATUSES } from '#libs/delivery';
import { ApplyService } from '#libs/tenancy';
import { ensurePartitions } from '#platform/partitions';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { storeRandomSends } from '../../../../test/support/retention/random-sends.js';
import { Dice } from '../../../../test/support/rooms/dice.js';
import { sampleSize } from '../../../../test/support/rooms/sample-size.js';
import type { components } from '../../../../openapi/panel.d.ts';

type ReportDto = components['schemas']['ReportDto'];

const DAY_MS = 24 * 3_600_000;
const KEYS = 40;
const GROUPS = ['day', 'platform', 'label', 'campaign'] as const;
const TABLES = [
  'dispatch', 'chunk', 'push_result', 'click', 'click_stat', 'left_out', 'in_doubt', 'provider_receipt', 'sample',
  'token_strike', 'send_total', 'send_count', 'past_send', 'counted_send',
]; // prettier-ignore
const ZONES = ['UTC', 'America/New_York', 'Asia/Kathmandu'];

let gateway: TestGateway;
let owner: PanelMember;
let otherId: number;
/** Midnight ten days ago: the sends of five days from then on are past the retention of two days. */
const from = new Date(Math.floor(Date.now() / DAY_MS - 10) * DAY_MS);
const dayOf = (at: Date | number, zone = 'UTC'): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);

beforeAll(async () => {
  gateway = await startGateway(undefined, {}, undefined, false);
  const apply = gateway.app.get(ApplyService);
  await apply.apply({ app: 'shop', settings: { retention: { results: '2d' } } }, { dryRun: false });
  ({ id: otherId } = (await apply.apply({ app: 'other' }, { dryRun: false })).app);
  await ensurePartitions(gateway.fresh.db, from);
  owner = await signIn(gateway);
});
afterEach(() =>
  gateway.fresh.db
    .affected(`DELETE FROM notifications.definition`)
    .then(() => gateway.fresh.db.rows(`TRUNCATE ${TABLES.map((table) => `delivery.${table}`).join(', ')}`)),
);
afterAll(() => gateway.close());

const ask = (query: Record<string, string>) => owner.get(`/apps/shop/reports?${new URLSearchParams(query)}`);
const read = async (query: Record<string, string>): Promise<ReportDto> => {
  const answer = await ask(query);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as ReportDto;
};

interface LedgerRow {
  launchedAt: Date;
  platform: number;
  status: number;
  label: string | null;
  key: number;
}

/** Every final result of a campaign, row by row. */
const readLedger = (appId: number): Promise<LedgerRow[]> =>
  gateway.fresh.db.rows(
    `SELECT d.launched_at AS "launchedAt", r.platform, r.status, f.message ->> 'labels' AS label, f.notification_key AS key
       FROM delivery.push_result r JOIN delivery.dispatch d USING (dispatch_id, app_id)
       JOIN notifications.definition f USING (notification_key, app_id)
      WHERE r.app_id = $1 AND d.lane = 'bulk' AND NOT d.options ? 'onlySimulated'`,
    [appId],
  );

interface EngagementRow {
  launchedAt: Date;
  platform: number;
  label: string | null;
  key: number;
  received: number;
  opened: number;
  clicked: number;
  machineOpened: number;
  machineClicked: number;
}

const readEngagement = (appId: number): Promise<EngagementRow[]> =>
  gateway.fresh.db.rows(
    `SELECT d.launched_at AS "launchedAt", s.platform, f.message ->> 'labels' AS label, f.notification_key AS key,
            s.received, s.opened, s.clicked, s.machine_opened AS "machineOpened", s.machine_clicked AS "machineClicked"
       FROM delivery.click_stat s JOIN delivery.dispatch d USING (dispatch_id, app_id)
       JOIN notifications.definition f USING (notification_key, app_id)
      WHERE s.app_id = $1 AND d.lane = 'bulk' AND NOT d.options ? 'onlySimulated'`,
    [appId],
  );

type Group = (typeof GROUPS)[number];
type Placed = Pick<LedgerRow, 'launchedAt' | 'platform' | 'label' | 'key'>;

function nameOf(by: Group, zone: string, { launchedAt, platform, label, key }: Placed): string {
  return {
    day: dayOf(launchedAt, zone),
    platform: platformByNumber(platform) ?? '',
    label: label ?? '',
    campaign: String(key),
  }[by];
}

/** The expected report, counted from the rows. */
function countLedger(by: Group, zone: string, rows: readonly LedgerRow[], events: readonly EngagementRow[]) {
  const lines = new Map<string, Record<string, number>>();
  const at = (place: Placed): Record<string, number> => {
    const name = nameOf(by, zone, place);
    const line = lines.get(name) ?? {
      planned: 0, sent: 0, failed: 0, skipped: 0, waiting: 0,
      received: 0, receivable: 0, opened: 0, openable: 0, clicked: 0, machineOpened: 0, machineClicked: 0,
    }; // prettier-ignore
    lines.set(name, line);
    return line;
  };
  const add = (line: Record<string, number>, name: string, n: number): void => {
    line[name] = (line[name] ?? 0) + n;
  };
  for (const row of rows) {
    const line = at(row);
    const platform = platformByNumber(row.platform);
    add(line, 'planned', 1);
    add(line, row.status === STATUSES.success ? 'sent' : row.status === STATUSES.failed ? 'failed' : 'skipped', 1);
    if (row.status === STATUSES.success) {
      add(line, 'receivable', platform === 'EMAIL' || platform === 'SMS' ? 0 : 1);
      add(line, 'openable', platform === 'EMAIL' ? 1 : 0);
    }
  }
  for (const event of events) {
    for (const name of ['received', 'opened', 'clicked', 'machineOpened', 'machineClicked'] as const) {
      add(at(event), name, event[name]);
    }
  }
  return Object.fromEntries(lines);
}

function linesOf({ lines }: ReportDto) {
  return Object.fromEntries(
    lines
      .filter(({ planned, clicked, opened, received }) => planned + clicked + opened + received > 0)
      .map(({ name, title: _title, campaigns: _campaigns, ...figures }) => [name, figures]),
  );
}

describe('Reports', () => {
  it.each(Array.from({ length: sampleSize(1) }, (_, n) => n + 11))(
    'A report matches the ledger row for row, also after the rows are deleted (seed %i)',
    { timeout: 120_000 },
    async (seed) => {
      const { db } = gateway.fresh;
      const dice = new Dice(seed);
      for (let key = 0; key < KEYS; key++) {
        await storeRandomSends(db, { appId: dice.isOneIn(5) ? otherId : gateway.appId, dice, from, days: 5 });
      }
      const [ledger, events] = [await readLedger(gateway.appId), await readEngagement(gateway.appId)];
      expect(ledger.length).toBeGreaterThan(50);
      const range = { from: dayOf(from.getTime() - DAY_MS), to: dayOf(from.getTime() + 6 * DAY_MS) };
      const all: ReportDto[] = [];
      for (const zone of ZONES) {
        for (const by of GROUPS) {
          const report = await read({ ...range, zone, by });
          expect(linesOf(report), `${by} in ${zone}`).toEqual(countLedger(by, zone, ledger, events));
          expect(report.total.planned).toBe(ledger.length);
          expect(report.total.campaigns).toBe(new Set(ledger.map(({ key }) => key)).size);
          all.push(report);
        }
      }
      // One day alone has that day's rows.
      const day = dayOf(from.getTime() + 2 * DAY_MS);
      const ofDay = ledger.filter(({ launchedAt }) => dayOf(launchedAt) === day);
      expect((await read({ from: day, to: day })).total.planned).toBe(ofDay.length);

      await gateway.app.get(SendRetentionService).deleteExpired();
      expect(await readLedger(gateway.appId), 'the rows are gone').toEqual([]);
      for (const before of all) {
        const { zone, by } = before;
        const after = await read({ ...range, zone, by });
        expect({ ...after, asOf: '' }, `${by} in ${zone}, when the rows are gone`).toEqual({ ...before, asOf: '' });
      }
    },
  );

  it('A report reads only the campaigns of its days, and no results', { timeout: 120_000 }, async () => {
    const { db } = gateway.fresh;
    const dice = new Dice(5);
    for (let key = 0; key < KEYS; key++) {
      await storeRandomSends(db, { appId: gateway.appId, dice, from, days: 5 });
    }
    // A year of campaigns before, and as many transactional sends on the day itself.
    await db.affected(
      `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, state, planned,
                                      day, created_at, launched_at, finished_at)
       SELECT 5000000 + n, $1, 1, CASE WHEN n % 2 = 0 THEN 'bulk' ELSE 'single' END, '{}', '{}', '{}', 3, 1,
              t.at::date, t.at, t.at, t.at
         FROM generate_series(1, 20000) AS n,
              LATERAL (SELECT $2::timestamptz - CASE WHEN n % 2 = 0 THEN interval '30 days' + n * interval '25 minutes'
                                                     ELSE interval '-1 hour' END AS at) AS t`,
      [gateway.appId, from],
    );
    await db.affected(
      `INSERT INTO delivery.chunk (vb, app_id, dispatch_id, chunk_id, channel, planned, done, state, ids, sent, failed, skipped)
       SELECT 0, $1, 5000000 + n, 5000000 + n, 1, 1, 1, 1, '', '{1}', '{0}', '{0}' FROM generate_series(2, 20000, 2) AS n`,
      [gateway.appId],
    );
    await db.affected('ANALYZE delivery.dispatch, delivery.chunk');
    const reads = () =>
      db.row<{ dispatches: number; results: number; chunks: number }>(
        `SELECT sum(CASE WHEN relname = 'dispatch' THEN seq_tup_read + idx_tup_fetch END)::bigint AS dispatches,
                sum(CASE WHEN relname = 'chunk' THEN seq_tup_read + idx_tup_fetch END)::bigint AS chunks,
                sum(CASE WHEN relname LIKE 'push_result%' THEN seq_tup_read + coalesce(idx_tup_fetch, 0) END)::bigint AS results
           FROM pg_stat_user_tables WHERE schemaname = 'delivery'`,
      );
    const settle = async () => {
      await db.rows('SELECT pg_stat_force_next_flush()');
      await new Promise((done) => setTimeout(done, 1500));
      return reads();
    };
    const before = await settle();
    await read({ from: dayOf(from), to: dayOf(from.getTime() + 4 * DAY_MS), by: 'label' });
    const after = await settle();
    expect((after?.dispatches ?? 0) - (before?.dispatches ?? 0)).toBeLessThan(200);
    expect((after?.chunks ?? 0) - (before?.chunks ?? 0)).toBeLessThan(200);
    expect((after?.results ?? 0) - (before?.results ?? 0)).toBe(0);
  });

  it('The CSV file of a report has the same figures and no formula', async () => {
    const dice = new Dice(21);
    for (let key = 0; key < KEYS; key++) {
      await storeRandomSends(gateway.fresh.db, { appId: gateway.appId, dice, from, days: 5 });
    }
    const query = { from: dayOf(from), to: dayOf(from.getTime() + 5 * DAY_MS), by: 'label' };
    const { lines, total } = await read(query);
    const answer = await owner.get(`/apps/shop/reports.csv?${new URLSearchParams(query)}`);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="report-label-${query.from}-${query.to}.csv"`,
    );
    const [names, ...rows] = answer.text.trimEnd().split('\r\n');
    expect(names).toBe(
      'label,campaigns,planned,sent,failed,skipped,waiting,received,receivable,opened,openable,clicked,machineOpened,machineClicked',
    );
    const written = [...lines, { ...total, name: 'total' }].map(({ name, ...line }) =>
      [name === '=news' ? "'=news" : name, line.campaigns, line.planned, line.sent, line.failed, line.skipped,
       line.waiting, line.received, line.receivable, line.opened, line.openable, line.clicked,
       line.machineOpened, line.machineClicked].join(','),
    ); // prettier-ignore
    expect(rows).toEqual(written);
    expect(answer.text).toContain("'=news");
  });

  it('A report rejects invalid days, too many days and unknown zones, and names the field', async () => {
    const fieldOf = async (query: Record<string, string>) => {
      const { status, json } = await ask(query);
      return [status, (json as { problems: { path: string }[] }).problems[0]?.path];
    };
    const [first, last] = ['2026-01-01', '2026-01-31'];
    expect(await fieldOf({ from: '2026-02-30', to: last })).toEqual([400, 'from']);
    expect(await fieldOf({ from: first, to: 'today' })).toEqual([400, 'to']);
    expect(await fieldOf({ from: last, to: first })).toEqual([400, 'to']);
    expect(await fieldOf({ from: first, to: '2026-04-03' })).toEqual([400, 'to']);
    expect(await fieldOf({ from: first, to: last, zone: "UTC'; DROP" })).toEqual([400, 'zone']);
    expect(await fieldOf({ from: first, to: last, by: 'person' })).toEqual([400, 'by']);
    expect(await fieldOf({ to: last })).toEqual([400, 'from']);
    const { lines, total } = await read({ from: first, to: '2026-04-02' });
    expect(lines).toHaveLength(92);
    expect(total.planned).toBe(0);
  });
});

import type { Database } from '#platform/db';

const DAY_MS = 24 * 3_600_000;
/** Tables whose rows of real sends are copied, and the columns that differ in a copy. */
const COPIED: Record<string, Record<string, string>> = {
  dispatch: {
    dispatch_id: 's.dispatch_id',
    notification_key: 's.key',
    created_at: '(t.row).created_at + s.later',
    offered_at: '(t.row).offered_at + s.later',
    due_at: '(t.row).due_at + s.later',
    launched_at: '(t.row).launched_at + s.later',
    finished_at: '(t.row).finished_at + s.later',
    day: 's.day',
    // The sums of keys have the original alone.
    is_counted: 'false',
  },
  chunk: {
    dispatch_id: 's.dispatch_id',
    chunk_id: '(t.row).chunk_id % 100 + s.dispatch_id * 100',
    offered_at: '(t.row).offered_at + s.later',
  },
  push_result: { dispatch_id: 's.dispatch_id', day: 's.day', ts: '(t.row).ts + s.later' },
  provider_receipt: { dispatch_id: 's.dispatch_id', day: 's.day', at: '(t.row).at + s.later' },
};
const CLICKED_SHARE = 20;
const DOUBTED_SHARE = 1000;

/** The keys that sends of one day were stored under. */
export interface DayKeys {
  definitions: number[];
  /** Some of those that were made for one send. */
  own: number[];
}

/**
 * Fills an installation with the sends of many days. Every row is a copy of one that a real send has left, with the ids and
 * times of its day; one in twenty has a click, one in a thousand a doubt.
 */
export class SimulatedDays {
  private constructor(
    private readonly db: Database,
    private readonly appId: number,
    private readonly templates: number,
  ) {}

  /** Takes the ended sends of an application as patterns, and removes them. */
  static async open(db: Database, appId: number): Promise<SimulatedDays> {
    await db.affected('CREATE SCHEMA simulated_days');
    await db.affected(
      `CREATE TABLE simulated_days.pattern AS
       SELECT row_number() OVER (ORDER BY d.dispatch_id) - 1 AS i, d.dispatch_id, d.notification_key AS key, f.kind
         FROM delivery.dispatch d JOIN notifications.definition f ON f.notification_key = d.notification_key
        WHERE d.app_id = ${appId} AND d.state = 3`,
    );
    for (const table of Object.keys(COPIED)) {
      await db.affected(
        `CREATE TABLE simulated_days.${table} AS SELECT p.i, r AS row
           FROM simulated_days.pattern p JOIN delivery.${table} r ON r.dispatch_id = p.dispatch_id`,
      );
    }
    await db.affected(
      'CREATE TABLE simulated_days.definition AS SELECT f.* FROM notifications.definition f WHERE f.notification_key IN (SELECT p.key FROM simulated_days.pattern p)',
    );
    await db.affected(
      `CREATE TABLE simulated_days.send
         (n integer, i bigint, dispatch_id bigint, key integer, kind text, later interval, day date)`,
    );
    for (const table of [...Object.keys(COPIED), 'click_stat']) {
      await db.affected(
        `DELETE FROM delivery.${table} WHERE dispatch_id IN (SELECT p.dispatch_id FROM simulated_days.pattern p)`,
      );
    }
    await db.affected(`DELETE FROM notifications.definition WHERE app_id = $1 AND kind = 'direct'`, [appId]);
    const row = await db.row<{ patterns: number }>('SELECT count(*) AS patterns FROM simulated_days.pattern');
    return new SimulatedDays(db, appId, row?.patterns ?? 0);
  }

  /** Stores the sends of one day, evenly spread over it. @param start  midnight, UTC */
  async storeDay(start: Date, sends: number): Promise<DayKeys> {
    const day = start.toISOString().slice(0, 10);
    await this.db.affected('TRUNCATE simulated_days.send');
    await this.db.affected(
      `WITH key AS MATERIALIZED (
         INSERT INTO notifications.definition (app_id, kind, message, created_at)
         SELECT f.app_id, f.kind, f.message, $2 FROM simulated_days.definition f WHERE f.kind = 'definition'
          ORDER BY f.notification_key RETURNING notification_key),
       pair AS (
         SELECT k.notification_key AS key, o.notification_key AS of
           FROM (SELECT k.notification_key, row_number() OVER (ORDER BY k.notification_key) AS i FROM key k) k
           JOIN (SELECT f.notification_key, row_number() OVER (ORDER BY f.notification_key) AS i
                   FROM simulated_days.definition f WHERE f.kind = 'definition') o USING (i))
       INSERT INTO simulated_days.send
       SELECT g.n, p.i, (SELECT coalesce(max(d.dispatch_id), 1000000) FROM delivery.dispatch d) + g.n + 1,
              CASE p.kind WHEN 'direct' THEN nextval('notifications.notification_key') ELSE q.key END, p.kind,
              $2::timestamptz + g.n * interval '1 day' / $3::integer - (r.row).created_at, $4::date
         FROM generate_series(0, $3::integer - 1) AS g (n) JOIN simulated_days.pattern p ON p.i = g.n % $1::integer
         JOIN simulated_days.dispatch r ON r.i = p.i LEFT JOIN pair q ON q.of = p.key`,
      [this.templates, start, sends, day],
    );
    await this.db.affected(
      `INSERT INTO notifications.definition (notification_key, app_id, kind, message, created_at)
       SELECT s.key, f.app_id, f.kind, f.message, $1::timestamptz + s.n * interval '1 day' / $2::integer
         FROM simulated_days.send s JOIN simulated_days.pattern p ON p.i = s.i
         JOIN simulated_days.definition f ON f.notification_key = p.key WHERE s.kind = 'direct'`,
      [start, sends],
    );
    for (const [table, columns] of Object.entries(COPIED)) {
      const changes = Object.entries(columns).map(([column, value]) => `'${column}', ${value}`);
      await this.db.affected(
        `INSERT INTO delivery.${table} SELECT c.* FROM simulated_days.send s JOIN simulated_days.${table} t ON t.i = s.i
          CROSS JOIN LATERAL jsonb_populate_record(t.row, jsonb_build_object(${changes.join(', ')})) AS c`,
      );
    }
    await this.storeReactions();
    return this.listKeys();
  }

  private async storeReactions(): Promise<void> {
    const sent = `FROM simulated_days.send s JOIN simulated_days.push_result t ON t.i = s.i AND (t.row).status = 1`;
    await this.db.affected(
      `INSERT INTO delivery.click (vb, app_id, day, dispatch_id, channel, recipient_id, platform, at)
       SELECT (t.row).vb, (t.row).app_id, s.day, s.dispatch_id, (t.row).channel, (t.row).recipient_id, (t.row).platform,
              (t.row).ts + s.later ${sent} WHERE s.n % ${CLICKED_SHARE} = 0`,
    );
    await this.db.affected(
      `INSERT INTO delivery.click_stat (app_id, dispatch_id, platform, slot, clicked)
       SELECT (t.row).app_id, s.dispatch_id, (t.row).platform, (t.row).recipient_id % 16, count(*) ${sent}
        WHERE s.n % ${CLICKED_SHARE} = 0 GROUP BY 1, 2, 3, 4`,
    );
    await this.db.affected(
      `INSERT INTO delivery.in_doubt (vb, app_id, dispatch_id, channel, recipient_id, cause, at)
       SELECT (t.row).vb, (t.row).app_id, s.dispatch_id, (t.row).channel, (t.row).recipient_id, 'LEASE_LOST',
              (t.row).ts + s.later ${sent} WHERE s.n % ${DOUBTED_SHARE} = 0`,
    );
  }

  private async listKeys(): Promise<DayKeys> {
    const rows = await this.db.rows<{ key: number; kind: string }>(
      `(SELECT DISTINCT s.key, s.kind FROM simulated_days.send s WHERE s.kind <> 'direct') UNION ALL
       (SELECT s.key, s.kind FROM simulated_days.send s WHERE s.kind = 'direct' ORDER BY s.key LIMIT 200)`,
    );
    const ofKind = (isOwn: boolean) => rows.flatMap(({ key, kind }) => ((kind === 'direct') === isOwn ? [key] : []));
    return { definitions: ofKind(false), own: ofKind(true) };
  }

  /** Counts rows that are older than some days, by table. */
  async countOlder(now: Date, days: number): Promise<Record<string, number>> {
    const before = new Date(now.getTime() - days * DAY_MS);
    const row = await this.db.row<Record<string, number>>(
      `SELECT (SELECT count(*) FROM delivery.dispatch d WHERE d.app_id = $1 AND d.created_at < $2) AS dispatch,
              (SELECT count(*) FROM delivery.chunk c WHERE c.app_id = $1 AND c.offered_at < $2) AS chunk,
              (SELECT count(*) FROM delivery.in_doubt i WHERE i.app_id = $1 AND i.at < $2) AS in_doubt,
              (SELECT count(*) FROM delivery.click_stat s WHERE s.app_id = $1
                  AND NOT EXISTS (SELECT FROM delivery.dispatch d WHERE d.dispatch_id = s.dispatch_id)) AS click_stat,
              (SELECT count(*) FROM notifications.definition f
                WHERE f.app_id = $1 AND f.kind = 'direct' AND f.created_at < $2) AS one_time_definition`,
      [this.appId, before],
    );
    return row ?? {};
  }
}

import { platformByNumber } from '#libs/content';
import { DISPATCH_STATES, STATUSES } from '#libs/delivery';
import type { Database, Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { Crash, crashingDatabase } from '../database/crashing-database.js';
import type { Dice } from '../rooms/dice.js';
import { storeRandomSends } from './random-sends.js';

const KINDS = ['definition', 'definition', 'definition', 'campaign', 'direct'] as const;
const SENDS_OF_A_DEFINITION = 18;
const REPORTS = ['clicked', 'opened', 'received'] as const;
export type Report = (typeof REPORTS)[number];
const COUNTED = ['sent', 'failed', 'leftOut', ...REPORTS] as const;

/** Figures of one key: counts by platform or by reason, without zeros. */
export type KeyFigures = { status: string } & Record<(typeof COUNTED)[number], Record<string, number>>;

export interface Recipient {
  dispatchId: number;
  key: number;
  channel: number;
  recipientId: number;
  platform: number;
}

/** The statements of processes of this release. */
export interface SendStatements {
  finish(db: Database, dispatchIds: readonly number[]): Promise<unknown>;
  stop(tx: Tx, appId: number, dispatchIds: readonly number[]): Promise<{ dispatchId: number }[]>;
  report(tx: Tx, appId: number, report: Report, recipient: Recipient): Promise<unknown>;
  erase(tx: Tx, appId: number, place: { vb: number; uid: number; recipientId: number }): Promise<unknown>;
}

/**
 * A random history of the sends of some keys, by the statements of processes of this release and the one before. The
 * expected figures come from the rows of results, and from the reports that the history adds.
 */
export class SendHistory {
  private readonly figures = new Map<number, KeyFigures>();
  private readonly open = new Map<number, number>();
  private readonly stopped = new Set<number>();
  private recipients: Recipient[] = [];
  private readonly reported = new Set<string>();

  constructor(
    private readonly db: Database,
    private readonly appId: number,
    private readonly dice: Dice,
    private readonly statements: SendStatements,
  ) {}

  get keys(): number[] {
    return [...this.figures.keys()];
  }

  get hasOpenSends(): boolean {
    return this.open.size > 0;
  }

  /** The figures that every reader has to show now. */
  get expected(): Map<number, KeyFigures> {
    const openKeys = new Set([...this.open].flatMap(([id, key]) => (this.stopped.has(id) ? [] : [key])));
    return new Map(
      [...this.figures].map(([key, figures]) => [
        key,
        {
          ...figures,
          leftOut: Object.fromEntries(Object.entries(figures.leftOut).filter(([, users]) => users > 0)),
          status: openKeys.has(key) ? 'SENDING' : 'FINISHED',
        },
      ]),
    );
  }

  /** Stores sends whose recipients all have results; they have not ended yet. */
  async store(from: Date, days: number): Promise<void> {
    for (const kind of KINDS) {
      const { db, appId, dice } = this;
      const key = await storeRandomSends(db, {
        appId,
        dice,
        from,
        days,
        kind,
        sends: SENDS_OF_A_DEFINITION,
        areOpen: true,
      });
      for (const table of ['click', 'click_stat']) {
        await db.affected(
          `DELETE FROM delivery.${table} AS s USING delivery.dispatch AS d
            WHERE d.dispatch_id = s.dispatch_id AND d.notification_key = $1`,
          [key],
        );
      }
      await this.recount(key);
    }
  }

  /** Ends some sends, perhaps in several workers at once, any of which may die between two statements. */
  async finish(): Promise<void> {
    const workers = Array.from({ length: 1 + this.dice.below(3) }, () => {
      return { chosen: this.chooseOpen(), left: this.dice.below(8) };
    });
    await Promise.all(
      workers.map(async ({ chosen, left }) => {
        const db = crashingDatabase(this.db, { left });
        await this.statements.finish(db, chosen).catch((error: unknown) => {
          if (!(error instanceof Crash)) {
            throw error;
          }
        });
      }),
    );
    await this.forgetEnded();
  }

  /** Ends some sends as a worker of the release before does, which knows no sums. */
  async finishAsBefore(): Promise<void> {
    await this.db.affected(
      `UPDATE delivery.dispatch
          SET state = CASE WHEN stopped_at IS NULL THEN ${DISPATCH_STATES.finished} ELSE ${DISPATCH_STATES.stopped} END,
              finished_at = now() WHERE dispatch_id = ANY ($1::bigint[])`,
      [this.chooseOpen()],
    );
    await this.forgetEnded();
  }

  async stop(): Promise<void> {
    const sends = this.chooseOpen();
    const stopped = await this.db.tx((tx) => this.statements.stop(tx, this.appId, sends));
    stopped.forEach(({ dispatchId }) => this.stopped.add(dispatchId));
  }

  /** A device or mail program reports something about a message, perhaps once more. */
  async report(): Promise<void> {
    const recipient = this.dice.pick(this.recipients);
    const { platform, key } = recipient;
    const report = this.dice.pick(REPORTS);
    const isThere = await this.exists(recipient.dispatchId);
    await this.db.tx((tx) => this.statements.report(tx, this.appId, report, recipient));
    if (isThere && !this.reported.has(nameOf(report, recipient))) {
      this.reported.add(nameOf(report, recipient));
      add(this.figures.get(key)?.[report], nameOfPlatform(platform), 1);
    }
  }

  /**
   * A gateway of the release before counts a click by its send. The next run of the retention gives it to the sums of
   * the key.
   */
  async clickAsBefore(): Promise<void> {
    const recipient = this.dice.pick(this.recipients);
    const { dispatchId, channel, recipientId, platform, key } = recipient;
    const name = nameOf('clicked', recipient);
    if (!(await this.exists(dispatchId)) || this.reported.has(name)) {
      return;
    }
    this.reported.add(name);
    await this.db.affected(
      `INSERT INTO delivery.click (vb, app_id, day, dispatch_id, channel, recipient_id, platform, button)
       SELECT $1, d.app_id, d.day, d.dispatch_id, $3, $4, $5, 'Later' FROM delivery.dispatch AS d WHERE d.dispatch_id = $2`,
      [bucketOfId(recipientId), dispatchId, channel, recipientId, platform],
    );
    await this.db.affected(
      `INSERT INTO delivery.click_stat AS s (app_id, dispatch_id, platform, slot, clicked) VALUES ($1, $2, $3, $4, 1)
       ON CONFLICT (app_id, dispatch_id, platform, slot) DO UPDATE SET clicked = s.clicked + 1`,
      [this.appId, dispatchId, platform, recipientId % 16],
    );
    add(this.figures.get(key)?.clicked, nameOfPlatform(platform), 1);
  }

  /** Erases a person. Reasons of sends that are in a sum stay, as the other figures do. */
  async erase(): Promise<void> {
    const { recipientId } = this.dice.pick(this.recipients);
    const rows = await this.db.rows<{ key: number; reason: string }>(
      `SELECT d.notification_key AS key, coalesce(r.reason, 'SKIPPED') AS reason
         FROM delivery.dispatch AS d JOIN delivery.push_result AS r ON r.dispatch_id = d.dispatch_id AND r.day = d.day
        WHERE NOT d.is_counted AND r.status = ${STATUSES.skipped} AND r.uid = $1`,
      [recipientId],
    );
    const place = { vb: bucketOfId(recipientId), uid: recipientId, recipientId };
    await this.db.tx((tx) => this.statements.erase(tx, this.appId, place));
    rows.forEach(({ key, reason }) => add(this.figures.get(key)?.leftOut, reason, -1));
    this.recipients = this.recipients.filter((recipient) => recipient.recipientId !== recipientId);
  }

  /** Makes some ended sends as old as retention wants them. */
  async age(): Promise<void> {
    const ended = this.dice.some([...new Set(this.recipients.map(({ dispatchId }) => dispatchId))]);
    await this.db.affected(
      `UPDATE delivery.dispatch SET finished_at = finished_at - interval '5 days' WHERE dispatch_id = ANY ($1::bigint[])`,
      [ended],
    );
  }

  private chooseOpen(): number[] {
    return this.dice.some([...this.open.keys()]).filter(() => this.dice.isOneIn(2));
  }

  private async forgetEnded(): Promise<void> {
    const rows = await this.db.rows<{ id: number }>(
      `SELECT d.dispatch_id AS id FROM delivery.dispatch AS d WHERE d.state >= ${DISPATCH_STATES.finished}`,
    );
    rows.forEach(({ id }) => this.open.delete(id));
  }

  private async exists(dispatchId: number): Promise<boolean> {
    const rows = await this.db.rows('SELECT FROM delivery.dispatch AS d WHERE d.dispatch_id = $1', [dispatchId]);
    return rows.length > 0;
  }

  private async recount(key: number): Promise<void> {
    const rows = await this.db.rows<Recipient & { isStopped: boolean; status: number; reason: string | null }>(
      `SELECT d.dispatch_id AS "dispatchId", d.notification_key AS key, r.channel, r.recipient_id AS "recipientId",
              r.platform, r.status, r.reason, d.stopped_at IS NOT NULL AS "isStopped"
         FROM delivery.dispatch AS d JOIN delivery.push_result AS r ON r.dispatch_id = d.dispatch_id AND r.day = d.day
        WHERE d.notification_key = $1 ORDER BY d.dispatch_id, r.recipient_id`,
      [key],
    );
    const leftOut = await this.db.rows<{ reason: string; users: number }>(
      `SELECT l.reason, l.users FROM delivery.dispatch AS d JOIN delivery.left_out AS l ON l.dispatch_id = d.dispatch_id
        WHERE d.notification_key = $1`,
      [key],
    );
    const figures: KeyFigures = {
      status: '',
      sent: {},
      failed: {},
      leftOut: {},
      clicked: {},
      opened: {},
      received: {},
    };
    for (const { status, platform, reason } of rows) {
      if (status === STATUSES.skipped) {
        add(figures.leftOut, reason ?? 'SKIPPED', 1);
      } else {
        add(status === STATUSES.success ? figures.sent : figures.failed, nameOfPlatform(platform), 1);
      }
    }
    leftOut.forEach(({ reason, users }) => add(figures.leftOut, reason, users));
    rows.forEach(({ dispatchId }) => this.open.set(dispatchId, key));
    rows.filter(({ isStopped }) => isStopped).forEach(({ dispatchId }) => this.stopped.add(dispatchId));
    this.recipients.push(...rows);
    this.figures.set(key, figures);
  }
}

function nameOf(report: string, { dispatchId, channel, recipientId }: Recipient): string {
  return [report, dispatchId, channel, recipientId].join(' ');
}

function nameOfPlatform(platform: number): string {
  return platformByNumber(platform) ?? String(platform);
}

function add(sums: Record<string, number> | undefined, name: string, count: number): void {
  if (sums) {
    sums[name] = (sums[name] ?? 0) + count;
  }
}

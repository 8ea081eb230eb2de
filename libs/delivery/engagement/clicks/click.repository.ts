import { Injectable } from '@nestjs/common';
import { bucketOfId } from '#platform/ids';
import { Database, type Param, type Tx } from '#platform/db';
import { hasSharedKey } from '#libs/delivery/key-totals';
import { type Dispatch, STATUSES } from '../../model/delivery.types.js';
import type { MessageRef } from '../../model/message-id.js';
import { PAST_COUNTS } from '../../model/past-send.js';
import { hasId } from '../../model/recipient-set.js';
import { REPORTABLE_SEND } from './reportable-send.sql.js';

/** Counter rows per dispatch, or per key and day, and platform, so that concurrent clicks seldom wait for each other. */
const COUNTER_SLOTS = 16;

const COUNT = {
  clicked: countReport('clicked'),
  opened: countReport('opened'),
  received: countReport('received'),
  machineClicked: countReport('machineClicked', 'machine_clicked'),
  machineOpened: countReport('machineOpened', 'machine_opened'),
};
const MACHINE_COUNT = { opened: COUNT.machineOpened, clicked: COUNT.machineClicked } as const;

/**
 * Counts a report of a message: application, dispatch, platform, slot. By the key and day where sends share their key, so
 * that its statistics read no row for each send; whether the send has ended makes no difference. Else by the dispatch.
 */
function countReport(
  kind: 'clicked' | 'opened' | 'received' | 'machineClicked' | 'machineOpened',
  column: string = kind,
): string {
  return `
    WITH shared AS MATERIALIZED (
      SELECT d.notification_key, (d.created_at AT TIME ZONE 'UTC')::date AS day FROM delivery.dispatch AS d
       WHERE d.dispatch_id = $2 AND d.app_id = $1 AND ${hasSharedKey('d')}),
    of_key AS (
      INSERT INTO delivery.send_count AS s (app_id, notification_key, day, kind, platform, name, count)
      SELECT $1, k.notification_key, k.day, ${PAST_COUNTS[kind]}, $3::smallint, $4::integer::text, 1 FROM shared AS k
      ON CONFLICT (app_id, notification_key, day, kind, platform, name) DO UPDATE SET count = s.count + 1)
    INSERT INTO delivery.click_stat AS s (app_id, dispatch_id, platform, slot, ${column})
    SELECT $1, $2, $3, $4, 1 WHERE NOT EXISTS (SELECT FROM shared)
    ON CONFLICT (app_id, dispatch_id, platform, slot) DO UPDATE SET ${column} = s.${column} + 1`;
}

/** A fetched pixel or link. @property platform  of its message */
export interface FetchedMessage {
  kind: 'opened' | 'clicked';
  appId: number;
  message: MessageRef;
  platform: number;
}

const TABLE_OF = { opened: 'delivery.open', clicked: 'delivery.click' } as const;

/**
 * Time of a fetch or report and who made it.
 *
 * @property at       absent: now
 * @property fetcher  the number of it; absent: unknown
 */
export interface ReportOrigin {
  at?: Date;
  fetcher?: number;
  rule?: string;
}

const ORIGIN_COLUMNS = 'at, fetcher, rule';
function toOriginParams({ at, fetcher, rule }: ReportOrigin): Param[] {
  return [at ?? null, fetcher ?? null, rule ?? null];
}

/** The application and content of a message that a link belongs to. */
export type LinkedMessage = Pick<Dispatch, 'appId' | 'message' | 'options'>;

/** Statements of clicks, opens and arrivals. RETURNING, because Citus counts rows that were there already. */
@Injectable()
export class ClickRepository {
  constructor(private readonly db: Database) {}

  /** One row · primary key · no locks. It reads those of all applications: the token of a link is proof. */
  async findLinkedMessage(dispatchId: number): Promise<LinkedMessage | undefined> {
    return this.db.row<LinkedMessage>(
      'SELECT d.app_id AS "appId", d.message, d.options FROM delivery.dispatch d WHERE d.dispatch_id = $1 AND d.day IS NOT NULL',
      [dispatchId],
    );
  }

  /**
   * Tests if a message left, or may have left, for a recipient: it has a success, a doubt, or is in flight now, because
   * a fast click arrives before the result is stored. One statement, so that no commit lies between the three.
   * One row · dispatch's primary key, push_result_once, in_doubt_by_dispatch, chunk_by_dispatch for messages without a
   * result · no locks.
   */
  async wasSent(appId: number, { dispatchId, channel, recipientId }: MessageRef): Promise<boolean> {
    const row = await this.db.row<{ isSettled: boolean; inFlight: Buffer[] | null }>(
      `WITH d AS MATERIALIZED (
         SELECT d.day FROM delivery.dispatch AS d WHERE d.dispatch_id = $3 AND d.app_id = $2 AND d.day IS NOT NULL),
       success AS MATERIALIZED (
         SELECT r.recipient_id FROM d
           JOIN delivery.push_result AS r
             ON r.vb = $1 AND r.app_id = $2 AND r.dispatch_id = $3 AND r.channel = $4 AND r.day = d.day
            AND r.recipient_id = $5 AND r.status = ${STATUSES.success})
       SELECT s.is_settled AS "isSettled", CASE WHEN NOT s.is_settled THEN (
                SELECT array_agg(c.intent) FROM delivery.chunk AS c
                 WHERE c.dispatch_id = $3 AND c.app_id = $2 AND c.channel = $4 AND c.intent IS NOT NULL) END AS "inFlight"
         FROM d
        CROSS JOIN (
          SELECT EXISTS (SELECT FROM success)
              -- Citus reads no answer without a column.
              OR EXISTS (SELECT 1 FROM delivery.in_doubt AS i
                          WHERE i.dispatch_id = $3 AND i.app_id = $2 AND i.channel = $4 AND i.recipient_id = $5)
              AS is_settled) AS s`,
      [bucketOfId(recipientId), appId, dispatchId, channel, recipientId],
    );
    return row?.isSettled === true || (row?.inFlight?.some((ids) => hasId(ids, recipientId)) ?? false);
  }

  /**
   * Records a click, once per recipient, and counts it. Nothing changes for a message of another application, or of a
   * dispatch that is not launched.
   * One row each · dispatch's primary key, click_once · locks one counter row, last, to the end of the transaction.
   *
   * @param origin.button  the clicked button; absent: the message itself
   * @returns whether it was the first click
   */
  async recordClick(
    tx: Tx,
    appId: number,
    { dispatchId, channel, recipientId }: MessageRef,
    platform: number,
    { button, ...origin }: ReportOrigin & { button?: string | undefined } = {},
  ): Promise<boolean> {
    const inserted = await tx.affected(
      `INSERT INTO delivery.click (vb, app_id, day, dispatch_id, channel, recipient_id, platform, button, ${ORIGIN_COLUMNS})
       SELECT $1, d.app_id, d.day, d.dispatch_id, $4, $5, $6, $7, coalesce($8, now()), $9, $10
         FROM delivery.dispatch d WHERE ${REPORTABLE_SEND}
       ON CONFLICT DO NOTHING RETURNING vb`,
      [
        bucketOfId(recipientId),
        dispatchId,
        appId,
        channel,
        recipientId,
        platform,
        button ?? null,
        ...toOriginParams(origin),
      ],
    );
    if (inserted === 1) {
      await tx.affected(COUNT.clicked, [appId, dispatchId, platform, recipientId % COUNTER_SLOTS]);
    }
    return inserted === 1;
  }

  /**
   * Records the opening of an e-mail, once per recipient, and counts it.
   * One row each · dispatch's primary key, open_once · locks one counter row, last, to the end of the transaction.
   *
   * @returns whether it was the first time
   */
  async recordOpen(
    tx: Tx,
    appId: number,
    { dispatchId, channel, recipientId }: MessageRef,
    platform: number,
    origin: ReportOrigin = {},
  ): Promise<boolean> {
    const inserted = await tx.affected(
      `INSERT INTO delivery.open (vb, app_id, day, dispatch_id, channel, recipient_id, ${ORIGIN_COLUMNS})
       SELECT $1, d.app_id, d.day, d.dispatch_id, $4, $5, coalesce($6, now()), $7, $8
         FROM delivery.dispatch d WHERE ${REPORTABLE_SEND}
       ON CONFLICT DO NOTHING RETURNING vb`,
      [bucketOfId(recipientId), dispatchId, appId, channel, recipientId, ...toOriginParams(origin)],
    );
    if (inserted === 1) {
      await tx.affected(COUNT.opened, [appId, dispatchId, platform, recipientId % COUNTER_SLOTS]);
    }
    return inserted === 1;
  }

  /**
   * Records the fetch of a machine, once per recipient and kind, and counts it beside those of people.
   * One row each · dispatch's primary key, machine_fetch_once · locks one counter row, last, to the end of the transaction.
   *
   * @returns whether it was the first time
   */
  async recordMachine(
    tx: Tx,
    { kind, appId, message: { dispatchId, channel, recipientId }, platform }: FetchedMessage,
    { at, rule }: { at: Date; rule: string },
  ): Promise<boolean> {
    const inserted = await tx.affected(
      `INSERT INTO delivery.machine_fetch (vb, app_id, day, dispatch_id, channel, recipient_id, kind, at, rule)
       SELECT $1, d.app_id, d.day, d.dispatch_id, $4, $5, $6, $7, $8
         FROM delivery.dispatch d WHERE ${REPORTABLE_SEND}
       ON CONFLICT DO NOTHING RETURNING vb`,
      [bucketOfId(recipientId), dispatchId, appId, channel, recipientId, kind, at, rule],
    );
    if (inserted === 1) {
      await tx.affected(MACHINE_COUNT[kind], [appId, dispatchId, platform, recipientId % COUNTER_SLOTS]);
    }
    return inserted === 1;
  }

  /**
   * Counts an open or a click without its recipient. Nothing changes where a row of the recipient was counted before.
   * One row each · dispatch's primary key, open_once or click_once · locks one counter row, last, to the end of the
   * transaction.
   */
  async addToSum(tx: Tx, { kind, appId, message, platform }: FetchedMessage, isMachine = false): Promise<void> {
    const { dispatchId, channel, recipientId } = message;
    const row = await tx.row(
      `WITH d AS MATERIALIZED (SELECT d.day FROM delivery.dispatch AS d WHERE ${REPORTABLE_SEND}),
       known AS MATERIALIZED (
         SELECT r.recipient_id FROM d
           JOIN ${isMachine ? 'delivery.machine_fetch' : TABLE_OF[kind]} AS r
             ON r.vb = $1 AND r.app_id = $3 AND r.day = d.day AND r.dispatch_id = $2 AND r.channel = $4
            AND r.recipient_id = $5 ${isMachine ? `AND r.kind = '${kind}'` : ''})
       SELECT d.day FROM d WHERE NOT EXISTS (SELECT k.recipient_id FROM known AS k)`,
      [bucketOfId(recipientId), dispatchId, appId, channel, recipientId],
    );
    if (row) {
      await tx.affected((isMachine ? MACHINE_COUNT : COUNT)[kind], [
        appId,
        dispatchId,
        platform,
        recipientId % COUNTER_SLOTS,
      ]);
    }
  }

  /**
   * Records the arrival of a push, once per recipient, and counts it. Nothing changes for a message of another application.
   * One row each · dispatch's primary key, receipt_once · locks one counter row, last, to the end of the transaction.
   */
  async recordArrival(
    tx: Tx,
    appId: number,
    { dispatchId, channel, recipientId }: MessageRef,
    platform: number,
  ): Promise<void> {
    const inserted = await tx.affected(
      `INSERT INTO delivery.receipt (vb, app_id, day, dispatch_id, channel, recipient_id)
       SELECT $1, d.app_id, d.day, d.dispatch_id, $4, $5
         FROM delivery.dispatch d WHERE ${REPORTABLE_SEND}
       ON CONFLICT DO NOTHING RETURNING vb`,
      [bucketOfId(recipientId), dispatchId, appId, channel, recipientId],
    );
    if (inserted === 1) {
      await tx.affected(COUNT.received, [appId, dispatchId, platform, recipientId % COUNTER_SLOTS]);
    }
  }
}

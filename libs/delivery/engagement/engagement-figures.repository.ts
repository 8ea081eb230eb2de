import { Injectable } from '@nestjs/common';
import { ALL_EACH, Database } from '#platform/db';
import { pastCounts } from '#libs/delivery/key-totals';
import { PAST_COUNTS } from '../model/past-send.js';

/** The count of reports of devices and mail programs without a click, and of machines. */
export interface SightCount {
  platform: number;
  received: number;
  opened: number;
  machineOpened: number;
  machineClicked: number;
}

/** Recipients that clicked a button, under the name that their device gives it. */
export interface ButtonCount {
  platform: number;
  button: string;
  clicked: number;
}

/** Recipients with a provider callback, by kind and code. */
export interface CallbackCount {
  channel: number;
  kind: string;
  code: string;
  recipients: number;
}

/** One provider callback about one message. */
export interface CallbackRow {
  channel: number;
  kind: string;
  code: string;
  raw: string;
  at: Date;
}

/** Opens, clicks and provider callbacks after the final result. */
@Injectable()
export class EngagementFiguresRepository {
  constructor(private readonly db: Database) {}

  /** Sixteen rows per dispatch and platform · dispatch_by_key, click_stat's key · no locks. */
  async countSights(appId: number, key: number): Promise<SightCount[]> {
    return this.db.reads.rows<SightCount>(
      `SELECT o.platform, sum(o.received)::bigint AS received, sum(o.opened)::bigint AS opened,
              sum(o.machine_opened)::bigint AS "machineOpened", sum(o.machine_clicked)::bigint AS "machineClicked" FROM (
         SELECT s.platform, s.received, s.opened, s.machine_opened, s.machine_clicked
           FROM delivery.dispatch d CROSS JOIN LATERAL (
             SELECT o.* FROM delivery.click_stat o
              WHERE o.app_id = $1 AND o.dispatch_id = d.dispatch_id ${ALL_EACH}) AS s
          WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[]) AND NOT d.is_counted
         UNION ALL
         SELECT p.platform, CASE p.kind WHEN ${PAST_COUNTS.received} THEN p.count ELSE 0 END,
                CASE p.kind WHEN ${PAST_COUNTS.opened} THEN p.count ELSE 0 END,
                CASE p.kind WHEN ${PAST_COUNTS.machineOpened} THEN p.count ELSE 0 END,
                CASE p.kind WHEN ${PAST_COUNTS.machineClicked} THEN p.count ELSE 0 END
           FROM (${pastCounts('received', 'opened', 'machineOpened', 'machineClicked')}) AS p) AS o
        GROUP BY o.platform ORDER BY o.platform`,
      [appId, [key]],
    );
  }

  /**
   * First clicks by button · the clicks of the dispatches of a key, in all buckets of their days · click_once of these
   * days · no locks · not counted on arrival, because devices choose the names of buttons.
   */
  async countButtonClicks(appId: number, key: number): Promise<ButtonCount[]> {
    return this.db.reads.rows<ButtonCount>(
      `SELECT o.platform, o.button, sum(o.clicked)::bigint AS clicked FROM (
         SELECT c.platform, c.button, 1 AS clicked
           FROM delivery.dispatch d
           JOIN delivery.click c ON c.app_id = d.app_id AND c.day = d.day AND c.dispatch_id = d.dispatch_id
          WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[]) AND c.button IS NOT NULL
         UNION ALL
         SELECT p.platform, p.name, p.count FROM (${pastCounts('button')}) AS p) AS o
        GROUP BY o.platform, o.button ORDER BY o.platform, o.button LIMIT 1000`,
      [appId, [key]],
    );
  }

  /**
   * Provider callbacks by kind and code · those of the dispatches of a key, in all buckets of their days ·
   * provider_receipt_once of these days · no locks · not counted on arrival, because they are few and rarely read.
   */
  async countCallbacks(appId: number, key: number): Promise<CallbackCount[]> {
    return this.db.reads.rows<CallbackCount>(
      `SELECT o.channel, o.kind, o.code, sum(o.recipients)::bigint AS recipients FROM (
         SELECT r.channel, r.kind, r.code, 1 AS recipients
           FROM delivery.dispatch d
           JOIN delivery.provider_receipt r ON r.app_id = d.app_id AND r.day = d.day AND r.dispatch_id = d.dispatch_id
          WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[])
         UNION ALL
         SELECT p.platform, split_part(p.name, ' ', 1), substr(p.name, strpos(p.name, ' ') + 1), p.count
           FROM (${pastCounts('callback')}) AS p) AS o
        GROUP BY o.channel, o.kind, o.code ORDER BY o.channel, o.kind, o.code`,
      [appId, [key]],
    );
  }

  /** Provider callbacks of some recipients of a key, oldest first · tens of rows · provider_receipt_once. */
  async findCallbacks(appId: number, key: number, recipientIds: readonly number[]): Promise<CallbackRow[]> {
    return this.db.reads.rows<CallbackRow>(
      `SELECT p.channel, p.kind, p.code, p.raw, p.at
         FROM delivery.dispatch d CROSS JOIN unnest($3::bigint[]) AS q (id)
         JOIN delivery.provider_receipt p
           ON p.vb = q.id % 1024 AND p.app_id = d.app_id AND p.day = d.day AND p.dispatch_id = d.dispatch_id
          AND p.recipient_id = q.id
        WHERE d.app_id = $1 AND d.notification_key = $2 ORDER BY p.at`,
      [appId, key, recipientIds],
    );
  }
}

import { Injectable } from '@nestjs/common';
import type { Target } from '#libs/audience';
import { CHANNELS, type Channel } from '#libs/channels/definitions';
import { Database } from '#platform/db';
import { DISPATCH_STATES } from '../model/delivery.types.js';

/**
 * Another campaign that left or will leave.
 *
 * @property at       of its launch, or when it is due
 * @property planned  recipients frozen at its launch; null: it was not launched yet
 */
export interface OtherSend {
  key: number;
  name: string | null;
  at: Date;
  planned: number | null;
  target: Target;
}

/** @property channels  of its messages that have not left yet */
export interface RunningSend {
  key: number;
  name: string | null;
  channels: Channel[];
}

/** Finds other campaigns of an application, beside one that someone writes. Drills are none: they reach no one. */
@Injectable()
export class OtherSendRepository {
  constructor(private readonly db: Database) {}

  /**
   * Campaigns that left between two moments or are due then, those nearest to `at` first · the launches of two or three days
   * by dispatch_by_day, and what is open by dispatch_open · no locks.
   */
  async findBetween(
    appId: number,
    { from, to, at, limit }: { from: Date; to: Date; at: Date; limit: number },
  ): Promise<OtherSend[]> {
    return this.db.rows<OtherSend>(
      `WITH found AS (
         SELECT d.dispatch_id, d.launched_at AS at, d.planned FROM delivery.dispatch AS d
         WHERE d.app_id = $1 AND d.day BETWEEN ($2::timestamptz AT TIME ZONE 'UTC')::date AND ($3::timestamptz AT TIME ZONE 'UTC')::date
           AND d.launched_at BETWEEN $2 AND $3
         UNION ALL
         SELECT d.dispatch_id, d.due_at, NULL FROM delivery.dispatch AS d
         WHERE d.state < ${DISPATCH_STATES.finished} AND d.app_id = $1 AND d.launched_at IS NULL AND d.due_at BETWEEN $2 AND $3)
       SELECT d.notification_key AS key, d.message ->> 'title' AS name, f.at, f.planned::double precision AS planned, d.target
       FROM found AS f JOIN delivery.dispatch AS d ON d.dispatch_id = f.dispatch_id
       WHERE d.lane = 'bulk' AND d.options -> 'onlySimulated' IS NULL
       ORDER BY abs(extract(epoch FROM f.at - $4::timestamptz)), d.dispatch_id LIMIT $5`,
      [appId, from, to, at, limit],
    );
  }

  /** Campaigns with messages of some channels that may leave now · dispatch_open, chunk_open · no locks. */
  async findRunning(appId: number, channels: readonly Channel[]): Promise<RunningSend[]> {
    if (channels.length === 0) {
      return [];
    }
    const byCode = new Map(channels.map((channel) => [CHANNELS[channel], channel]));
    const rows = await this.db.rows<Omit<RunningSend, 'channels'> & { codes: number[] }>(
      `SELECT d.notification_key AS key, d.message ->> 'title' AS name, c.codes
       FROM delivery.dispatch AS d
       CROSS JOIN LATERAL (
         SELECT array_agg(DISTINCT q.channel::integer) AS codes FROM delivery.chunk AS q
         WHERE q.dispatch_id = d.dispatch_id AND q.state = 0 AND q.channel = ANY ($2::smallint[])) AS c
       WHERE d.state IN (${DISPATCH_STATES.launching}, ${DISPATCH_STATES.sending}) AND d.app_id = $1 AND d.lane = 'bulk'
         AND d.paused_at IS NULL AND d.stopped_at IS NULL AND d.options -> 'onlySimulated' IS NULL AND c.codes IS NOT NULL
       ORDER BY d.dispatch_id`,
      [appId, [...byCode.keys()]],
    );
    return rows.map(({ codes, ...send }) => ({ ...send, channels: codes.flatMap((code) => byCode.get(code) ?? []) }));
  }
}

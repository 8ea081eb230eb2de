import { Injectable } from '@nestjs/common';
import { type Channel, CHANNELS } from '#libs/channels/definitions';
import { Config } from '#platform/config';
import { Database, prepared } from '#platform/db';
import { lockedChunks } from '../dispatches/lock-order.sql.js';
import type { OpenChunk } from '../dispatches/chunk.repository.js';
import { channelByCode } from '../model/channel-policy.js';
import { type ChunkKey, HOLD_REASONS, type Lane } from '../model/delivery.types.js';

/** The chunks of one channel and kind of send, which share a queue. */
export interface ChunkQueue {
  lane: Lane;
  channel: Channel;
}

/** Open chunks `o` of dispatches `d` that a worker may claim now. */
const CLAIMABLE = `o.state = 0 AND o.hold NOT IN (${HOLD_REASONS.waiting}, ${HOLD_REASONS.paused})
                  AND (o.lease_until IS NULL OR o.lease_until < now())`;
/** They were enqueued or given back so long ago that they wait for more than a job. $1: REOFFER_MS */
const OVERDUE = `${CLAIMABLE} AND o.offered_at < now() - $1 * interval '1 millisecond'`;

/** Open chunks that no worker holds. */
@Injectable()
export class OpenChunkRepository {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
  ) {}

  /** The queues whose chunks wait too long. All open chunks · chunk_open · no locks. */
  async findOverdueQueues(): Promise<ChunkQueue[]> {
    const rows = await this.db.rows<{ lane: Lane; channel: number }>(
      prepared(`SELECT DISTINCT d.lane, o.channel
         FROM delivery.chunk o JOIN delivery.dispatch d ON d.dispatch_id = o.dispatch_id
        WHERE ${OVERDUE}`),
      [this.config.REOFFER_MS],
    );
    return rows.map(({ lane, channel }) => ({ lane, channel: channelByCode(channel) }));
  }

  /**
   * Takes open chunks to enqueue again, the longest waiting first: their lease ran out since the last time, or they
   * wait too long and their queue is idle. Compare and set keeps two recoveries from taking the same chunk. At most
   * 1000 rows · chunk_open · locks the rows found, skipping locked ones: a worker holds them.
   */
  async claimOpen(idle: readonly ChunkQueue[]): Promise<OpenChunk[]> {
    const rows = await this.db.rows<ChunkKey & { lane: Lane; channel: number; offeredAt: Date }>(
      prepared(`WITH waiting AS MATERIALIZED (
         SELECT o.vb, o.app_id, o.dispatch_id, o.chunk_id, o.offered_at, d.lane
           FROM delivery.chunk o JOIN delivery.dispatch d ON d.dispatch_id = o.dispatch_id
          WHERE ${CLAIMABLE}
            AND (o.offered_at < o.lease_until
                 OR (o.offered_at < now() - $1 * interval '1 millisecond'
                     AND EXISTS (SELECT FROM unnest($2::text[], $3::smallint[]) AS i (lane, channel)
                                  WHERE i.lane = d.lane AND i.channel = o.channel)))
          ORDER BY o.offered_at, o.chunk_id
          LIMIT 1000),
       s AS MATERIALIZED (
         ${lockedChunks(
           ', w.offered_at, w.lane',
           `waiting AS w JOIN delivery.chunk AS c USING (vb, app_id, dispatch_id, chunk_id)
             WHERE c.offered_at = w.offered_at AND c.state = 0`,
           'SKIP LOCKED',
         )})
       UPDATE delivery.chunk c SET offered_at = now() FROM s
        WHERE c.vb = s.vb AND c.app_id = s.app_id AND c.dispatch_id = s.dispatch_id AND c.chunk_id = s.chunk_id
        RETURNING c.vb, c.app_id AS "appId", c.dispatch_id AS "dispatchId", c.chunk_id AS "chunkId", c.channel, s.lane,
                  s.offered_at AS "offeredAt"`),
      [this.config.REOFFER_MS, idle.map(({ lane }) => lane), idle.map(({ channel }) => CHANNELS[channel])],
    );
    return rows
      .toSorted((a, b) => a.offeredAt.getTime() - b.offeredAt.getTime())
      .map(({ vb, appId, dispatchId, chunkId, lane, channel }) => {
        return { vb, appId, dispatchId, chunkId, lane, channel: channelByCode(channel) };
      });
  }

  /**
   * Tests if a chunk of another application waits in a queue. One that was enqueued within the last second may have a
   * place. All open chunks · chunk_open · no locks.
   */
  async isOtherWaiting({ lane, channel }: ChunkQueue, appId: number): Promise<boolean> {
    const row = await this.db.row<{ isWaiting: boolean }>(
      prepared(`SELECT EXISTS (SELECT FROM delivery.chunk o JOIN delivery.dispatch d ON d.dispatch_id = o.dispatch_id
                       WHERE ${CLAIMABLE} AND o.offered_at < now() - interval '1 second' AND o.app_id <> $1
                         AND d.lane = $2 AND o.channel = $3) AS "isWaiting"`),
      [appId, lane, CHANNELS[channel]],
    );
    return row?.isWaiting ?? false;
  }

  /**
   * The chunk of a queue whose application waits longest, of those that no worker has taken yet or that wait too long; within
   * the application that of the highest priority.
   * All open chunks · chunk_open · no locks.
   *
   * @param fullAppIds  applications that get no further place
   * @param exceptIds   chunks that are on their way to be claimed
   */
  async findNextWaiting(
    { lane, channel }: ChunkQueue,
    { fullAppIds, exceptIds }: { fullAppIds: readonly number[]; exceptIds: readonly number[] },
  ): Promise<ChunkKey | undefined> {
    return this.db.row<ChunkKey>(
      prepared(`SELECT o.vb, o.app_id AS "appId", o.dispatch_id AS "dispatchId", o.chunk_id AS "chunkId"
         FROM delivery.chunk o JOIN delivery.dispatch d ON d.dispatch_id = o.dispatch_id
        WHERE ${CLAIMABLE} AND (o.epoch = 0 OR o.offered_at < now() - $1 * interval '1 millisecond')
          AND o.channel = $3 AND d.lane = $2 AND o.app_id <> ALL ($4::integer[]) AND o.chunk_id <> ALL ($5::bigint[])
        ORDER BY min(o.offered_at) OVER (PARTITION BY o.app_id), o.app_id, d.priority DESC, o.offered_at, o.chunk_id
        LIMIT 1`),
      [this.config.REOFFER_MS, lane, CHANNELS[channel], fullAppIds, exceptIds],
    );
  }

  /**
   * The chunk of a queue that waits too long and whose turn is next: of the application after `lastAppId`, in a circle, and
   * of `ownAppId` only when no other one waits; within it, that of the highest priority, then the one that waits longest.
   * All open chunks · chunk_open · no locks.
   */
  async findNextOverdue(
    { lane, channel }: ChunkQueue,
    ownAppId: number,
    lastAppId: number,
  ): Promise<ChunkKey | undefined> {
    return this.db.row<ChunkKey>(
      prepared(`SELECT o.vb, o.app_id AS "appId", o.dispatch_id AS "dispatchId", o.chunk_id AS "chunkId"
         FROM delivery.chunk o JOIN delivery.dispatch d ON d.dispatch_id = o.dispatch_id
        WHERE ${OVERDUE} AND d.lane = $2 AND o.channel = $3
        ORDER BY o.app_id = $4, o.app_id <= $5, o.app_id, d.priority DESC, o.offered_at, o.chunk_id
        LIMIT 1`),
      [this.config.REOFFER_MS, lane, CHANNELS[channel], ownAppId, lastAppId],
    );
  }
}

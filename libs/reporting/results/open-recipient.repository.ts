import { Injectable } from '@nestjs/common';
import { DISPATCH_STATES } from '#libs/delivery';
import { Database, type Param } from '#platform/db';
import { MESSAGE_COLUMNS, type MessageRow } from './result.repository.js';

/** A recipient that still waits. */
interface OpenWork extends MessageRow {
  dispatchId: number;
  channel: number;
  errorCode: string | null;
  reason: string | null;
  /** The text of the provider. */
  words: string | null;
  at: Date;
}

export interface OpenChunkRow extends OpenWork {
  chunkId: number;
  ids: Buffer;
  done: number;
}

export interface OpenRetryRow extends OpenWork {
  recipientId: number;
}

/** The sends to look at: one, one key, or null for all of an application. */
export interface OpenFilter {
  appId: number;
  notificationKey: number | null;
  /** One send of it; null: all. */
  dispatchId: number | null;
}

/** Reads recipients without a result: those of open chunks, and retries. */
@Injectable()
export class OpenRecipientRepository {
  constructor(private readonly db: Database) {}

  /** The next open chunks in the order of their ids · dispatch_open or dispatch_by_key, chunk_open · no locks. */
  async findChunks(
    filter: OpenFilter,
    after: { dispatchId: number; chunkId: number },
    limit: number,
  ): Promise<OpenChunkRow[]> {
    return this.read<OpenChunkRow>(
      filter,
      (place) => `SELECT c.dispatch_id AS "dispatchId", c.chunk_id AS "chunkId", c.channel, c.ids, c.done,
              c.error_code AS "errorCode", c.reason, c.words, d.launched_at AS at, ${MESSAGE_COLUMNS}
         FROM open_dispatch d JOIN delivery.v_chunk c ON c.dispatch_id = d.dispatch_id AND c.state = 0
        WHERE (c.dispatch_id, c.chunk_id) >= (${place(after.dispatchId)}::bigint, ${place(after.chunkId)}::bigint)
        ORDER BY c.dispatch_id, c.chunk_id LIMIT ${place(limit)}`,
    );
  }

  /** The next retries in the order of their ids · dispatch_open or dispatch_by_key, retry_by_dispatch · no locks. */
  async findRetries(
    filter: OpenFilter,
    after: { dispatchId: number; channel: number; recipientId: number },
    limit: number,
  ): Promise<OpenRetryRow[]> {
    const key = [after.dispatchId, after.channel, after.recipientId];
    return this.read<OpenRetryRow>(
      filter,
      (place) => `SELECT r.dispatch_id AS "dispatchId", r.channel, r.recipient_id AS "recipientId",
              r.error_code AS "errorCode", r.reason, r.words, r.due_at AS at, ${MESSAGE_COLUMNS}
         FROM open_dispatch d JOIN delivery.v_retry r ON r.dispatch_id = d.dispatch_id
        WHERE (r.dispatch_id, r.channel, r.recipient_id) > (${key.map((part) => `${place(part)}::bigint`).join(', ')})
        ORDER BY r.dispatch_id, r.channel, r.recipient_id LIMIT ${place(limit)}`,
    );
  }

  private async read<R extends object>(
    { appId, notificationKey, dispatchId }: OpenFilter,
    select: (place: (value: Param) => string) => string,
  ): Promise<R[]> {
    const params: Param[] = [appId];
    const place = (value: Param): string => `$${params.push(value)}`;
    const ofKey = notificationKey === null ? '' : `AND d.notification_key = ${place(notificationKey)}`;
    const ofSend = dispatchId === null ? '' : `AND d.dispatch_id = ${place(dispatchId)}`;
    return this.db.reads.rows<R>(
      `WITH open_dispatch AS MATERIALIZED (
         SELECT d.dispatch_id, d.launched_at, d.notification_key, d.lane, d.message, d.content, d.options FROM delivery.v_dispatch d
          WHERE d.app_id = $1 AND d.state < ${DISPATCH_STATES.finished} AND d.launched_at IS NOT NULL ${ofKey} ${ofSend})
       ${select(place)}`,
      params,
    );
  }
}

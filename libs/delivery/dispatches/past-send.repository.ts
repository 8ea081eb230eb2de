import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import type { PastSendEntry } from '../model/past-send.js';

/** A batch of sends of one application whose rows are gone. */
export interface NewPastSends {
  appId: number;
  firstDispatchId: number;
  lastDispatchId: number;
  /** Range and number of sends with keys of their own; null: there are none. */
  ownKeys: { first: number; last: number; count: number } | null;
  /** When the first and the last of them were requested. */
  firstAt: Date;
  lastAt: Date;
  entries: readonly PastSendEntry[];
}

/** The application and key of a send whose rows are gone. */
export interface PastSend {
  appId: number;
  notificationKey: number;
}

/** Statements of `delivery.past_send`. */
@Injectable()
export class PastSendRepository {
  constructor(private readonly db: Database) {}

  /** One row for a batch of sends. */
  async insert(tx: Tx, sends: NewPastSends): Promise<void> {
    const { appId, firstDispatchId, lastDispatchId, ownKeys, firstAt, lastAt, entries } = sends;
    await tx.affected(
      `INSERT INTO delivery.past_send (app_id, dispatch_ids, own_keys, own_count, first_at, last_at, sends)
       VALUES ($1, int8range($2, $3, '[]'), int4range($4, $5, '[]'), $6, $7, $8, $9::json)`,
      [
        appId,
        firstDispatchId,
        lastDispatchId,
        ownKeys?.first ?? 0,
        ownKeys?.last ?? 0,
        ownKeys?.count ?? 0,
        firstAt,
        lastAt,
        JSON.stringify(entries),
      ],
    );
  }

  /**
   * The send of a link, return path or callback whose dispatch is gone. The only statement without app_id: the id comes
   * from a valid token. A few rows · past_send_by_id · no locks.
   */
  async findSend(dispatchId: number): Promise<PastSend | undefined> {
    return this.db.row<PastSend>(
      `SELECT p.app_id AS "appId", (e.send ->> 1)::integer AS "notificationKey"
         FROM delivery.past_send AS p CROSS JOIN LATERAL json_array_elements(p.sends) AS e (send)
        WHERE p.dispatch_ids @> $1::bigint AND (e.send ->> 0)::bigint = $1::bigint - lower(p.dispatch_ids) LIMIT 1`,
      [dispatchId],
    );
  }

  /**
   * The stored message of such a send, unless it was changed since; a key of its own has none any more.
   * A few rows · past_send_by_id, the primary key of definitions · no locks.
   */
  async findMessage(dispatchId: number): Promise<{ appId: number; message: object } | undefined> {
    return this.db.row(
      `SELECT p.app_id AS "appId", f.message
         FROM delivery.past_send AS p CROSS JOIN LATERAL json_array_elements(p.sends) AS e (send)
         JOIN notifications.v_definition AS f ON f.notification_key = (e.send ->> 1)::integer AND f.app_id = p.app_id
        WHERE p.dispatch_ids @> $1::bigint AND (e.send ->> 0)::bigint = $1::bigint - lower(p.dispatch_ids)
          AND (f.updated_at IS NULL OR f.updated_at < p.first_at) LIMIT 1`,
      [dispatchId],
    );
  }
}

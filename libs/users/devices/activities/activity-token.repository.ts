import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { BUCKETS } from '#platform/ids';

/** A token of a live activity, as the row of its installation has it. */
export interface ActivityToken {
  /** `start`: starts activities of its type. `update`: updates and ends one that runs. */
  kind: 'start' | 'update';
  /** The type of the attributes, as the app declares it. */
  type: string;
  /** Name of the activity among several of its type; absent: the app names none. */
  activity?: string;
  token: string;
  /** When it was registered, ISO 8601. */
  at: string;
  /** The last message to it. */
  last?: ActivityTurn;
}

/**
 * The turn of a message at an activity. The order is that of acceptance.
 *
 * @property timestamp   in seconds since 1970
 * @property acceptedAt  in µs since 1970
 */
export interface ActivityTurn {
  timestamp: number;
  acceptedAt: number;
  dispatchId: number;
}

/** Parts of WITH: the buckets of installations ($2), whichever these are now. In turn, because homes lie in other buckets. */
const PLACES = `home AS MATERIALIZED (
         SELECT h.inst_id, h.uid FROM (SELECT DISTINCT n FROM unnest($2::bigint[]) AS n) AS q (inst_id)
           JOIN users.installation_home AS h ON h.vb = q.inst_id % ${BUCKETS} AND h.app_id = $1 AND h.inst_id = q.inst_id),
       place AS MATERIALIZED (
         SELECT q.inst_id, coalesce(h.uid, q.inst_id) % ${BUCKETS} AS vb
           FROM (SELECT DISTINCT n FROM unnest($2::bigint[]) AS n) AS q (inst_id) LEFT JOIN home AS h ON h.inst_id = q.inst_id)`;

/** Statements of `users.installation.activity_tokens`. */
@Injectable()
export class ActivityTokenRepository {
  constructor(private readonly db: Database) {}

  /** Tokens of installations that have any · rows of one batch · unique (vb, app_id, inst_id) · no locks. */
  async find(appId: number, instIds: readonly number[]): Promise<Map<number, readonly ActivityToken[]>> {
    const rows = await this.db.rows<{ instId: number; tokens: ActivityToken[] }>(
      `WITH ${PLACES}
       SELECT i.inst_id AS "instId", i.activity_tokens AS tokens
         FROM place AS p JOIN users.installation AS i ON i.vb = p.vb AND i.app_id = $1 AND i.inst_id = p.inst_id
        WHERE i.activity_tokens IS NOT NULL`,
      [appId, instIds],
    );
    return new Map(rows.map(({ instId, tokens }) => [instId, tokens]));
  }

  /** Locks one installation · unique (vb, app_id, inst_id). @returns undefined when it is gone */
  async lock(tx: Tx, appId: number, uid: number, instId: number): Promise<readonly ActivityToken[] | undefined> {
    const row = await tx.row<{ tokens: ActivityToken[] | null }>(
      `SELECT i.activity_tokens AS tokens FROM users.installation AS i
        WHERE i.vb = $2::bigint % ${BUCKETS} AND i.app_id = $1 AND i.uid = $2 AND i.inst_id = $3 FOR UPDATE`,
      [appId, uid, instId],
    );
    return row && (row.tokens ?? []);
  }

  /** Stores the tokens of a locked installation · primary key. */
  async store(tx: Tx, appId: number, uid: number, instId: number, tokens: readonly ActivityToken[]): Promise<void> {
    await tx.affected(
      `UPDATE users.installation AS i SET activity_tokens = $4::jsonb
        WHERE i.vb = $2::bigint % ${BUCKETS} AND i.app_id = $1 AND i.uid = $2 AND i.inst_id = $3`,
      [appId, uid, instId, tokens.length === 0 ? null : JSON.stringify(tokens)],
    );
  }

  /**
   * Stores the tokens of installations that have the same ones as when they were read · rows of one batch · unique (vb, app_id,
   * inst_id) · locks: rows that change, by id.
   *
   * @returns the installations that were changed; those with other tokens are missing
   */
  async exchange(
    appId: number,
    changes: readonly { instId: number; from: readonly ActivityToken[]; to: readonly ActivityToken[] }[],
  ): Promise<number[]> {
    const rows = await this.db.rows<{ instId: number }>(
      `WITH ${PLACES}
       UPDATE users.installation AS i SET activity_tokens = d.next
         FROM (SELECT q.inst_id, q.former, q.next, p.vb
                 FROM unnest($2::bigint[], $3::jsonb[], $4::jsonb[]) AS q (inst_id, former, next)
                 JOIN place AS p ON p.inst_id = q.inst_id
                ORDER BY p.vb, q.inst_id) AS d
        WHERE i.vb = d.vb AND i.app_id = $1 AND i.inst_id = d.inst_id AND i.activity_tokens = d.former
        RETURNING i.inst_id AS "instId"`,
      [
        appId,
        changes.map(({ instId }) => instId),
        changes.map(({ from }) => JSON.stringify(from)),
        changes.map(({ to }) => JSON.stringify(to)),
      ],
    );
    return rows.map(({ instId }) => instId);
  }

  /** Takes dead tokens out · rows of one batch · unique (vb, app_id, inst_id) · locks: rows that change, by id. */
  async drop(tx: Tx, appId: number, dead: readonly { instId: number; token: string }[]): Promise<void> {
    await tx.affected(
      `WITH ${PLACES}
       UPDATE users.installation AS i
          SET activity_tokens = (SELECT jsonb_agg(e.entry) FROM jsonb_array_elements(i.activity_tokens) AS e (entry)
                                  WHERE e.entry ->> 'token' <> d.token)
         FROM (SELECT q.*, p.vb FROM unnest($2::bigint[], $3::text[]) AS q (inst_id, token)
                 JOIN place AS p ON p.inst_id = q.inst_id
                ORDER BY p.vb, q.inst_id) AS d
        WHERE i.vb = d.vb AND i.app_id = $1 AND i.inst_id = d.inst_id AND i.activity_tokens IS NOT NULL`,
      [appId, dead.map(({ instId }) => instId), dead.map(({ token }) => token)],
    );
  }
}

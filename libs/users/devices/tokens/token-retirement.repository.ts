import { Injectable } from '@nestjs/common';
import { Database, ONE_SERVER, type Tx } from '#platform/db';
import type { DeadToken } from '../store/installation.repository.js';

/** Tokens that one dispatch marked as dead, for one reason. */
export interface DeadTokenSummary {
  dispatchId: number;
  reason: string;
  /** Out of use. */
  retired: number;
  /** Suspected only: messages are still sent to them. */
  suspected: number;
  /** An example of the provider's answer. */
  example: string;
}

/** Marks on tokens that providers reported as dead. Nothing is deleted, so a mark can be removed. */
@Injectable()
export class TokenRetirementRepository {
  constructor(private readonly db: Database) {}

  /**
   * Marks installations whose token is dead · rows: the dead tokens of one batch · unique (vb, app_id, inst_id) ·
   * locks: rows that change, in the order of their ids · the token is compared, so that a new token is not marked.
   *
   * @param dispatchId  the dispatch that reported the tokens; null: none
   * @param isRetired  false: they are only suspected, and still used
   * @returns uids of the installations that were marked
   */
  async markDead(
    tx: Tx,
    appId: number,
    dead: readonly DeadToken[],
    dispatchId: number | null,
    isRetired: boolean,
  ): Promise<number[]> {
    const marked = await tx.rows<{ uid: number }>(
      `UPDATE users.installation AS i
       SET retired_at = $7::timestamptz, retired_reason = q.reason, retired_raw = q.raw, struck_by = $6
       FROM (SELECT n.*, coalesce(h.uid, n.inst_id) % 1024 AS vb
             FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) AS n (inst_id, token, reason, raw)
             LEFT JOIN users.installation_home AS h ON h.vb = n.inst_id % 1024 AND h.app_id = $1 AND h.inst_id = n.inst_id
             ORDER BY vb, n.inst_id) AS q
       WHERE i.vb = q.vb AND i.app_id = $1 AND i.inst_id = q.inst_id AND i.token = q.token AND i.retired_at IS NULL
       RETURNING i.uid`,
      [
        appId,
        dead.map((d) => d.instId),
        dead.map((d) => d.token),
        dead.map((d) => d.reason),
        dead.map((d) => d.raw),
        dispatchId,
        isRetired ? new Date() : null,
      ],
    );
    return marked.map((row) => row.uid);
  }

  /**
   * Takes the token of one installation out of use · 1 row · primary key · locks: that row. It comes back when the
   * device or a server registers it again.
   *
   * @returns 0 where it has no token in use
   */
  async retireOne(tx: Tx, appId: number, { uid, instId }: Residence, reason: string): Promise<number> {
    return tx.affected(
      `UPDATE users.installation AS i
       SET retired_at = now(), retired_reason = $4, retired_raw = NULL, struck_by = NULL
       WHERE i.vb = $2::bigint % 1024 AND i.app_id = $1 AND i.uid = $2 AND i.inst_id = $3
         AND i.token IS NOT NULL AND i.retired_at IS NULL`,
      [appId, uid, instId, reason],
    );
  }

  /**
   * Removes the marks of some dispatches, except on tokens that were registered again · up to `limit` rows ·
   * installation_struck · locks: those rows, in the order of all writers.
   *
   * @returns uids of the installations that were retired or suspected
   */
  async restoreMarked(tx: Tx, appId: number, dispatchIds: readonly number[], limit: number): Promise<RestoredToken[]> {
    return tx.rows<RestoredToken>(
      `UPDATE users.installation AS i
       SET retired_at = NULL, retired_reason = NULL, retired_raw = NULL, struck_by = NULL
       FROM (${selectMarked(tx)}) AS s
       WHERE i.vb = s.vb AND i.app_id = $1 AND i.uid = s.uid AND i.inst_id = s.inst_id AND i.struck_by = ANY ($2::bigint[])
       RETURNING i.uid, s.retired_at IS NOT NULL AS "wasRetired"`,
      [appId, dispatchIds, limit],
    );
  }

  /** Retires the suspected tokens of some dispatches · up to `limit` rows · as `restoreMarked`. @returns their uids */
  async retireSuspects(tx: Tx, appId: number, dispatchIds: readonly number[], limit: number): Promise<number[]> {
    const rows = await tx.rows<{ uid: number }>(
      `UPDATE users.installation AS i SET retired_at = now()
       FROM (${selectMarked(tx, 'AND n.retired_at IS NULL')}) AS s
       WHERE i.vb = s.vb AND i.app_id = $1 AND i.uid = s.uid AND i.inst_id = s.inst_id AND i.struck_by = ANY ($2::bigint[])
         AND i.retired_at IS NULL
       RETURNING i.uid`,
      [appId, dispatchIds, limit],
    );
    return rows.map(({ uid }) => uid);
  }

  /** Marks by dispatch and reason, newest first · installation_struck · no locks. */
  async listByDispatch(appId: number): Promise<DeadTokenSummary[]> {
    return this.db.rows<DeadTokenSummary>(
      `SELECT i.struck_by AS "dispatchId", i.retired_reason AS reason, count(i.retired_at)::integer AS retired,
              (count(*) - count(i.retired_at))::integer AS suspected, min(i.retired_raw) AS example
         FROM users.installation AS i WHERE i.app_id = $1 AND i.struck_by IS NOT NULL
        GROUP BY i.struck_by, i.retired_reason ORDER BY i.struck_by DESC, i.retired_reason`,
      [appId],
    );
  }
}

/** An installation at its user. */
export interface Residence {
  uid: number;
  instId: number;
}

export interface RestoredToken {
  uid: number;
  wasRetired: boolean;
}

/** Marks of the dispatches $2 in application $1, $3 at most. Citus locks no rows of several shards: there the update looks again. */
function selectMarked(on: Tx, condition = ''): string {
  return `
  SELECT n.vb, n.uid, n.inst_id, n.retired_at FROM users.installation AS n
   WHERE n.app_id = $1 AND n.struck_by = ANY ($2::bigint[]) AND n.token IS NOT NULL ${condition}
   ORDER BY n.vb, n.uid, n.inst_id LIMIT $3 ${on.isDistributed ? '' : `${ONE_SERVER} FOR UPDATE`}`;
}

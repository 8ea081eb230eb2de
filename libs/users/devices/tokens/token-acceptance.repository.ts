import { Injectable } from '@nestjs/common';
import { Database, ONE_SERVER, type Statements } from '#platform/db';

/** A token to which a provider accepted a message. */
export interface AcceptedToken {
  instId: number;
  token: string;
}

/** Marks on tokens that devices registered and providers accept. */
@Injectable()
export class TokenAcceptanceRepository {
  constructor(private readonly db: Database) {}

  /**
   * Marks tokens as accepted, if the installations still have them · rows: the first successes of one batch · unique
   * (vb, app_id, inst_id) · locks: rows that change. A locked row is skipped, so that no sender waits: the next success
   * marks it.
   */
  async markAccepted(appId: number, tokens: readonly AcceptedToken[], on: Statements = this.db): Promise<void> {
    const params = [appId, tokens.map(({ instId }) => instId), tokens.map(({ token }) => token)];
    if (on.isDistributed) {
      await on.affected(MARK_IN_TURN, params);
      return;
    }
    await on.affected(
      `${ONE_SERVER} UPDATE users.installation AS i SET token_accepted = true
       FROM (SELECT n.vb, n.uid, n.inst_id
             FROM unnest($2::bigint[], $3::text[]) AS t (inst_id, token)
             LEFT JOIN users.installation_home AS h ON h.vb = t.inst_id % 1024 AND h.app_id = $1 AND h.inst_id = t.inst_id
             JOIN users.installation AS n ON n.vb = coalesce(h.uid, t.inst_id) % 1024 AND n.app_id = $1
              AND n.inst_id = t.inst_id AND n.token = t.token AND n.token_accepted IS NOT TRUE
             FOR UPDATE OF n SKIP LOCKED) AS q
       WHERE i.vb = q.vb AND i.app_id = $1 AND i.uid = q.uid AND i.inst_id = q.inst_id`,
      params,
    );
  }
}

/** Homes first, which are in other buckets than the devices. Citus locks no rows of several shards without waiting. */
const MARK_IN_TURN = `
  WITH home AS MATERIALIZED (
    SELECT h.inst_id, h.uid FROM unnest($2::bigint[]) AS t (inst_id)
    JOIN users.installation_home AS h ON h.vb = t.inst_id % 1024 AND h.app_id = $1 AND h.inst_id = t.inst_id),
  place AS MATERIALIZED (
    SELECT coalesce(h.uid, t.inst_id) % 1024 AS vb, t.inst_id, t.token
    FROM unnest($2::bigint[], $3::text[]) AS t (inst_id, token) LEFT JOIN home AS h ON h.inst_id = t.inst_id)
  UPDATE users.installation AS i SET token_accepted = true FROM place AS p
   WHERE i.vb = p.vb AND i.app_id = $1 AND i.inst_id = p.inst_id AND i.token = p.token AND i.token_accepted IS NOT TRUE`;

import { Injectable } from '@nestjs/common';
import { Database, type Statements } from '#platform/db';

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
   * (vb, app_id, inst_id) · locks: rows that change. A locked row is skipped, so that nobody waits: the next success
   * marks it.
   */
  async markAccepted(appId: number, tokens: readonly AcceptedToken[], on: Statements = this.db): Promise<void> {
    await on.affected(
      `UPDATE users.installation AS i SET token_accepted = true
       FROM (SELECT n.vb, n.uid, n.inst_id
             FROM unnest($2::bigint[], $3::text[]) AS t (inst_id, token)
             LEFT JOIN users.installation_home AS h ON h.vb = t.inst_id % 1024 AND h.app_id = $1 AND h.inst_id = t.inst_id
             JOIN users.installation AS n ON n.vb = coalesce(h.uid, t.inst_id) % 1024 AND n.app_id = $1
              AND n.inst_id = t.inst_id AND n.token = t.token AND n.token_accepted IS NOT TRUE
             FOR UPDATE OF n SKIP LOCKED) AS q
       WHERE i.vb = q.vb AND i.app_id = $1 AND i.uid = q.uid AND i.inst_id = q.inst_id`,
      [appId, tokens.map(({ instId }) => instId), tokens.map(({ token }) => token)],
    );
  }
}

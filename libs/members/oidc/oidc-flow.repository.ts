import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';

export type FlowPurpose = 'sign-in' | 'proof' | 'connect';

/** A way to the provider and back. @property sessionId  that it belongs to; null: a sign-in */
export interface OidcFlow {
  purpose: FlowPurpose;
  sessionId: number | null;
  returnTo: string;
  startedAt: Date;
}

@Injectable()
export class OidcFlowRepository {
  constructor(private readonly db: Database) {}

  /** Stores a way, and forgets those that no one came back from · one row · the index on ends_at. */
  async insertFlow(
    flowHash: Buffer,
    { purpose, sessionId, returnTo, startedAt }: OidcFlow,
    endsAt: Date,
  ): Promise<void> {
    await this.db.affected(
      `WITH old AS (DELETE FROM members.oidc_flow AS f WHERE f.ends_at <= $5)
       INSERT INTO members.oidc_flow (flow_hash, purpose, session_id, return_to, started_at, ends_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [flowHash, purpose, sessionId, returnTo, startedAt, endsAt],
    );
  }

  /** Takes a way out; of several that come back at once one finds it · primary key. */
  async takeFlow(flowHash: Buffer, now: Date): Promise<OidcFlow | undefined> {
    const [row] = await this.db.rows<OidcFlow>(
      `DELETE FROM members.oidc_flow AS f WHERE f.flow_hash = $1 AND f.ends_at > $2
       RETURNING f.purpose, f.session_id AS "sessionId", f.return_to AS "returnTo", f.started_at AS "startedAt"`,
      [flowHash, now],
    );
    return row;
  }
}

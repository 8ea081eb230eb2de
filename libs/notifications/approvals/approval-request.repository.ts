import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import type { AskedCampaign } from './approval.types.js';

/** A campaign that a member asked for. @property hash  of what is stored to be sent */
export interface StoredRequest extends AskedCampaign {
  approvalId: number;
  hash: string;
}

const COLUMNS = `
  r.approval_id AS "approvalId", r.draft, r.hash, r.planned, r.expires_at AS "expiresAt", r.revises`;

@Injectable()
export class ApprovalRequestRepository {
  constructor(private readonly db: Database) {}

  /** 1 row. */
  async insert(tx: Tx, appId: number, request: StoredRequest): Promise<void> {
    const { approvalId, draft, hash, planned, expiresAt, revises } = request;
    await tx.affected(
      `INSERT INTO notifications.approval_request (approval_id, app_id, draft, hash, planned, expires_at, revises)
       VALUES ($1, $2, $3::jsonb, $4, $5, $6, $7)`,
      [approvalId, appId, JSON.stringify(draft), hash, planned, expiresAt, revises],
    );
  }

  /**
   * Updates the subject of a request since its campaign has another time · primary key.
   *
   * @param startTime  as the author would have typed it, for whoever changes the campaign later
   */
  async setTime(
    tx: Tx,
    appId: number,
    {
      approvalId,
      hash,
      expiresAt,
      startTime,
    }: Pick<StoredRequest, 'approvalId' | 'hash' | 'expiresAt'> & { startTime: string },
  ): Promise<void> {
    await tx.affected(
      `UPDATE notifications.approval_request
          SET hash = $3, expires_at = $4, draft = jsonb_set(draft, '{schedule,startTime}', to_jsonb($5::text))
        WHERE app_id = $1 AND approval_id = $2`,
      [appId, approvalId, hash, expiresAt, startTime],
    );
  }

  /** Requests of some sends; those of keys have none · primary key. */
  async findRequests(
    appId: number,
    approvalIds: readonly number[],
    on: Statements = this.db,
  ): Promise<Map<number, StoredRequest>> {
    const rows = await on.rows<StoredRequest>(
      `SELECT ${COLUMNS} FROM notifications.approval_request AS r
        WHERE r.app_id = $1 AND r.approval_id = ANY ($2::integer[])`,
      [appId, approvalIds],
    );
    return new Map(rows.map((request) => [request.approvalId, request]));
  }

  /** The request that came in place of another one; undefined: there is none · approval_request_revises. */
  async findRevision(appId: number, approvalId: number): Promise<number | undefined> {
    const row = await this.db.row<{ revision: number }>(
      `SELECT r.approval_id AS revision FROM notifications.approval_request AS r
        WHERE r.app_id = $1 AND r.revises = $2 ORDER BY r.approval_id DESC LIMIT 1`,
      [appId, approvalId],
    );
    return row?.revision;
  }

  /** Requests that wait past their time, in any application, at most `limit` · few rows wait · waiting_send_undecided. */
  async listExpired(before: Date, limit: number): Promise<{ appId: number; approvalId: number }[]> {
    return this.db.rows(
      `SELECT r.app_id AS "appId", r.approval_id AS "approvalId"
         FROM notifications.waiting_send AS w
         JOIN notifications.approval_request AS r ON r.approval_id = w.approval_id
        WHERE w.decided_at IS NULL AND r.expires_at <= $1 ORDER BY r.expires_at LIMIT $2`,
      [before, limit],
    );
  }
}

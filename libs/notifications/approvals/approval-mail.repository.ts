import { Injectable } from '@nestjs/common';
import { Database, prepared, type Tx } from '#platform/db';

/** A mail to a member about a request. @property tries  attempts, this one included */
export interface ApprovalMail {
  appId: number;
  approvalId: number;
  memberId: number;
  tries: number;
}

export type MailOutcome = 'SENT' | 'FAILED' | 'DROPPED';

@Injectable()
export class ApprovalMailRepository {
  constructor(private readonly db: Database) {}

  /** Sends that wait and that no member was notified of, of any application · few rows wait · waiting_send_undecided. */
  async listUntold(limit: number): Promise<{ appId: number; approvalId: number }[]> {
    return this.db.rows(
      prepared(`SELECT w.app_id AS "appId", w.approval_id AS "approvalId" FROM notifications.waiting_send AS w
        WHERE w.decided_at IS NULL AND w.told_at IS NULL ORDER BY w.approval_id LIMIT $1`),
      [limit],
    );
  }

  /** @returns false where another process lists its members, or someone has decided · primary key · locks the row */
  async setTold(tx: Tx, appId: number, approvalId: number): Promise<boolean> {
    const changed = await tx.affected(
      `UPDATE notifications.waiting_send SET told_at = now()
        WHERE app_id = $1 AND approval_id = $2 AND decided_at IS NULL AND told_at IS NULL`,
      [appId, approvalId],
    );
    return changed === 1;
  }

  /** Forgets who was notified of a request that is asked for again · primary key. */
  async forget(tx: Tx, appId: number, approvalId: number): Promise<void> {
    await tx.affected('DELETE FROM notifications.approval_mail WHERE app_id = $1 AND approval_id = $2', [
      appId,
      approvalId,
    ]);
  }

  /** How many members are notified of a request; null: they are not listed yet · primary key. */
  async countTold(appId: number, approvalId: number): Promise<number | null> {
    const row = await this.db.row<{ told: number | null }>(
      `SELECT CASE WHEN w.told_at IS NOT NULL THEN
                (SELECT count(*) FROM notifications.approval_mail AS m
                  WHERE m.app_id = $1 AND m.approval_id = $2)::integer END AS told
         FROM notifications.waiting_send AS w WHERE w.app_id = $1 AND w.approval_id = $2`,
      [appId, approvalId],
    );
    return row?.told ?? null;
  }

  /** A row for each member. */
  async insert(tx: Tx, appId: number, approvalId: number, memberIds: readonly number[]): Promise<void> {
    await tx.affected(
      `INSERT INTO notifications.approval_mail (approval_id, app_id, member_id)
       SELECT $2, $1, m FROM unnest($3::bigint[]) AS m ON CONFLICT DO NOTHING`,
      [appId, approvalId, memberIds],
    );
  }

  /**
   * Takes the next mail that is due. From then on no one else does, also when this process dies: whether it has left is then
   * unknown · one row · approval_mail_due.
   */
  async claimNext(): Promise<ApprovalMail | undefined> {
    return this.db.row<ApprovalMail>(
      prepared(`UPDATE notifications.approval_mail AS m SET due_at = NULL, outcome = 'UNKNOWN', tries = m.tries + 1
         FROM (SELECT d.approval_id, d.member_id FROM notifications.approval_mail AS d
                WHERE d.due_at <= now() ORDER BY d.due_at LIMIT 1 FOR UPDATE SKIP LOCKED) AS next
        WHERE m.approval_id = next.approval_id AND m.member_id = next.member_id
        RETURNING m.app_id AS "appId", m.approval_id AS "approvalId", m.member_id AS "memberId", m.tries`),
    );
  }

  /** Ends a claimed mail · primary key. */
  async end({ appId, approvalId, memberId }: ApprovalMail, outcome: MailOutcome): Promise<void> {
    await this.db.affected(
      `UPDATE notifications.approval_mail SET outcome = $4 WHERE app_id = $1 AND approval_id = $2 AND member_id = $3`,
      [appId, approvalId, memberId, outcome],
    );
  }

  /** Lets a claimed mail that has not left be taken again · primary key. */
  async postpone({ appId, approvalId, memberId }: ApprovalMail, afterMs: number): Promise<void> {
    await this.db.affected(
      `UPDATE notifications.approval_mail SET outcome = NULL, due_at = now() + $4 * interval '1 millisecond'
        WHERE app_id = $1 AND approval_id = $2 AND member_id = $3`,
      [appId, approvalId, memberId, afterMs],
    );
  }
}

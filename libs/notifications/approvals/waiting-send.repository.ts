import { Injectable } from '@nestjs/common';
import type { Actor, ActorKind } from '#libs/audit';
import { Database, type Statements, type Tx } from '#platform/db';
import type { Outcome, Participant } from './approval.types.js';
import type { WaitingSend, KnownSend, UndecidedSend, Vote } from './waiting-send.types.js';

interface AuthorColumns {
  authorKind: ActorKind | null;
  authorId: string | null;
  authorName: string | null;
}
interface DeciderColumns {
  decidedKind: ActorKind | null;
  decidedId: string | null;
  decidedName: string | null;
}
type WaitingRow = Omit<WaitingSend, 'author'> & AuthorColumns;

const SEND_COLUMNS = `
  w.approval_id AS "approvalId", w.dispatch_ids AS "dispatchIds", w.author_kind AS "authorKind",
  w.author_id AS "authorId", w.author_name AS "authorName", w.needed, w.self`;

const UNDECIDED_COLUMNS = `
  ${SEND_COLUMNS}, w.asked_at AS "askedAt",
  (SELECT count(*) FROM notifications.approval_vote AS v
    WHERE v.approval_id = w.approval_id AND v.app_id = w.app_id)::integer AS given`;

@Injectable()
export class WaitingSendRepository {
  constructor(private readonly db: Database) {}

  /** A number that no definition or campaign has. */
  async nextApprovalId(on: Statements): Promise<number> {
    const row = await on.row<{ id: number }>(`SELECT nextval('notifications.notification_key')::integer AS id`);
    return row?.id ?? Number.NaN;
  }

  /** 1 row. Of two requests that store the same, the second does nothing. */
  async insert(tx: Tx, appId: number, send: Omit<WaitingSend, 'isDecided'>): Promise<void> {
    const { approvalId, dispatchIds, author, behind, needed, self } = send;
    await tx.affected(
      `INSERT INTO notifications.waiting_send
         (approval_id, app_id, dispatch_ids, author_kind, author_id, author_name, needed, self, behind)
       VALUES ($1, $2, $3::bigint[], $4, $5, $6, $7, $8, $9::bigint[]) ON CONFLICT (approval_id) DO NOTHING`,
      [approvalId, appId, dispatchIds, author?.kind, author?.id, author?.name, needed, self, behind],
    );
  }

  /** Locks sends in a fixed order, so that approvals of one send follow each other. Rows of the ids · primary key. */
  async lockSends(tx: Tx, appId: number, approvalIds: readonly number[]): Promise<WaitingSend[]> {
    const rows = await tx.rows<WaitingRow>(
      `SELECT ${SEND_COLUMNS}, w.behind, w.decided_at IS NOT NULL AS "isDecided"
         FROM notifications.waiting_send AS w
        WHERE w.app_id = $1 AND w.approval_id = ANY ($2::integer[]) ORDER BY w.approval_id FOR UPDATE`,
      [appId, approvalIds],
    );
    return rows.map(toSend);
  }

  /** A send, whether it waits or not · primary key. */
  async find(appId: number, approvalId: number): Promise<KnownSend | undefined> {
    const row = await this.db.row<Omit<KnownSend, 'author' | 'by'> & AuthorColumns & DeciderColumns>(
      `SELECT ${SEND_COLUMNS}, w.decided_at IS NOT NULL AS "isDecided", w.asked_at AS "askedAt", w.outcome, w.words,
              w.decided_kind AS "decidedKind", w.decided_id AS "decidedId", w.decided_name AS "decidedName"
         FROM notifications.waiting_send AS w WHERE w.app_id = $1 AND w.approval_id = $2`,
      [appId, approvalId],
    );
    if (!row) {
      return undefined;
    }
    const { decidedKind, decidedId, decidedName, ...send } = row;
    const by: Actor | null = decidedKind && { kind: decidedKind, id: decidedId ?? '', name: decidedName ?? '' };
    return { ...toSend(send), by };
  }

  /** Sends above a number that are not decided, ascending · waiting_send_undecided. */
  async listUndecided(appId: number, after: number, limit: number): Promise<UndecidedSend[]> {
    const rows = await this.db.rows<Omit<UndecidedSend, 'author'> & AuthorColumns>(
      `SELECT ${UNDECIDED_COLUMNS} FROM notifications.waiting_send AS w
        WHERE w.app_id = $1 AND w.approval_id > $2 AND w.decided_at IS NULL
        ORDER BY w.approval_id LIMIT $3`,
      [appId, after, limit],
    );
    return rows.map(toSend);
  }

  /** The undecided request that a dispatch belongs to · waiting_send_undecided. */
  async findUndecidedOf(appId: number, dispatchId: number): Promise<UndecidedSend | undefined> {
    const row = await this.db.row<Omit<UndecidedSend, 'author'> & AuthorColumns>(
      `SELECT ${UNDECIDED_COLUMNS} FROM notifications.waiting_send AS w
        WHERE w.app_id = $1 AND w.decided_at IS NULL AND $2::bigint = ANY (w.dispatch_ids)`,
      [appId, dispatchId],
    );
    return row && toSend(row);
  }

  /** Lists who approved a locked send. Few rows · primary key. */
  async listVotes(tx: Tx, appId: number, approvalId: number): Promise<Participant[]> {
    const rows = await tx.rows<Actor & Pick<Participant, 'behind'>>(
      `SELECT v.actor_kind AS kind, v.actor_id AS id, v.actor_name AS name, v.behind
         FROM notifications.approval_vote AS v WHERE v.approval_id = $2 AND v.app_id = $1`,
      [appId, approvalId],
    );
    return rows.map(({ behind, ...by }) => ({ by, behind }));
  }

  /** Approvals of some sends, the oldest first. Few rows · primary key. */
  async listVotesOf(appId: number, approvalIds: readonly number[]): Promise<Vote[]> {
    const rows = await this.db.rows<Omit<Vote, 'by'> & Actor>(
      `SELECT v.approval_id AS "approvalId", v.actor_kind AS kind, v.actor_id AS id, v.actor_name AS name, v.words, v.at
         FROM notifications.approval_vote AS v
        WHERE v.approval_id = ANY ($2::integer[]) AND v.app_id = $1 ORDER BY v.at, v.actor_id`,
      [appId, approvalIds],
    );
    return rows.map(({ approvalId, words, at, ...by }) => ({ approvalId, words, at, by }));
  }

  /** Adds the approval of an actor to a locked send. */
  async insertVote(tx: Tx, appId: number, vote: Omit<Vote, 'at'> & Participant): Promise<void> {
    const { approvalId, by, behind, words } = vote;
    await tx.affected(
      `INSERT INTO notifications.approval_vote (approval_id, app_id, actor_kind, actor_id, actor_name, words, behind)
       VALUES ($1, $2, $3, $4, $5, $6, $7::bigint[])`,
      [approvalId, appId, by.kind, by.id, by.name, words, behind],
    );
  }

  /** Deletes sends whose dispatches are all gone, with their approvals · at most `limit` rows · waiting_send_by_age. */
  async deleteUnused(appId: number, before: Date, limit: number): Promise<number> {
    const row = await this.db.row<{ deleted: number }>(
      `WITH expired AS (
         DELETE FROM notifications.waiting_send AS w
          WHERE w.approval_id = ANY (ARRAY(
            SELECT o.approval_id FROM notifications.waiting_send AS o
             WHERE o.app_id = $1 AND o.asked_at < $2
               AND NOT EXISTS (SELECT FROM delivery.v_dispatch AS d WHERE d.dispatch_id = ANY (o.dispatch_ids))
             ORDER BY o.asked_at LIMIT $3))
         RETURNING w.approval_id),
       votes AS (
         DELETE FROM notifications.approval_vote AS v USING expired AS e
          WHERE v.app_id = $1 AND v.approval_id = e.approval_id),
       mails AS (
         DELETE FROM notifications.approval_mail AS m USING expired AS e
          WHERE m.app_id = $1 AND m.approval_id = e.approval_id),
       requests AS (
         DELETE FROM notifications.approval_request AS r USING expired AS e
          WHERE r.app_id = $1 AND r.approval_id = e.approval_id)
       SELECT count(*) AS deleted FROM expired`,
      [appId, before, limit],
    );
    return row?.deleted ?? 0;
  }

  /** Lets a locked send wait again, in any state: without approvals, and without mails to approvers. */
  async reopen(tx: Tx, appId: number, approvalId: number): Promise<void> {
    await tx.affected('DELETE FROM notifications.approval_vote WHERE app_id = $1 AND approval_id = $2', [
      appId,
      approvalId,
    ]);
    await tx.affected(
      `UPDATE notifications.waiting_send
          SET asked_at = now(), told_at = NULL, decided_at = NULL, outcome = NULL, words = NULL, decided_kind = NULL,
              decided_id = NULL, decided_name = NULL
        WHERE app_id = $1 AND approval_id = $2`,
      [appId, approvalId],
    );
  }

  /** Ends locked sends. */
  async setDecided(
    tx: Tx,
    appId: number,
    approvalIds: readonly number[],
    { outcome, by, words }: { outcome: Outcome; by: Actor; words: string | null },
  ): Promise<void> {
    await tx.affected(
      `UPDATE notifications.waiting_send
          SET decided_at = now(), outcome = $3, words = $4, decided_kind = $5, decided_id = $6, decided_name = $7
        WHERE app_id = $1 AND approval_id = ANY ($2::integer[])`,
      [appId, approvalIds, outcome, words, by.kind, by.id, by.name],
    );
  }
}

function toSend<T extends AuthorColumns>({ authorKind, authorId, authorName, ...row }: T) {
  const author: Actor | null =
    authorKind === null ? null : { kind: authorKind, id: authorId ?? '', name: authorName ?? '' };
  return { ...row, author };
}

import { Injectable } from '@nestjs/common';
import { rewriteAddresses, type ErasedAddresses } from '#libs/users/identities';
import { Database, type Tx } from '#platform/db';
import type { DraftComment } from './draft.types.js';

/** Parts of a text between which addresses stand; the marks stay in place. */
const WORDS = /([\s<>()[\]"';:!?,]+|\.(?=\s|$))/;

/** Statements of `notifications.draft_comment`. */
@Injectable()
export class DraftCommentRepository {
  constructor(private readonly db: Database) {}

  /** The comments of a draft, the oldest first · draft_comment_listed. */
  async list(appId: number, draftId: number, limit: number): Promise<Omit<DraftComment, 'name'>[]> {
    return this.db.rows(
      `SELECT c.comment_id AS "commentId", c.member_id AS "memberId", c.made_at AS "madeAt", c.text
         FROM notifications.draft_comment AS c
        WHERE c.app_id = $1 AND c.draft_id = $2 ORDER BY c.comment_id LIMIT $3`,
      [appId, draftId, limit],
    );
  }

  /** Comments of a draft · draft_comment_listed. */
  async count(tx: Tx, appId: number, draftId: number): Promise<number> {
    const row = await tx.row<{ n: number }>(
      'SELECT count(*) AS n FROM notifications.draft_comment AS c WHERE c.app_id = $1 AND c.draft_id = $2',
      [appId, draftId],
    );
    return row?.n ?? 0;
  }

  /** 1 row. */
  async insert(
    tx: Tx,
    {
      appId,
      draftId,
      memberId,
      text,
      at,
    }: { appId: number; draftId: number; memberId: number; text: string; at: Date },
  ): Promise<number> {
    const row = await tx.row<{ commentId: number }>(
      `INSERT INTO notifications.draft_comment (app_id, draft_id, member_id, made_at, text)
       VALUES ($1, $2, $3, $4, $5) RETURNING comment_id AS "commentId"`,
      [appId, draftId, memberId, at, text],
    );
    if (!row) {
      throw new Error('A comment was not stored');
    }
    return row.commentId;
  }

  /** Deletes one comment of a member; undefined: there is none · primary key. */
  async deleteOwn(
    tx: Tx,
    { appId, draftId, commentId, memberId }: { appId: number; draftId: number; commentId: number; memberId: number },
  ): Promise<boolean> {
    const deleted = await tx.affected(
      `DELETE FROM notifications.draft_comment
        WHERE comment_id = $1 AND app_id = $2 AND draft_id = $3 AND member_id = $4`,
      [commentId, appId, draftId, memberId],
    );
    return deleted > 0;
  }

  /** Deletes the comments of a draft that was launched · draft_comment_listed. */
  async deleteAll(tx: Tx, appId: number, draftId: number): Promise<void> {
    await tx.affected('DELETE FROM notifications.draft_comment WHERE app_id = $1 AND draft_id = $2', [appId, draftId]);
  }

  /**
   * Replaces addresses of erased people · pages of 100 · draft_comment_listed, primary key · locks changed rows.
   *
   * @returns the number of changed comments
   */
  async eraseAddresses(tx: Tx, appId: number, erased: ErasedAddresses): Promise<number> {
    const toParts = (rows: { id: number; text: string }[]) =>
      rows.map(({ id, text }) => ({ id, content: text.split(WORDS) }));
    return rewriteAddresses(
      {
        listAfter: async (id, limit) =>
          toParts(
            await tx.rows(
              `SELECT c.comment_id AS id, c.text FROM notifications.draft_comment AS c
                WHERE c.app_id = $1 AND c.comment_id > $2 ORDER BY c.comment_id LIMIT $3`,
              [appId, id, limit],
            ),
          ),
        lock: async (ids) =>
          toParts(
            await tx.rows(
              `SELECT c.comment_id AS id, c.text FROM notifications.draft_comment AS c
                WHERE c.app_id = $1 AND c.comment_id = ANY ($2::bigint[]) ORDER BY c.comment_id FOR NO KEY UPDATE`,
              [appId, ids],
            ),
          ),
        update: async (id, json) =>
          tx.affected(
            'UPDATE notifications.draft_comment AS c SET text = $3 WHERE c.comment_id = $2 AND c.app_id = $1',
            [appId, id, (JSON.parse(json) as string[]).join('')],
          ),
      },
      erased,
    );
  }
}

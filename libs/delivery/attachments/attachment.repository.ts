import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import type { StoredFile } from './attachment.types.js';

/** Attachments in one delete statement: each has up to 40 pieces of 256 KB. */
const DELETE_BATCH_SIZE = 100;

/** Statements of `delivery.attachment` and `delivery.attachment_piece`. */
@Injectable()
export class AttachmentRepository {
  constructor(private readonly db: Database) {}

  /** One row · primary key. */
  async insertPiece(appId: number, attachmentId: number, piece: number, bytes: Buffer): Promise<void> {
    await this.db.affected(
      'INSERT INTO delivery.attachment_piece (app_id, attachment_id, piece, bytes) VALUES ($1, $2, $3, $4)',
      [appId, attachmentId, piece, bytes],
    );
  }

  /** Stored after the pieces, so that a listed attachment is complete · one row · primary key. */
  async insertFile(appId: number, { attachmentId, name, type, size, sha256 }: StoredFile): Promise<void> {
    await this.db.affected(
      `INSERT INTO delivery.attachment (app_id, attachment_id, name, type, size, sha256)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [appId, attachmentId, name, type, size, sha256],
    );
  }

  /** Assigns attachments to their dispatch · as many rows as ids · primary key. */
  async claimFiles(tx: Tx, appId: number, attachmentIds: readonly number[], dispatchId: number): Promise<number> {
    return tx.affected(
      `UPDATE delivery.attachment AS a SET dispatch_id = $3
        WHERE a.app_id = $1 AND a.attachment_id = ANY ($2::bigint[]) AND a.dispatch_id IS NULL`,
      [appId, attachmentIds, dispatchId],
    );
  }

  /** Attachments of one dispatch, in the order of their upload · a few rows · attachment_by_dispatch. */
  async findByDispatch(appId: number, dispatchId: number): Promise<StoredFile[]> {
    return this.db.rows<StoredFile>(
      `SELECT a.attachment_id AS "attachmentId", a.name, a.type, a.size, a.sha256
         FROM delivery.attachment AS a
        WHERE a.app_id = $1 AND a.dispatch_id = $2
        ORDER BY a.attachment_id`,
      [appId, dispatchId],
    );
  }

  /** One piece of a file, at most 256 KB · primary key · null past the last. */
  async readPiece(appId: number, attachmentId: number, piece: number): Promise<Buffer | null> {
    const row = await this.db.row<{ bytes: Buffer }>(
      `SELECT p.bytes FROM delivery.attachment_piece AS p
        WHERE p.app_id = $1 AND p.attachment_id = $2 AND p.piece = $3`,
      [appId, attachmentId, piece],
    );
    return row?.bytes ?? null;
  }

  /** Deletes uploads without a dispatch · as many as ids · primary keys. */
  async deleteUnclaimed(appId: number, attachmentIds: readonly number[]): Promise<void> {
    await this.db.affected(
      `WITH claimed AS (
         SELECT a.attachment_id FROM delivery.attachment AS a
          WHERE a.app_id = $1 AND a.attachment_id = ANY ($2::bigint[]) AND a.dispatch_id IS NOT NULL),
       pieces AS (
         DELETE FROM delivery.attachment_piece AS p
          WHERE p.app_id = $1 AND p.attachment_id = ANY ($2::bigint[])
            AND p.attachment_id NOT IN (SELECT c.attachment_id FROM claimed AS c))
       DELETE FROM delivery.attachment AS a
        WHERE a.app_id = $1 AND a.attachment_id = ANY ($2::bigint[]) AND a.dispatch_id IS NULL`,
      [appId, attachmentIds],
    );
  }

  /**
   * Erases the content and names of the files of dispatches. Rows stay, because a send in progress needs their number.
   * A few rows · attachment_by_dispatch · locks them.
   */
  async emptyFiles(db: Statements, appId: number, dispatchIds: readonly number[]): Promise<number> {
    return db.affected(
      `WITH emptied AS (
         UPDATE delivery.attachment AS a SET name = '', sha256 = '', size = 0
          WHERE a.app_id = $1 AND a.dispatch_id = ANY ($2::bigint[])
         RETURNING a.attachment_id)
       DELETE FROM delivery.attachment_piece AS p USING emptied AS e
        WHERE p.app_id = $1 AND p.attachment_id = e.attachment_id`,
      [appId, dispatchIds],
    );
  }

  /**
   * Deletes expired files of all applications: of sends that ended before `endedBefore`, and uploads before `uploadedBefore`
   * without a dispatch. Pieces of unfinished uploads go too.
   * Index on uploaded_at of pieces and rows · in statements of 100 files.
   *
   * @returns the number of pieces
   */
  async deleteExpired(endedBefore: Date, uploadedBefore: Date): Promise<number> {
    for (let sum = 0; ;) {
      const [deleted] = await this.db.rows<{ pieces: number; files: number }>(
        `WITH expired AS MATERIALIZED (
           SELECT a.app_id, a.attachment_id FROM delivery.attachment AS a
            LEFT JOIN delivery.dispatch AS d ON d.dispatch_id = a.dispatch_id
            WHERE CASE WHEN a.dispatch_id IS NULL THEN a.uploaded_at < $2
                       ELSE d.dispatch_id IS NULL OR d.finished_at < $1 END
            LIMIT $3),
         unfinished AS MATERIALIZED (
           SELECT p.app_id, p.attachment_id FROM delivery.attachment_piece AS p
            WHERE p.piece = 0 AND p.uploaded_at < $2
              AND NOT EXISTS (SELECT FROM delivery.attachment AS a
                               WHERE a.app_id = p.app_id AND a.attachment_id = p.attachment_id)
            LIMIT $3),
         deleted AS (
           DELETE FROM delivery.attachment AS a USING expired AS o
            WHERE a.app_id = o.app_id AND a.attachment_id = o.attachment_id
           RETURNING a.attachment_id),
         pieces AS (
           DELETE FROM delivery.attachment_piece AS p
            USING (SELECT * FROM expired UNION SELECT * FROM unfinished) AS o
            WHERE p.app_id = o.app_id AND p.attachment_id = o.attachment_id
           RETURNING p.piece)
         SELECT (SELECT count(*) FROM pieces) AS pieces,
                (SELECT count(*) FROM deleted) + (SELECT count(*) FROM unfinished) AS files`,
        [endedBefore, uploadedBefore, DELETE_BATCH_SIZE],
      );
      sum += deleted?.pieces ?? 0;
      if ((deleted?.files ?? 0) < DELETE_BATCH_SIZE) {
        return sum;
      }
    }
  }
}

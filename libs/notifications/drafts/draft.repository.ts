import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import type { SegmentUse } from '#libs/audience';
import { Database, type Statements, type Tx } from '#platform/db';
import type { Draft, DraftContent, DraftKind, DraftState, ListedDraft } from './draft.types.js';

/** Any number that no other advisory lock of two numbers uses as its first. */
const DRAFT_LOCK = 3_110;

const STATE = `
  d.draft_id AS "draftId", d.name, d.version, d.made_by AS "madeBy", d.made_at AS "madeAt", d.changed_by AS "changedBy",
  d.changed_at AS "changedAt", d.notification_key AS "launchedAs"`;

/** A field of date and time, and an offset where it was asked for. */
const TIME = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}([+-]\d{2}:\d{2})?$`;

/** @property notedAt  when the audit log got its newest entry about saves of the same member */
export type LockedDraft = DraftState & { notedAt: Date };

@Injectable()
export class DraftRepository {
  constructor(private readonly db: Database) {}

  /** Open drafts, the one that was changed last first · draft_listed. */
  async listOpen(appId: number, kind: DraftKind, limit: number): Promise<ListedDraft[]> {
    return this.db.rows<ListedDraft>(
      `SELECT ${STATE}, d.body #>> '{fields,when}' IS NOT DISTINCT FROM 'local' AS "isLocal",
              CASE WHEN d.body #>> '{fields,when}' IN ('later', 'local') AND d.body #>> '{fields,at}' ~ '${TIME}'
                   THEN d.body #>> '{fields,at}' END AS at
         FROM notifications.draft AS d
        WHERE d.app_id = $1 AND d.kind = $3 AND d.notification_key IS NULL
        ORDER BY d.changed_at DESC, d.draft_id DESC LIMIT $2`,
      [appId, limit, kind],
    );
  }

  /** One draft of a kind, launched or not · primary key. */
  async find(appId: number, draftId: number, kind: DraftKind): Promise<Draft | undefined> {
    return this.db.row<Draft>(
      `SELECT ${STATE}, d.body FROM notifications.draft AS d
        WHERE d.app_id = $1 AND d.draft_id = $2 AND d.kind = $3`,
      [appId, draftId, kind],
    );
  }

  /** Locks one draft: of saves with the same base the first alone finds it · primary key. */
  async lock(tx: Tx, appId: number, draftId: number, kind: DraftKind): Promise<LockedDraft | undefined> {
    return tx.row<LockedDraft>(
      `SELECT ${STATE}, d.noted_at AS "notedAt" FROM notifications.draft AS d
        WHERE d.app_id = $1 AND d.draft_id = $2 AND d.kind = $3 FOR UPDATE`,
      [appId, draftId, kind],
    );
  }

  /** Makes transactions that add drafts to one application run one after the other, so that none passes the limit. */
  async lockAdding(tx: Tx, appId: number): Promise<void> {
    await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [DRAFT_LOCK, appId]);
  }

  /** Open drafts of an application · draft_listed. */
  async countOpen(tx: Tx, appId: number, kind: DraftKind): Promise<number> {
    const row = await tx.row<{ n: number }>(
      `SELECT count(*) AS n FROM notifications.draft AS d
        WHERE d.app_id = $1 AND d.kind = $2 AND d.notification_key IS NULL`,
      [appId, kind],
    );
    return row?.n ?? 0;
  }

  /** 1 row. */
  async insert(
    tx: Tx,
    { appId, kind }: { appId: number; kind: DraftKind },
    { name, body }: DraftContent,
    by: Actor,
    at: Date,
  ): Promise<number> {
    const row = await tx.row<{ draftId: number }>(
      `INSERT INTO notifications.draft (app_id, name, body, made_by, made_at, changed_by, changed_at, noted_at, kind)
       VALUES ($1, $2, $3::jsonb, $4::jsonb, $5, $4::jsonb, $5, $5, $6) RETURNING draft_id AS "draftId"`,
      [appId, name, JSON.stringify(body), JSON.stringify(by), at, kind],
    );
    if (!row) {
      throw new Error('A draft was not stored');
    }
    return row.draftId;
  }

  /** Replaces the content of a locked draft. @param notedAt  of the newest entry of the audit log */
  async update(
    tx: Tx,
    appId: number,
    draftId: number,
    { name, body }: DraftContent,
    { by, at, notedAt }: { by: Actor; at: Date; notedAt: Date },
  ): Promise<void> {
    await tx.affected(
      `UPDATE notifications.draft
          SET name = $3, body = $4::jsonb, version = version + 1, changed_by = $5::jsonb, changed_at = $6, noted_at = $7
        WHERE app_id = $1 AND draft_id = $2`,
      [appId, draftId, name, JSON.stringify(body), JSON.stringify(by), at, notedAt],
    );
  }

  /** Closes a locked draft; what it said stands in the campaign. */
  async close(
    tx: Tx,
    appId: number,
    draftId: number,
    { by, at, launchedAs }: { by: Actor; at: Date; launchedAs: number },
  ): Promise<void> {
    await tx.affected(
      `UPDATE notifications.draft
          SET name = '', body = '{}', translated = NULL, version = version + 1, changed_by = $3::jsonb, changed_at = $4, notification_key = $5
        WHERE app_id = $1 AND draft_id = $2`,
      [appId, draftId, JSON.stringify(by), at, launchedAs],
    );
  }

  /**
   * Open drafts whose form names segments: chosen alone, or in lines that describe who is meant · draft_listed.
   *
   * @returns name  null: it has none yet
   */
  async listSegmentUses(on: Statements, appId: number): Promise<SegmentUse[]> {
    return on.rows<SegmentUse>(
      `SELECT 'draft' AS kind, d.draft_id::text AS id, nullif(d.name, '') AS name, u.segments
         FROM notifications.draft AS d
        CROSS JOIN LATERAL (SELECT CASE WHEN d.body @> '{"fields": {"described": true}}'
            THEN jsonb_path_query_array(d.body, 'strict $.fields.lines.** ? (@.kind == "segment").text')
            ELSE jsonb_path_query_array(d.body, '$.fields.segment') END AS segments) AS u
        WHERE d.app_id = $1 AND d.notification_key IS NULL AND u.segments <> '[]' ORDER BY d.draft_id`,
      [appId],
    );
  }

  /** Deletes a locked draft. */
  async delete(tx: Tx, appId: number, draftId: number): Promise<void> {
    await tx.affected('DELETE FROM notifications.draft WHERE app_id = $1 AND draft_id = $2', [appId, draftId]);
  }

  /** Deletes what was launched before a moment · draft_listed. */
  async deleteLaunched(tx: Tx, appId: number, before: Date): Promise<void> {
    await tx.affected(
      `DELETE FROM notifications.draft AS d
        WHERE d.app_id = $1 AND d.changed_at < $2 AND d.notification_key IS NOT NULL`,
      [appId, before],
    );
  }
}

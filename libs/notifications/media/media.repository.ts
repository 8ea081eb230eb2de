import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import type { ListedMedia, Media, MediaUse } from './media.types.js';

const COLUMNS = `
  m.hash, m.media_id AS "mediaId", m.name, m.type, m.size, m.width, m.height, m.frames, m.created_at AS "createdAt"`;
/** Dispatches that are not finished. */
const OPEN = 3;
const MAX_TITLE = 200;

/** Statements of `notifications.media` and `notifications.media_piece`. */
@Injectable()
export class MediaRepository {
  constructor(private readonly db: Database) {}

  /** Uploads of an application one after the other, so that their number stays exact. */
  async lockUploads(tx: Tx, appId: number): Promise<void> {
    await tx.rows(`SELECT pg_advisory_xact_lock(hashtextextended('notifications.media', $1))`, [appId]);
  }

  /** The pictures of an application and their bytes: a few thousand rows · media_listed. */
  async count(on: Statements, appId: number): Promise<{ number: number; bytes: number }> {
    const row = await on.row<{ number: number; bytes: number }>(
      `SELECT count(*) AS number, coalesce(sum(m.size), 0)::bigint AS bytes FROM notifications.media AS m
        WHERE m.app_id = $1`,
      [appId],
    );
    return row ?? { number: 0, bytes: 0 };
  }

  /** 1 row and at most 40 pieces · primary keys. */
  async insert(tx: Tx, appId: number, media: Omit<Media, 'createdAt'>, pieces: readonly Buffer[]): Promise<void> {
    const { hash, name, type, size, width, height, frames } = media;
    await tx.affected(
      `INSERT INTO notifications.media (app_id, hash, name, type, size, width, height, frames)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [appId, hash, name, type, size, width, height, frames],
    );
    for (const [piece, bytes] of pieces.entries()) {
      await tx.affected('INSERT INTO notifications.media_piece (app_id, hash, piece, bytes) VALUES ($1, $2, $3, $4)', [
        appId,
        hash,
        piece,
        bytes,
      ]);
    }
  }

  /** 1 row · primary key. */
  async find(on: Statements, appId: number, hash: string): Promise<ListedMedia | undefined> {
    return on.row<ListedMedia>(`SELECT ${COLUMNS} FROM notifications.media AS m WHERE m.app_id = $1 AND m.hash = $2`, [
      appId,
      hash,
    ]);
  }

  /** The newest first, below an id; null: from the newest · media_listed. */
  async listPage(appId: number, before: number | null, limit: number): Promise<ListedMedia[]> {
    return this.db.rows<ListedMedia>(
      `SELECT ${COLUMNS} FROM notifications.media AS m
        WHERE m.app_id = $1 AND ($2::bigint IS NULL OR m.media_id < $2) ORDER BY m.media_id DESC LIMIT $3`,
      [appId, before, limit],
    );
  }

  /**
   * Messages that show some pictures and may still be sent: definitions that have not ended, and campaigns that are not
   * finished. Reads those of the application: tens to hundreds · definition_listed, dispatch_open.
   *
   * @returns by hash
   */
  async listUses(on: Statements, appId: number, hashes: readonly string[]): Promise<(MediaUse & { hash: string })[]> {
    return on.rows<MediaUse & { hash: string }>(
      `WITH message AS MATERIALIZED (
         SELECT f.kind, f.notification_key AS key, f.message FROM notifications.definition AS f
          WHERE f.app_id = $1 AND f.kind = 'definition' AND f.ended_at IS NULL
         UNION ALL
         SELECT DISTINCT ON (d.notification_key) 'campaign', d.notification_key, d.message FROM delivery.v_dispatch AS d
          WHERE d.state < ${OPEN} AND d.app_id = $1)
       SELECT DISTINCT found.parts[1] AS hash, m.kind, m.key,
              left(coalesce(m.message ->> 'title', m.message ->> 'subject', ''), ${MAX_TITLE}) AS title
         FROM message AS m, regexp_matches(m.message::text, '/m/([0-9a-f]{64})', 'g') AS found (parts)
        WHERE found.parts[1] = ANY ($2::text[])
        ORDER BY m.kind, m.key`,
      [appId, hashes],
    );
  }

  /** 1 row and its pieces · primary keys. */
  async delete(tx: Tx, appId: number, hash: string): Promise<void> {
    await tx.affected('DELETE FROM notifications.media AS m WHERE m.app_id = $1 AND m.hash = $2', [appId, hash]);
  }

  /** Finds a file of any application: the address names none · media_by_hash. */
  async findServed(hash: string): Promise<Pick<Media, 'type'> | undefined> {
    return this.db.row<Pick<Media, 'type'>>('SELECT m.type FROM notifications.media AS m WHERE m.hash = $1 LIMIT 1', [
      hash,
    ]);
  }

  /** Lists those of some files that are served, of any application · media_by_hash. */
  async listServed(hashes: readonly string[]): Promise<string[]> {
    const rows = await this.db.rows<{ hash: string }>(
      'SELECT DISTINCT m.hash FROM notifications.media AS m WHERE m.hash = ANY ($1::text[])',
      [hashes],
    );
    return rows.map(({ hash }) => hash);
  }

  /** The pieces of a file in one row, at most 10 MB · media_by_hash, primary key. */
  async readBytes(hash: string): Promise<Buffer | undefined> {
    const row = await this.db.row<{ bytes: Buffer | null }>(
      `SELECT string_agg(p.bytes, ''::bytea ORDER BY p.piece) AS bytes FROM notifications.media_piece AS p
        WHERE p.hash = $1 AND p.app_id = (SELECT min(m.app_id) FROM notifications.media AS m WHERE m.hash = $1)`,
      [hash],
    );
    return row?.bytes ?? undefined;
  }
}

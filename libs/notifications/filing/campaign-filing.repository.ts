import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import { Database, type Statements, type Tx } from '#platform/db';
import type { CampaignFiling, CampaignFolder, FilingFilter } from './filing.types.js';

/** Campaigns of an application that one search looks at: some 20 MB of words, in less than 0.1 s. */
const MAX_SEARCHED = 10_000;
/** From so many characters on the texts are searched. */
export const MIN_FIND = 3;

@Injectable()
export class CampaignFilingRepository {
  constructor(private readonly db: Database) {}

  /** Stores the words of a new campaign. 1 row. */
  async insert(tx: Tx, appId: number, key: number, words: string): Promise<void> {
    await tx.affected(
      `INSERT INTO notifications.campaign_filing (app_id, notification_key, words) VALUES ($1, $2, $3)
       ON CONFLICT (notification_key) DO UPDATE SET words = EXCLUDED.words`,
      [appId, key, words],
    );
  }

  /** The filings of some campaigns, by key; campaigns of the release before have none · primary key. */
  async find(appId: number, keys: readonly number[]): Promise<Map<number, CampaignFiling>> {
    const rows = await this.db.rows<CampaignFiling & { key: number }>(
      `SELECT c.notification_key AS key, c.folder_id AS "folderId", c.archived_at AS "archivedAt"
         FROM notifications.campaign_filing AS c WHERE c.app_id = $1 AND c.notification_key = ANY ($2::integer[])`,
      [appId, keys],
    );
    return new Map(rows.map(({ key, ...filing }) => [key, filing]));
  }

  /**
   * Keys of campaigns that fit a filter, the newest first, at most `limit`. A search looks at the newest 10,000 below
   * `before` · definition_listed, campaign_filing_listed and its primary key.
   */
  async listKeys(
    appId: number,
    { folderId, isArchived, find }: FilingFilter,
    { before, limit }: { before: number | null; limit: number },
  ): Promise<number[]> {
    const rows = await this.db.rows<{ key: number }>(
      `SELECT f.notification_key AS key
         FROM (SELECT d.notification_key FROM notifications.definition AS d
                WHERE d.app_id = $1 AND d.kind = 'campaign' AND ($2::integer IS NULL OR d.notification_key < $2)
                ORDER BY d.notification_key DESC LIMIT $7) AS f
         LEFT JOIN notifications.campaign_filing AS c ON c.notification_key = f.notification_key AND c.app_id = $1
        WHERE (c.archived_at IS NOT NULL) = $3
          AND ($4::bigint IS NULL OR c.folder_id = $4)
          AND ($6::text IS NULL OR c.words LIKE $5 OR f.notification_key::text = $6)
        ORDER BY f.notification_key DESC LIMIT $8`,
      [
        appId,
        before,
        isArchived,
        folderId ?? null,
        find === undefined || find.length < MIN_FIND ? null : `%${find.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
        find ?? null,
        MAX_SEARCHED,
        limit,
      ],
    );
    return rows.map(({ key }) => key);
  }

  /** Locks campaigns among some keys, in the order of the keys. @returns their messages by key · primary key */
  async lockCampaigns(tx: Tx, appId: number, keys: readonly number[]): Promise<Map<number, Message>> {
    const rows = await tx.rows<{ key: number; message: Message }>(
      `SELECT f.notification_key AS key, f.message FROM notifications.definition AS f
        WHERE f.app_id = $1 AND f.notification_key = ANY ($2::bigint[]) AND f.kind = 'campaign'
        ORDER BY f.notification_key FOR UPDATE`,
      [appId, keys],
    );
    return new Map(rows.map(({ key, message }) => [key, message]));
  }

  /** Sets folder and archive; absent fields stay. As many rows as keys · primary key. */
  async file(
    tx: Tx,
    appId: number,
    keys: readonly number[],
    { folderId, isArchived }: { folderId?: number | null; isArchived?: boolean },
  ): Promise<void> {
    await tx.affected(
      `INSERT INTO notifications.campaign_filing AS c (app_id, notification_key, folder_id, archived_at)
       SELECT $1, k.key, $4::bigint, CASE WHEN $5::boolean THEN now() END FROM unnest($2::integer[]) AS k (key)
       ON CONFLICT (notification_key) DO UPDATE
          SET folder_id = CASE WHEN $3::boolean THEN EXCLUDED.folder_id ELSE c.folder_id END,
              archived_at = CASE WHEN $5::boolean IS NULL THEN c.archived_at
                                 WHEN $5::boolean THEN coalesce(c.archived_at, now()) END`,
      [appId, keys, folderId !== undefined, folderId ?? null, isArchived ?? null],
    );
  }

  /** Sets the label of campaigns that `lockCampaigns` has locked · a row for each key · primary key. @param label  null: none */
  async setLabel(tx: Tx, appId: number, keys: readonly number[], label: string | null): Promise<void> {
    await tx.affected(
      `UPDATE notifications.definition AS f
          SET message = CASE WHEN $3::text IS NULL THEN f.message - 'labels'
                             ELSE jsonb_set(f.message, '{labels}', to_jsonb($3::text)) END
        WHERE f.app_id = $1 AND f.notification_key = ANY ($2::integer[]) AND f.kind = 'campaign'`,
      [appId, keys, label],
    );
  }

  /** Replaces the first line of the words, which is the label; unread ones stay so · primary key. */
  async setLabelWords(tx: Tx, appId: number, keys: readonly number[], line: string): Promise<void> {
    await tx.affected(
      `UPDATE notifications.campaign_filing AS c SET words = $3 || substr(c.words, strpos(c.words, E'\\n') + 1)
        WHERE c.app_id = $1 AND c.notification_key = ANY ($2::integer[])`,
      [appId, keys, line],
    );
  }

  /** Campaigns of any application whose words were not read, at most `limit` · campaign_filing_unread. */
  async findUnread(limit: number): Promise<{ appId: number; key: number; message: Message }[]> {
    return this.db.rows(
      `SELECT c.app_id AS "appId", c.notification_key AS key, f.message
         FROM notifications.campaign_filing AS c
         JOIN notifications.definition AS f ON f.notification_key = c.notification_key AND f.app_id = c.app_id
        WHERE c.words IS NULL ORDER BY c.notification_key LIMIT $1`,
      [limit],
    );
  }

  /** Stores the words of campaigns · a row for each key · primary key. */
  async setWords(words: readonly { appId: number; key: number; words: string }[]): Promise<void> {
    await this.db.affected(
      `UPDATE notifications.campaign_filing AS c SET words = w.words
         FROM unnest($1::integer[], $2::integer[], $3::text[]) AS w (app_id, key, words)
        WHERE c.notification_key = w.key AND c.app_id = w.app_id`,
      [words.map(({ appId }) => appId), words.map(({ key }) => key), words.map((entry) => entry.words)],
    );
  }

  /** The folders of an application by their names · the primary key, and one row for each campaign. */
  async listFolders(on: Statements, appId: number): Promise<CampaignFolder[]> {
    return on.rows(
      `SELECT o.folder_id AS "folderId", o.name,
              (SELECT count(*) FROM notifications.campaign_filing AS c
                WHERE c.app_id = $1 AND c.folder_id = o.folder_id) AS campaigns
         FROM notifications.campaign_folder AS o WHERE o.app_id = $1 ORDER BY lower(o.name), o.folder_id`,
      [appId],
    );
  }

  /** Lets one change of the folders of an application run at a time. */
  async lockFolders(tx: Tx, appId: number): Promise<void> {
    await tx.rows(`SELECT pg_advisory_xact_lock(hashtextextended('campaign folders ' || $1::integer, 0))`, [appId]);
  }

  async insertFolder(tx: Tx, appId: number, name: string): Promise<number> {
    const row = await tx.row<{ folderId: number }>(
      `INSERT INTO notifications.campaign_folder (app_id, name) VALUES ($1, $2) RETURNING folder_id AS "folderId"`,
      [appId, name],
    );
    return row?.folderId ?? Number.NaN;
  }

  /** 1 row · primary key. */
  async renameFolder(tx: Tx, appId: number, folderId: number, name: string): Promise<void> {
    await tx.affected('UPDATE notifications.campaign_folder SET name = $3 WHERE app_id = $1 AND folder_id = $2', [
      appId,
      folderId,
      name,
    ]);
  }

  /** Removes a folder; its campaigns are in none then · campaign_filing_listed. */
  async deleteFolder(tx: Tx, appId: number, folderId: number): Promise<void> {
    await tx.affected(
      'UPDATE notifications.campaign_filing SET folder_id = NULL WHERE app_id = $1 AND folder_id = $2',
      [appId, folderId],
    );
    await tx.affected('DELETE FROM notifications.campaign_folder WHERE app_id = $1 AND folder_id = $2', [
      appId,
      folderId,
    ]);
  }
}

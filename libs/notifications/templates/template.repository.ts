import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import { Database, type Statements, type Tx } from '#platform/db';
import type { TemplateContent, TemplateState, TemplateUse, TemplateVersion, WrittenVersion } from './template.types.js';

const STATE = `
  t.template_id AS "templateId", t.name, t.kind, t.version, t.made_by AS "madeBy", t.made_at AS "madeAt",
  t.changed_by AS "changedBy", t.changed_at AS "changedAt"`;

const VERSION = 'v.version, v.saved_by AS "savedBy", v.saved_at AS "savedAt"';

/** Statements of `notifications.template` and `notifications.template_version`. */
@Injectable()
export class TemplateRepository {
  constructor(private readonly db: Database) {}

  /** Lists the templates of an application, the one that was changed last first: tens · primary key. */
  async list(appId: number): Promise<TemplateState[]> {
    return this.db.rows<TemplateState>(
      `SELECT ${STATE} FROM notifications.template AS t
        WHERE t.app_id = $1 ORDER BY t.changed_at DESC, t.template_id DESC`,
      [appId],
    );
  }

  /** 1 row · primary key. */
  async find(appId: number, templateId: number): Promise<TemplateState | undefined> {
    return this.db.row<TemplateState>(
      `SELECT ${STATE} FROM notifications.template AS t WHERE t.app_id = $1 AND t.template_id = $2`,
      [appId, templateId],
    );
  }

  /**
   * Finds one version of a template · primary key.
   *
   * @param version  any whole number: no version is larger than an `integer`
   */
  async findVersion(
    on: Statements,
    appId: number,
    templateId: number,
    version: number,
  ): Promise<WrittenVersion | undefined> {
    return on.row<WrittenVersion>(
      `SELECT ${VERSION}, v.body FROM notifications.template_version AS v
        WHERE v.app_id = $1 AND v.template_id = $2 AND v.version = $3::bigint`,
      [appId, templateId, version],
    );
  }

  /** The newest first, below a version; null: from the newest. Bodies are not read · primary key. */
  async listVersions(
    appId: number,
    templateId: number,
    before: number | null,
    limit: number,
  ): Promise<TemplateVersion[]> {
    return this.db.rows<TemplateVersion>(
      `SELECT ${VERSION} FROM notifications.template_version AS v
        WHERE v.app_id = $1 AND v.template_id = $2 AND ($3::bigint IS NULL OR v.version < $3)
        ORDER BY v.version DESC LIMIT $4`,
      [appId, templateId, before, limit],
    );
  }

  /** Locks one template: of saves with the same base the first alone finds it · primary key. */
  async lock(tx: Tx, appId: number, templateId: number): Promise<TemplateState | undefined> {
    return tx.row<TemplateState>(
      `SELECT ${STATE} FROM notifications.template AS t WHERE t.app_id = $1 AND t.template_id = $2 FOR UPDATE`,
      [appId, templateId],
    );
  }

  /** Additions to one application one after the other, so that none passes the limit. */
  async lockAdding(tx: Tx, appId: number): Promise<void> {
    await tx.rows(`SELECT pg_advisory_xact_lock(hashtextextended('notifications.template', $1))`, [appId]);
  }

  /** Templates of an application · primary key. */
  async count(tx: Tx, appId: number): Promise<number> {
    const row = await tx.row<{ n: number }>(
      'SELECT count(*) AS n FROM notifications.template AS t WHERE t.app_id = $1',
      [appId],
    );
    return row?.n ?? 0;
  }

  /** 1 row and its first version. */
  async insert(tx: Tx, appId: number, { name, body }: TemplateContent, by: Actor, at: Date): Promise<number> {
    const row = await tx.row<{ templateId: number }>(
      `INSERT INTO notifications.template (app_id, name, kind, made_by, made_at, changed_by, changed_at)
       VALUES ($1, $2, $3, $4::jsonb, $5, $4::jsonb, $5) RETURNING template_id AS "templateId"`,
      [appId, name, body.kind, JSON.stringify(by), at],
    );
    if (!row) {
      throw new Error('A template was not stored');
    }
    await this.insertVersion(tx, appId, { templateId: row.templateId, version: 1 }, body, by, at);
    return row.templateId;
  }

  /** The next version of a locked template. */
  async update(
    tx: Tx,
    appId: number,
    { templateId, version }: Pick<TemplateState, 'templateId' | 'version'>,
    { name, body }: TemplateContent,
    by: Actor,
    at: Date,
  ): Promise<void> {
    await tx.affected(
      `UPDATE notifications.template SET name = $3, version = $4, changed_by = $5::jsonb, changed_at = $6
        WHERE app_id = $1 AND template_id = $2`,
      [appId, templateId, name, version, JSON.stringify(by), at],
    );
    await this.insertVersion(tx, appId, { templateId, version }, body, by, at);
  }

  /** Deletes a locked template with its versions. */
  async delete(tx: Tx, appId: number, templateId: number): Promise<void> {
    await tx.affected('DELETE FROM notifications.template WHERE app_id = $1 AND template_id = $2', [appId, templateId]);
  }

  /**
   * Open drafts that are written with a template, by the field `template` of their forms. Reads the open drafts of the
   * application: at most 200 · draft_listed.
   *
   * @param templateId  null: with any
   */
  async listUses(
    on: Statements,
    appId: number,
    templateId: number | null,
  ): Promise<(TemplateUse & { templateId: number })[]> {
    return on.rows<TemplateUse & { templateId: number }>(
      `SELECT DISTINCT (used.id #>> '{}')::bigint AS "templateId", d.draft_id AS "draftId", d.name
         FROM notifications.draft AS d, jsonb_path_query(d.body, '$.fields.**.template.id') AS used (id)
        WHERE d.app_id = $1 AND d.notification_key IS NULL AND (used.id #>> '{}') ~ '^[0-9]{1,15}$'
          AND ($2::text IS NULL OR used.id #>> '{}' = $2)
        ORDER BY d.draft_id`,
      [appId, templateId === null ? null : String(templateId)],
    );
  }

  private async insertVersion(
    tx: Tx,
    appId: number,
    { templateId, version }: Pick<TemplateState, 'templateId' | 'version'>,
    body: TemplateContent['body'],
    by: Actor,
    at: Date,
  ): Promise<void> {
    await tx.affected(
      `INSERT INTO notifications.template_version (app_id, template_id, version, body, saved_by, saved_at)
       VALUES ($1, $2, $3, $4::jsonb, $5::jsonb, $6)`,
      [appId, templateId, version, JSON.stringify(body), JSON.stringify(by), at],
    );
  }
}

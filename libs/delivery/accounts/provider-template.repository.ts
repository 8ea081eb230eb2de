import { Injectable } from '@nestjs/common';
import type { ProviderTemplate } from '#libs/channels';
import { Database } from '#platform/db';

export interface StoredTemplates {
  readAt: Date;
  templates: readonly ProviderTemplate[];
}

/** Statements of `delivery.provider_templates`, one row for each account. */
@Injectable()
export class ProviderTemplateRepository {
  constructor(private readonly db: Database) {}

  /** 1 row, primary key. */
  async find(appId: number, accountId: number): Promise<StoredTemplates | undefined> {
    return this.db.row<StoredTemplates>(
      `SELECT t.read_at AS "readAt", t.templates FROM delivery.provider_templates AS t
       WHERE t.account_id = $2 AND t.app_id = $1`,
      [appId, accountId],
    );
  }

  /** 1 row, primary key. */
  async store(appId: number, accountId: number, readAt: Date, templates: readonly ProviderTemplate[]): Promise<void> {
    await this.db.affected(
      `INSERT INTO delivery.provider_templates AS t (account_id, app_id, read_at, templates) VALUES ($2, $1, $3, $4)
       ON CONFLICT (account_id) DO UPDATE SET read_at = excluded.read_at, templates = excluded.templates`,
      [appId, accountId, readAt, JSON.stringify(templates)],
    );
  }
}

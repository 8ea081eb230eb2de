import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import { Database } from '#platform/db';
import type { DraftKind } from './draft.types.js';

/**
 * A page of a member that has a draft open.
 *
 * @property tab   id of one page among those of a member
 * @property kind  of the draft
 */
export interface OpenPage {
  kind: DraftKind;
  appId: number;
  draftId: number;
  member: Pick<Actor, 'id' | 'name'>;
  tab: number;
}

/** Statements of `notifications.draft_presence`. */
@Injectable()
export class DraftPresenceRepository {
  constructor(private readonly db: Database) {}

  /** Notes that a page is there · primary keys. @returns whether there is such a draft, and it was not launched */
  async note({ appId, draftId, kind, member, tab }: OpenPage, at: Date): Promise<boolean> {
    const noted = await this.db.affected(
      `INSERT INTO notifications.draft_presence (app_id, draft_id, member, tab, member_name, seen_at)
       SELECT d.app_id, d.draft_id, $3, $4, $5, $6 FROM notifications.draft AS d
        WHERE d.app_id = $1 AND d.draft_id = $2 AND d.kind = $7 AND d.notification_key IS NULL
       ON CONFLICT (app_id, draft_id, member, tab)
       DO UPDATE SET member_name = excluded.member_name, seen_at = excluded.seen_at`,
      [appId, draftId, member.id, tab, member.name, at, kind],
    );
    return noted > 0;
  }

  /** Forgets a page · primary key. */
  async forget({ appId, draftId, member, tab }: Omit<OpenPage, 'kind'>): Promise<void> {
    await this.db.affected(
      `DELETE FROM notifications.draft_presence AS p
        WHERE p.app_id = $1 AND p.draft_id = $2 AND p.member = $3 AND p.tab = $4`,
      [appId, draftId, member.id, tab],
    );
  }

  /** Members whose pages were seen since a moment, by name; without one of them · primary key. */
  async listMembers(
    { appId, draftId, member }: Omit<OpenPage, 'kind' | 'tab'>,
    since: Date,
    limit: number,
  ): Promise<OpenPage['member'][]> {
    return this.db.rows<OpenPage['member']>(
      `SELECT p.member AS id, min(p.member_name) AS name FROM notifications.draft_presence AS p
        WHERE p.app_id = $1 AND p.draft_id = $2 AND p.member <> $3 AND p.seen_at >= $4
        GROUP BY p.member ORDER BY name, id LIMIT $5`,
      [appId, draftId, member.id, since, limit],
    );
  }

  /** Forgets pages that were not seen since a moment, of every application: the table has tens of rows. */
  async deleteUnseen(since: Date): Promise<void> {
    await this.db.affected('DELETE FROM notifications.draft_presence AS p WHERE p.seen_at < $1', [since]);
  }
}

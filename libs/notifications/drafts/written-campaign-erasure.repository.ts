import { Injectable } from '@nestjs/common';
import { NAMES_ADDRESSES, rewriteAddresses, type ErasedAddresses, type WrittenRow } from '#libs/users/identities';
import type { Tx } from '#platform/db';
import { DraftCommentRepository } from './draft-comment.repository.js';

/**
 * Tables with campaigns as members wrote them. The target of a launched one lies in its dispatch. A draft gets another
 * version too: a page that has it open would save the address back.
 */
const TABLES = [
  { table: 'notifications.draft', key: 'draft_id', content: 'body', also: ', version = version + 1' },
  { table: 'notifications.approval_request', key: 'approval_id', content: 'draft', also: '' },
  { table: 'notifications.campaign_check', key: 'check_id', content: 'request', also: '' },
] as const;

/** Takes addresses of erased people out of written campaigns. */
@Injectable()
export class WrittenCampaignErasureRepository {
  constructor(private readonly comments: DraftCommentRepository) {}

  /**
   * Replaces addresses in conditions and in what was typed · pages of 100 · draft_listed, approval_request_application,
   * primary keys · locks rows with an erased address.
   *
   * @returns the number of changed rows, by table
   */
  async eraseAddresses(tx: Tx, appId: number, erased: ErasedAddresses): Promise<Record<string, number>> {
    const commented = await this.comments.eraseAddresses(tx, appId, erased);
    const counts: Record<string, number> = commented > 0 ? { 'notifications.draft_comment': commented } : {};
    for (const { table, key, content, also } of TABLES) {
      const columns = `c.${key} AS id, c.${content} AS content`;
      const changed = await rewriteAddresses(
        {
          listAfter: async (id, limit) =>
            tx.rows<WrittenRow>(
              `SELECT ${columns} FROM ${table} AS c
                WHERE c.app_id = $1 AND c.${key} > $2 AND c.${content}::text ~ $3 ORDER BY c.${key} LIMIT $4`,
              [appId, id, NAMES_ADDRESSES, limit],
            ),
          lock: async (ids) =>
            tx.rows<WrittenRow>(
              `SELECT ${columns} FROM ${table} AS c
                WHERE c.app_id = $1 AND c.${key} = ANY ($2::bigint[]) ORDER BY c.${key} FOR NO KEY UPDATE`,
              [appId, ids],
            ),
          update: async (id, json) =>
            tx.affected(
              `UPDATE ${table} AS c SET ${content} = $3::jsonb${also} WHERE c.${key} = $2 AND c.app_id = $1`,
              [appId, id, json],
            ),
        },
        erased,
      );
      if (changed > 0) {
        counts[table] = changed;
      }
    }
    return counts;
  }
}

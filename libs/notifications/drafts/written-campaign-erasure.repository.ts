import { Injectable } from '@nestjs/common';
import { NAMES_ADDRESSES, replaceAddresses } from '#libs/users';
import type { Tx } from '#platform/db';

/** Tables with campaigns as members wrote them. The target of a launched one lies in its dispatch. */
const TABLES = [
  { table: 'notifications.draft', key: 'draft_id', content: 'body' },
  { table: 'notifications.approval_request', key: 'approval_id', content: 'draft' },
  { table: 'notifications.campaign_check', key: 'check_id', content: 'request' },
] as const;

/** Takes addresses of erased people out of written campaigns. */
@Injectable()
export class WrittenCampaignErasureRepository {
  /**
   * Replaces addresses in conditions · a scan of the application's written campaigns, primary keys · locks those with
   * addresses.
   *
   * @returns the number of changed rows, by table
   */
  async eraseAddresses(tx: Tx, appId: number, addresses: readonly string[]): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { table, key, content } of addresses.length === 0 ? [] : TABLES) {
      const rows = await tx.rows<{ id: number; content: unknown }>(
        `SELECT c.${key} AS id, c.${content} AS content FROM ${table} AS c
          WHERE c.app_id = $1 AND c.${content}::text ~ $2 ORDER BY c.${key} FOR NO KEY UPDATE`,
        [appId, NAMES_ADDRESSES],
      );
      for (const { id, content: written } of rows) {
        const replaced = replaceAddresses(written, addresses);
        if (replaced !== undefined) {
          counts[table] =
            (counts[table] ?? 0) +
            (await tx.affected(
              `UPDATE ${table} AS c SET ${content} = $3::jsonb WHERE c.${key} = $2 AND c.app_id = $1`,
              [appId, id, JSON.stringify(replaced)],
            ));
        }
      }
    }
    return counts;
  }
}

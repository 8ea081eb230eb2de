import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { LaunchRepository, type CampaignContent } from '../dispatches/launch.repository.js';
import type { DueCampaign } from '../next-content/next-content.repository.js';

/** Lets one transaction at a time decide for a campaign. */
@Injectable()
export class CampaignLockRepository {
  constructor(private readonly launches: LaunchRepository) {}

  /**
   * Locks the dispatch of the first content, before those of the others: a stop or pause locks them in the same order.
   *
   * @returns its key; undefined: another transaction has it, or it is gone · primary key
   */
  async lock(tx: Tx, { appId, leadId }: DueCampaign): Promise<number | undefined> {
    const row = await tx.row<{ key: number }>(
      `SELECT d.notification_key AS key FROM delivery.dispatch AS d
        WHERE d.dispatch_id = $1 AND d.app_id = $2 FOR NO KEY UPDATE SKIP LOCKED`,
      [leadId, appId],
    );
    return row?.key;
  }

  /** The contents in their order, as they are under the lock. */
  async findContents(tx: Tx, { appId, leadId }: DueCampaign, notificationKey: number): Promise<CampaignContent[]> {
    return this.launches.findContents({ appId, leadId, notificationKey }, tx);
  }
}

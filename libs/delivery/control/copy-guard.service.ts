import { Inject, Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { Database, type Tx } from '#platform/db';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { CopyGuardRepository } from './copy-guard.repository.js';
import { DeliveryQueueService } from '../dispatches/delivery-queue.service.js';
import { CampaignControlRepository } from './campaign-control.repository.js';

/** Why a copy's sends are held, as stored. */
const COPIED = 'COPIED';

/**
 * Keeps a restored copy of the database from sending again by itself what the original sends: what was open in it is held
 * until an operator says that the copy takes the original's place. What is requested of the copy itself is sent.
 */
@Injectable()
export class CopyGuardService {
  constructor(
    private readonly db: Database,
    private readonly guard: CopyGuardRepository,
    private readonly campaigns: CampaignControlRepository,
    private readonly deliveryQueue: DeliveryQueueService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * To be called by every process before it sends or lets anything go. Two that start at once are safe: one holds, the
   * other waits for it.
   *
   * @returns how many campaigns and single sends were held by this call
   */
  async check(): Promise<number> {
    const identity = await this.guard.readIdentity();
    if (identity === undefined) {
      this.logger.info(
        'this role may not read pg_control_system(): a copy of the database is not told from the original',
      );
      return 0;
    }
    const heldCount = await this.db.tx(async (tx) => {
      const stored = await this.guard.lock(tx, identity);
      if (stored.home === identity || stored.stranger === identity) {
        return 0;
      }
      await this.guard.write(tx, { ...stored, stranger: identity });
      return this.pauseAll(tx);
    });
    if (heldCount > 0) {
      this.logger.error(
        { held: heldCount },
        'this database is a copy: what was open in it is held; "herald adopt" lets it go here, if the original does not',
      );
    }
    return heldCount;
  }

  /** Holds everything that is open, before a copy is started that cannot be told from the original. @returns how much */
  async holdAll(): Promise<number> {
    return this.db.tx((tx) => this.pauseAll(tx));
  }

  /**
   * This database takes the original's place.
   *
   * @param isStopped  what was held ends unsent; else it goes on where the copy was made
   * @returns how many campaigns and single sends were held
   */
  async adopt(isStopped: boolean): Promise<number> {
    const identity = await this.guard.readIdentity();
    return this.db.tx(async (tx) => {
      if (identity !== undefined) {
        await this.guard.lock(tx, identity);
        await this.guard.write(tx, { home: identity, stranger: null });
      }
      const dispatches = isStopped
        ? await this.campaigns.stopByReason(tx, COPIED)
        : await this.campaigns.resumeByReason(tx, COPIED);
      const chunks = isStopped
        ? await this.campaigns.stopChunks(tx, dispatches)
        : await this.campaigns.releaseChunks(tx, dispatches);
      const jobSuffix = `adopted-${this.clock.now().getTime().toString(36)}`;
      tx.afterCommit(() => this.deliveryQueue.enqueueOpenChunks(chunks, jobSuffix));
      for (const { dispatchId, lane } of isStopped ? [] : dispatches.filter(({ isStored }) => isStored)) {
        tx.afterCommit(() => this.deliveryQueue.enqueueLaunch(dispatchId, lane, jobSuffix));
      }
      await this.guard.releaseWebhookDeliveries(tx);
      return dispatches.length;
    });
  }

  private async pauseAll(tx: Tx): Promise<number> {
    const dispatches = await this.campaigns.pauseAll(tx, COPIED);
    return dispatches.length + (await this.guard.holdWebhookDeliveries(tx));
  }
}

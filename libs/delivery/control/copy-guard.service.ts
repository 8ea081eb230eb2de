import { Inject, Injectable } from '@nestjs/common';
import { AuditService, INSTALLATION, SYSTEM, type Origin } from '#libs/audit';
import { ClockService } from '#platform/runtime';
import { Database, type Tx } from '#platform/db';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { CopyGuardRepository } from './copy-guard.repository.js';
import { DeliveryQueueService } from '../dispatches/delivery-queue.service.js';
import { SeriesRepository } from '#libs/delivery/recurring';
import { CampaignControlRepository } from './campaign-control.repository.js';

/** Pause reason of the dispatches of a copy, as stored. */
const COPIED = 'COPIED';

/**
 * Keeps a restored copy of the database from sending what the original sends. Dispatches that were open in it are paused until
 * an operator adopts the copy. New requests to the copy are sent.
 */
@Injectable()
export class CopyGuardService {
  constructor(
    private readonly db: Database,
    private readonly guard: CopyGuardRepository,
    private readonly campaigns: CampaignControlRepository,
    private readonly series: SeriesRepository,
    private readonly deliveryQueue: DeliveryQueueService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly audit: AuditService,
  ) {}

  /**
   * Pauses the open dispatches if this database is a copy. Every process calls it before it sends or enqueues anything. Two
   * processes that start together are safe: the second waits for the first.
   *
   * @returns the number of dispatches that this call paused
   */
  async check(): Promise<number> {
    const identity = await this.guard.readIdentity();
    if (identity === undefined) {
      this.logger.info('cannot detect a copied database: this role may not call pg_control_system()');
      return 0;
    }
    const pausedCount = await this.db.tx(async (tx) => {
      const stored = await this.guard.lock(tx, identity);
      if (stored.home === identity || stored.stranger === identity) {
        return 0;
      }
      await this.guard.write(tx, { ...stored, stranger: identity });
      return this.pauseAll(tx, SYSTEM);
    });
    if (pausedCount > 0) {
      this.logger.error(
        { paused: pausedCount },
        'this database is a copy: its open dispatches are paused; "herald adopt" resumes them here',
      );
    }
    return pausedCount;
  }

  /** Pauses everything that is open, before a copy starts that cannot be detected. @returns the number of dispatches */
  async holdAll(origin: Origin): Promise<number> {
    return this.db.tx((tx) => this.pauseAll(tx, origin));
  }

  /**
   * Makes this database the original.
   *
   * @param isStopped  stops the paused dispatches; otherwise they continue where the copy was made
   * @returns the number of dispatches that were paused
   */
  async adopt(isStopped: boolean, origin: Origin): Promise<number> {
    const identity = await this.guard.readIdentity();
    return this.db.tx(async (tx) => {
      if (identity !== undefined) {
        await this.guard.lock(tx, identity);
        await this.guard.write(tx, { home: identity, stranger: null });
      }
      await this.series.releaseAll(tx, COPIED, isStopped);
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
      await this.record(tx, origin, 'copy.adopt', `${dispatches.length} ${isStopped ? 'stopped' : 'resumed'}`);
      return dispatches.length;
    });
  }

  private async pauseAll(tx: Tx, origin: Origin): Promise<number> {
    await this.series.pauseAll(tx, COPIED);
    const dispatches = await this.campaigns.pauseAll(tx, COPIED);
    const heldCount = dispatches.length + (await this.guard.holdWebhookDeliveries(tx));
    await this.record(tx, origin, 'copy.hold', `${heldCount} held`);
    return heldCount;
  }

  private async record(tx: Tx, origin: Origin, action: string, to: string): Promise<void> {
    const differences = [{ change: 'change', subject: 'open sends', to } as const];
    await this.audit.append(tx, INSTALLATION, origin, [{ action, subject: 'installation', differences }]);
  }
}

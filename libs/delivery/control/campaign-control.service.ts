import { Inject, Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { Database, isRolledBack, type Tx } from '#platform/db';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import type { OpenChunk } from '../dispatches/chunk.repository.js';
import type { Speed } from '../model/delivery.types.js';
import { DeliveryQueueService } from '../dispatches/delivery-queue.service.js';
import { type ChangedDispatch, CampaignControlRepository } from './campaign-control.repository.js';

export interface SpeedChange {
  notificationKey: number;
  /** Null: as fast as the providers take it. */
  speed: Speed | null;
}

/** A deadlock with recurring work passes at the second attempt. */
const MAX_ATTEMPTS = 5;

/**
 * Holds campaigns and lets them go. What is committed when an operation returns holds for every worker: a sub-batch that
 * is under way ends and is written down, and no other leaves, because each needs an intent in the chunk row that was held
 * (settle and intend look at it under the row's lock).
 *
 * Every operation tells which keys it changed, and `check` refuses within the same transaction what is not as asked.
 */
@Injectable()
export class CampaignControlService {
  constructor(
    private readonly db: Database,
    private readonly campaigns: CampaignControlRepository,
    private readonly deliveryQueue: DeliveryQueueService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Nothing of the campaigns leaves until they are resumed. Positions stay as they are. */
  async pause(appId: number, keys: readonly number[], check: CheckChanges): Promise<void> {
    await this.applyChange('paused', check, (tx) => this.campaigns.pause(tx, appId, keys));
  }

  /** Campaigns go on where they were held. One that was found too late goes now. */
  async resume(appId: number, keys: readonly number[], check: CheckChanges): Promise<void> {
    await this.applyChange('resumed', check, async (tx) => {
      const resumed = await this.campaigns.resume(tx, appId, keys);
      this.enqueueAfterCommit(tx, await this.campaigns.releaseChunks(tx, resumed), 'resumed');
      for (const { dispatchId, lane } of resumed.filter(({ isStored }) => isStored)) {
        tx.afterCommit(() => this.deliveryQueue.enqueueLaunch(dispatchId, lane, `resumed-${this.timestamp()}`));
      }
      return resumed;
    });
  }

  /**
   * Ends campaigns. Planned recipients who were not sent to become SKIPPED with the reason STOPPED; workers write that
   * down after the return, chunk by chunk, so figures add up a little later.
   */
  async stop(appId: number, keys: readonly number[], check: CheckChanges): Promise<void> {
    await this.applyChange('stopped', check, async (tx) => {
      const stopped = await this.campaigns.stop(tx, appId, keys);
      this.enqueueAfterCommit(tx, await this.campaigns.stopChunks(tx, stopped), 'stopped');
      return stopped;
    });
  }

  /** From the return on, no interval sees more than a package, beside a sub-batch that was under way. */
  async changeSpeed(appId: number, changes: readonly SpeedChange[], check: CheckChanges): Promise<void> {
    await this.applyChange('sent at another speed', check, async (tx) => {
      const changed: ChangedDispatch[] = [];
      for (const { notificationKey, speed } of changes) {
        changed.push(...(await this.campaigns.changeSpeed(tx, appId, notificationKey, speed)));
      }
      return changed;
    });
  }

  private async applyChange(
    action: string,
    check: CheckChanges,
    work: (tx: Tx) => Promise<ChangedDispatch[]>,
  ): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const dispatches = await this.db.tx(async (tx) => {
          const changed = await work(tx);
          await check(tx, new Set(changed.map(({ notificationKey }) => notificationKey)));
          return changed;
        });
        for (const { dispatchId, notificationKey } of dispatches) {
          this.logger.info({ dispatchId, notificationKey }, `a campaign is ${action}`);
        }
        return;
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRolledBack(error)) {
          throw error;
        }
      }
    }
  }

  private enqueueAfterCommit(tx: Tx, chunks: readonly OpenChunk[], reason: string): void {
    tx.afterCommit(() => this.deliveryQueue.enqueueOpenChunks(chunks, `${reason}-${this.timestamp()}`));
  }

  /** Part of a job's name: two offers of one chunk are two jobs. */
  private timestamp(): string {
    return this.clock.now().getTime().toString(36);
  }
}

/** Throws to undo everything. @param changed  keys that were in a state to be changed */
export type CheckChanges = (tx: Tx, changed: ReadonlySet<number>) => Promise<void>;

import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import { retry } from '#platform/async';
import { Database, isRolledBack, type Tx } from '#platform/db';
import { ClockService, type Logger } from '#platform/runtime';
import type { OpenChunk } from '../dispatches/chunk.repository.js';
import type { Speed } from '../model/delivery.types.js';
import { SeriesControlService } from '#libs/delivery/recurring';
import { DeliveryQueueService } from '../dispatches/delivery-queue.service.js';
import {
  type ChangedDispatch,
  CampaignControlRepository,
  type ChosenDispatches,
} from './campaign-control.repository.js';

export interface SpeedChange {
  notificationKey: number;
  /** Null: as fast as the providers take it. */
  speed: Speed | null;
}

/** A deadlock with a worker usually passes at the second attempt. */
const MAX_ATTEMPTS = 5;

/**
 * Pauses, resumes and stops campaigns, and changes their speed. An operation binds every worker as soon as it returns. A batch
 * in flight is still committed, and no other leaves: a worker marks each batch in flight in the chunk row, which is held.
 *
 * Pause, resume and stop take transactional sends too, by their own ids. `check` gets the keys that an operation changed, and
 * may refuse the operation in the same transaction.
 */
@Injectable()
export class CampaignControlService {
  constructor(
    private readonly db: Database,
    private readonly campaigns: CampaignControlRepository,
    private readonly series: SeriesControlService,
    private readonly deliveryQueue: DeliveryQueueService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Finds the keys among some that still have something to send, or will have a run. */
  async findOpen(tx: Tx, appId: number, keys: readonly number[]): Promise<number[]> {
    return this.campaigns.findOpen(tx, appId, keys);
  }

  /** Holds the open chunks of campaigns until they are resumed. */
  async pause(appId: number, chosen: ChosenDispatches, check: CheckChanges): Promise<void> {
    await this.applyChange('paused', check, async (tx) => {
      const series = await this.series.pause(tx, appId, keysOf(chosen));
      return { series, dispatches: await this.campaigns.pause(tx, appId, chosen) };
    });
  }

  /** Continues campaigns where they were paused. The late policy does not apply to them any more. */
  async resume(appId: number, chosen: ChosenDispatches, check: CheckChanges): Promise<void> {
    await this.applyChange('resumed', check, async (tx) => {
      const series = await this.series.resume(tx, appId, keysOf(chosen));
      const resumed = await this.campaigns.resume(tx, appId, chosen);
      this.enqueueAfterCommit(tx, await this.campaigns.releaseChunks(tx, resumed), 'resumed');
      for (const { dispatchId, lane } of resumed.filter(({ isStored }) => isStored)) {
        tx.afterCommit(() => this.deliveryQueue.enqueueLaunch(dispatchId, lane, `resumed-${this.timestamp()}`));
      }
      return { series, dispatches: resumed };
    });
  }

  /**
   * Stops campaigns. Planned recipients not yet sent end as SKIPPED with the reason STOPPED. Workers store these results after
   * the return, chunk by chunk.
   */
  async stop(appId: number, chosen: ChosenDispatches, check: CheckChanges): Promise<void> {
    await this.applyChange('stopped', check, async (tx) => {
      const series = await this.series.stop(tx, appId, keysOf(chosen));
      const stopped = await this.campaigns.stop(tx, appId, chosen);
      this.enqueueAfterCommit(tx, await this.campaigns.stopChunks(tx, stopped), 'stopped');
      return { series, dispatches: stopped };
    });
  }

  /** Changes the speed of campaigns. From now on an interval has one package at most, and the batch that is in flight. */
  async changeSpeed(appId: number, changes: readonly SpeedChange[], check: CheckChanges): Promise<void> {
    await this.applyChange('given another speed', check, async (tx) => {
      const changed: ChangedDispatch[] = [];
      const series: number[] = [];
      for (const { notificationKey, speed } of changes) {
        series.push(...(await this.series.changeSpeed(tx, appId, notificationKey, speed)));
        changed.push(...(await this.campaigns.changeSpeed(tx, appId, notificationKey, speed)));
      }
      return { series, dispatches: changed };
    });
  }

  private async applyChange(action: string, check: CheckChanges, work: (tx: Tx) => Promise<Changes>): Promise<void> {
    const change = async (tx: Tx): Promise<ChangedDispatch[]> => {
      const { series, dispatches } = await work(tx);
      await check(tx, new Set([...series, ...dispatches.map(({ notificationKey }) => notificationKey)]));
      return dispatches;
    };
    const changed = await retry(() => this.db.tx(change), { attempts: MAX_ATTEMPTS, isRetryable: isRolledBack });
    for (const { dispatchId, notificationKey, planned, settled } of changed) {
      this.logger.info({ dispatchId, notificationKey, planned, settled }, `campaign ${action}`);
    }
  }

  private enqueueAfterCommit(tx: Tx, chunks: readonly OpenChunk[], reason: string): void {
    tx.afterCommit(() => this.deliveryQueue.enqueueOpenChunks(chunks, `${reason}-${this.timestamp()}`));
  }

  /** Part of job ids: a chunk that is resumed twice needs two jobs. */
  private timestamp(): string {
    return this.clock.now().getTime().toString(36);
  }
}

/** Changes of one operation. @property series  keys of recurring campaigns, which may have no send now */
interface Changes {
  series: readonly number[];
  dispatches: ChangedDispatch[];
}

/** Transactional sends are of no series. */
function keysOf(chosen: ChosenDispatches): readonly number[] {
  return 'keys' in chosen ? chosen.keys : [];
}

/** Throws to undo everything. @param changed  notification keys of the changed campaigns */
export type CheckChanges = (tx: Tx, changed: ReadonlySet<number>) => Promise<void>;

import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import { Config } from '#platform/config';
import { Database } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { type Logger, reportFault } from '#platform/runtime';
import { DeliveryQueueService } from '../dispatches/delivery-queue.service.js';
import { LeftOutSelectionService } from '../launching/left-out-selection.service.js';
import { readMoment } from '../model/times/lease-deadline.js';
import { repeatOnFault } from '../model/repeat-on-fault.js';
import { LANES } from '../model/delivery.types.js';
import { type LaunchedChunk, type TransactionalLease, TransactionalRepository } from './transactional.repository.js';
import { countRecipients, type PlannedDispatch, type PreparedChunk } from './transactional.types.js';

/** Stores the launches of planned dispatches, or gives their leases back. */
@Injectable()
export class TransactionalLaunchService {
  constructor(
    private readonly db: Database,
    private readonly sends: TransactionalRepository,
    private readonly leftOut: LeftOutSelectionService,
    private readonly deliveryQueue: DeliveryQueueService,
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Stores launches with all their chunks. The prepared chunks are marked in flight, the others get jobs of their own.
   *
   * @returns ids of the launched dispatches. Others were taken by another worker, paused or replaced, and are given
   * back
   */
  async launch(planned: readonly PlannedDispatch[], prepared: readonly PreparedChunk[]): Promise<Set<number>> {
    if (planned.length === 0) {
      return new Set();
    }
    const inFlightIds = new Map(
      prepared.map(({ chunk, batch }) => [chunk, batch.recipients.map(({ recipientId }) => recipientId)]),
    );
    const chunks = planned.flatMap((dispatch) =>
      dispatch.chunks.map((chunk): LaunchedChunk => ({ chunk, inFlight: inFlightIds.get(chunk) ?? null })),
    );
    const storedAt = readMoment();
    const launched = await this.storeLaunches(planned, chunks);
    chunks.forEach(({ chunk }) => {
      chunk.lease.renew(storedAt);
      chunk.lease.startBatch(storedAt);
    });
    await this.giveBackOthers(planned, launched);
    const unsent = chunks.filter(({ chunk, inFlight }) => inFlight === null && launched.has(chunk.dispatchId));
    await this.deliveryQueue.enqueueOpenChunks(
      unsent.map(({ chunk }) => ({ ...chunk, lane: LANES.transactional })),
      'first',
    );
    return launched;
  }

  /**
   * Stores launches. They carry ids in flight, so their fate must be known: the statement runs again after a fault of the
   * database. A launch is then either stored by it, or it has the new chunks of an earlier try. The leases of the
   * chunks count from the first try: messages leave only while that one's would hold.
   */
  private async storeLaunches(
    planned: readonly PlannedDispatch[],
    chunks: readonly LaunchedChunk[],
  ): Promise<Set<number>> {
    return repeatOnFault(
      async (attempt) => {
        const launched = await this.storeOnce(planned, chunks);
        return attempt === 1
          ? launched
          : new Set([...launched, ...(await this.sends.findLaunched(chunks.map(({ chunk }) => chunk)))]);
      },
      (error, attempt) =>
        reportFault(this.logger, 'failed to launch; trying again', error, { dispatches: planned.length, attempt }),
    );
  }

  /** One statement; where someone was left out, a transaction that stores this too. */
  private async storeOnce(planned: readonly PlannedDispatch[], chunks: readonly LaunchedChunk[]): Promise<Set<number>> {
    const launches = planned.map(({ lease, chunks: own }) => ({ lease, planned: countRecipients(own) }));
    const leftOut = planned.flatMap(({ lease: { dispatchId }, leftOut: groups }) =>
      groups.length > 0 ? [{ dispatchId, vbFrom: 0, vbTo: BUCKETS, groups }] : [],
    );
    if (leftOut.length === 0) {
      return this.sends.storeLaunches(this.db, launches, chunks, this.config.LEASE_MS);
    }
    return this.db.tx(async (tx) => {
      const launched = await this.sends.storeLaunches(tx, launches, chunks, this.config.LEASE_MS);
      await this.leftOut.store(
        tx,
        leftOut.filter(({ dispatchId }) => launched.has(dispatchId)),
      );
      return launched;
    });
  }

  /** Gives leases back and enqueues a launch of its own for each dispatch. */
  async giveBack(leases: readonly TransactionalLease[]): Promise<void> {
    const open = leases.length > 0 ? await this.sends.release(leases) : new Set<number>();
    for (const { dispatchId, lane, epoch } of leases.filter((lease) => open.has(lease.dispatchId))) {
      await this.deliveryQueue.enqueueLaunch(dispatchId, lane, `left-${epoch}`);
    }
  }

  /**
   * Never throws: messages of the launched dispatches must leave. Recovery finds the others when their leases run out.
   */
  private async giveBackOthers(planned: readonly PlannedDispatch[], launched: ReadonlySet<number>): Promise<void> {
    try {
      await this.giveBack(planned.map(({ lease }) => lease).filter(({ dispatchId }) => !launched.has(dispatchId)));
    } catch (error) {
      reportFault(this.logger, 'failed to give launches back', error, { dispatches: planned.length });
    }
  }
}

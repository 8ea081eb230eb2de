import { Inject, Injectable } from '@nestjs/common';
import { CapCounterService, type Place } from '#libs/contact-policy';
import { LOGGER } from '#platform/app';
import { Config } from '#platform/config';
import { Database, type Statements, type Tx } from '#platform/db';
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
    private readonly caps: CapCounterService,
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
    const places = findPlaces(prepared);
    const launched = await this.storeLaunches(planned, chunks, places);
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
    places: ReadonlyMap<number, readonly Place[]>,
  ): Promise<Set<number>> {
    return repeatOnFault(
      async (attempt) => {
        const launched = await this.storeOnce(planned, chunks, places);
        return attempt === 1
          ? launched
          : new Set([...launched, ...(await this.sends.findLaunched(chunks.map(({ chunk }) => chunk)))]);
      },
      (error, attempt) =>
        reportFault(this.logger, 'failed to launch; trying again', error, { dispatches: planned.length, attempt }),
    );
  }

  /**
   * One statement; where someone was left out, or a message needs a place under a frequency cap, a transaction that stores
   * this too. A dispatch without a free place is not launched: by itself it finds who has none.
   */
  private async storeOnce(
    planned: readonly PlannedDispatch[],
    chunks: readonly LaunchedChunk[],
    places: ReadonlyMap<number, readonly Place[]>,
  ): Promise<Set<number>> {
    const leftOut = planned.flatMap(({ lease: { dispatchId }, leftOut: groups }) =>
      groups.length > 0 ? [{ dispatchId, vbFrom: 0, vbTo: BUCKETS, groups }] : [],
    );
    if (leftOut.length === 0 && places.size === 0) {
      return this.store(this.db, planned, chunks);
    }
    return this.db.tx(async (tx) => {
      const full = await this.takePlaces(tx, planned, places);
      const launched = await this.store(
        tx,
        planned.filter(({ lease }) => !full.has(lease.dispatchId)),
        chunks.filter(({ chunk }) => !full.has(chunk.dispatchId)),
      );
      await this.leftOut.store(
        tx,
        leftOut.filter(({ dispatchId }) => launched.has(dispatchId)),
      );
      return launched;
    });
  }

  private async store(
    on: Statements,
    planned: readonly PlannedDispatch[],
    chunks: readonly LaunchedChunk[],
  ): Promise<Set<number>> {
    const launches = planned.map(({ lease, chunks: own }) => ({ lease, planned: countRecipients(own) }));
    return this.sends.storeLaunches(on, launches, chunks, this.config.LEASE_MS);
  }

  /** @returns dispatches with a user who has no free place; they keep none */
  private async takePlaces(
    tx: Tx,
    planned: readonly PlannedDispatch[],
    places: ReadonlyMap<number, readonly Place[]>,
  ): Promise<Set<number>> {
    const appId = planned[0]?.lease.appId;
    if (appId === undefined || places.size === 0) {
      return new Set();
    }
    const refused = await this.caps.reserve(tx, appId, [...places.values()].flat());
    const full = [...places].filter(([, own]) => own.some(({ uid }) => refused.has(uid)));
    const remaining = full.flatMap(([, own]) => own.filter(({ uid }) => !refused.has(uid)));
    await this.caps.settle(tx, appId, remaining, []);
    return new Set(full.map(([dispatchId]) => dispatchId));
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

/** The places that messages need when they leave, by dispatch. */
function findPlaces(prepared: readonly PreparedChunk[]): Map<number, readonly Place[]> {
  const found = new Map<number, readonly Place[]>();
  for (const { chunk, batch } of prepared) {
    const places = batch.recipients.flatMap((recipient) => recipient.places ?? []);
    if (places.length > 0) {
      found.set(chunk.dispatchId, [...(found.get(chunk.dispatchId) ?? []), ...places]);
    }
  }
  return found;
}

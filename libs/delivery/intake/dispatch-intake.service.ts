import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { currentTrace } from '#platform/tracing';
import { DeliveryQueueService } from '../dispatches/delivery-queue.service.js';
import { DispatchRepository } from '../dispatches/dispatch.repository.js';
import { LANES, type DispatchRequest, type Lane, type ReplacedNotification } from '../model/delivery.types.js';
import { usesFastPath } from '../model/fast-path.js';
import type { NewTransactionalSend } from '../transactional/transactional.repository.js';
import { WebhookEndpointService } from '#libs/delivery/webhooks';
import { SendIdsService } from './send-ids.service.js';
import { TransactionalIntakeService } from './transactional-intake.service.js';

/** Stores requested dispatches and wakes the workers for those that are due. */
@Injectable()
export class DispatchIntakeService {
  constructor(
    private readonly db: Database,
    private readonly ids: SendIdsService,
    private readonly dispatches: DispatchRepository,
    private readonly transactionalIntake: TransactionalIntakeService,
    private readonly webhooks: WebhookEndpointService,
    private readonly deliveryQueue: DeliveryQueueService,
    private readonly clock: ClockService,
  ) {}

  /** Ids for `accept`. Call it before the transaction: to wait for ids inside would hold a connection. */
  async allocateDispatchIds(count: number): Promise<number[]> {
    return this.ids.allocateDispatchIds(count);
  }

  /**
   * Stores a dispatch in the caller's transaction and wakes a worker after the commit.
   *
   * @param dispatchId  from `allocateDispatchIds`
   * @throws AppError malformed for a message whose webhook is not defined
   */
  async accept(tx: Tx, dispatchId: number, request: DispatchRequest): Promise<void> {
    const { appId, message, options } = request;
    const hookId = message.hook && (await this.webhooks.getIdByName(appId, message.hook.name, { on: tx }));
    const resolvedRequest = withTrace(hookId === undefined ? request : { ...request, options: { ...options, hookId } });
    const isDue = this.isDue(request);
    if (isDue && usesFastPath(request)) {
      await this.transactionalIntake.storeIn(tx, { dispatchId, request: resolvedRequest });
      return;
    }
    await this.dispatches.insert(tx, dispatchId, resolvedRequest, isDue);
    if (isDue) {
      tx.afterCommit(() => this.deliveryQueue.enqueueLaunch(dispatchId, request.lane, 'first'));
    }
  }

  /**
   * Stores all dispatches of one request or none, and wakes the workers. Outside a transaction of the caller, sends on the
   * fast path share a statement with those of other requests.
   *
   * @throws AppError as `accept` and `Database.runIdempotent`
   */
  async acceptAll(requested: readonly NewTransactionalSend[]): Promise<void> {
    const sends = await this.ids.reserveTickets(requested);
    if (
      !this.db.isInTransaction &&
      sends.every(({ request }) => this.isDue(request) && usesFastPath(request) && !request.message.hook)
    ) {
      await this.transactionalIntake.store(
        sends.map(({ dispatchId, request }) => ({ dispatchId, request: withTrace(request) })),
      );
      return;
    }
    await this.db.tx(async (tx) => {
      for (const { dispatchId, request } of sends) {
        await this.accept(tx, dispatchId, request);
      }
    });
  }

  /** Releases dispatches that wait for approval. They are due at once, or at their start time. */
  async approve(tx: Tx, appId: number, dispatchIds: readonly number[]): Promise<void> {
    const approved = await this.dispatches.approve(tx, appId, dispatchIds);
    for (const { dispatchId, lane } of approved.filter((dispatch) => dispatch.lane === LANES.bulk)) {
      tx.afterCommit(() => this.deliveryQueue.enqueueLaunch(dispatchId, lane, 'approved'));
    }
    const single = approved.filter(({ lane }) => lane === LANES.transactional).map(({ dispatchId }) => dispatchId);
    tx.afterCommit(() => this.deliveryQueue.enqueueTransactional(single, 'approved'));
  }

  /** Stops dispatches that wait for approval. Nothing of them is ever sent. */
  async reject(tx: Tx, appId: number, dispatchIds: readonly number[]): Promise<void> {
    await this.dispatches.reject(tx, appId, dispatchIds);
  }

  /** Finds what some dispatches will send, in the order of their ids; those past their retention are missing. */
  async findRequests(appId: number, dispatchIds: readonly number[], on?: Statements): Promise<DispatchRequest[]> {
    return this.dispatches.findRequests(appId, dispatchIds, on);
  }

  /** How many users matched at a launch that was refused, because it was approved for fewer; null: none was refused. */
  async findOutgrown(appId: number, dispatchIds: readonly number[]): Promise<number | null> {
    return this.dispatches.findOutgrown(appId, dispatchIds);
  }

  /** Finds those of some dispatches that wait for approval, with their keys. */
  async findWaiting(
    appId: number,
    dispatchIds: readonly number[],
  ): Promise<{ dispatchId: number; notificationKey: number; lane: Lane }[]> {
    return this.dispatches.findWaiting(appId, dispatchIds);
  }

  /** Locks those of some dispatches that wait for approval; they cannot be stopped until the end of the transaction. */
  async lockWaiting(tx: Tx, appId: number, dispatchIds: readonly number[]): Promise<Set<number>> {
    return new Set(await this.dispatches.lockWaiting(tx, appId, dispatchIds));
  }

  /** Campaigns that wait for approval, by their keys. */
  async findWaitingCampaigns(
    tx: Tx,
    appId: number,
    notificationKeys: readonly number[],
  ): Promise<{ dispatchId: number; notificationKey: number }[]> {
    return this.dispatches.findWaitingCampaigns(tx, appId, notificationKeys);
  }

  /** Finds the messages that replace some earlier keys, by key: those notifications, or the first of their row. */
  async findReplaced(appId: number, notificationKeys: readonly number[]): Promise<Map<number, ReplacedNotification>> {
    const roots = await this.dispatches.findReplacementRoots(appId, notificationKeys);
    return new Map(notificationKeys.map((key) => [key, { key, rootKey: roots.get(key) ?? key }]));
  }

  private isDue({ dueAt }: DispatchRequest): boolean {
    return dueAt !== null && dueAt <= this.clock.now();
  }
}

/** The workers go on in the trace of the request, also after a crash. */
function withTrace(request: DispatchRequest): DispatchRequest {
  const trace = currentTrace();
  return trace === undefined ? request : { ...request, options: { ...request.options, trace } };
}

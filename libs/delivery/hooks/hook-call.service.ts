import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { platformByNumber } from '#libs/content';
import { toInstallationId } from '#libs/users';
import { ClockService } from '#platform/runtime';
import { Config } from '#platform/config';
import { uuidFrom } from '#platform/crypto';
import type { Tx } from '#platform/db';
import { IdBlockRepository } from '#platform/ids';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { JobQueue } from '#platform/queue';
import { channelOfNumber } from '../channel-numbers.js';
import { callHook, HOOK_LANE } from '../delivery.jobs.js';
import { type LeasedChunk, type Result, STATUSES } from '../delivery.types.js';
import { SimulatedOrigins } from '../simulated-origins.js';
import { type CalledResult, HookCallRepository, type LeasedCall } from './hook-call.repository.js';
import { type Answered, HookClient } from './hook-client.js';
import { HookRepository, type StoredHook } from './hook.repository.js';
import { HookSecrets } from './hook-secrets.js';
import { signedHeaders } from './webhook.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Results that one call tells of at most. */
const MOST_RESULTS = 250;
/** Waits before the second, third … attempt; the last one repeats until the deadline. */
const DELAYS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
const DEADLINE_MS = 24 * HOUR;
/** Longer than a call can take. */
const LEASE_MS = MINUTE;
/** Calls that were given up can be looked at this long. */
const KEPT_MS = 7 * 24 * HOUR;
/** The receiver is gone for good (Standard Webhooks 1.0). */
const GONE = 410;

/** A call that stands for some results before they are stored. */
export interface PlannedCall {
  callId: number;
  ids: number[];
}

/**
 * Tells the operator's servers what became of a send. A call is a row written with the results that it tells of, so none is
 * lost; it is made at least once, under the same `webhook-id` each time.
 */
@Injectable()
export class HookCallService implements OnModuleDestroy {
  private readonly client = new HookClient();

  constructor(
    private readonly calls: HookCallRepository,
    private readonly hooks: HookRepository,
    private readonly secrets: HookSecrets,
    private readonly simulators: SimulatedOrigins,
    private readonly ids: IdBlockRepository,
    private readonly queue: JobQueue,
    private readonly config: Config,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await this.client.close();
  }

  /** Calls for some results; who was skipped is nobody's business but ours. */
  async plan(results: readonly Result[]): Promise<PlannedCall[]> {
    const told = results.filter(({ status }) => status !== STATUSES.skipped).map(({ recipientId }) => recipientId);
    const calls: PlannedCall[] = [];
    for (let start = 0; start < told.length; start += MOST_RESULTS) {
      calls.push({ callId: await this.ids.next('delivery.hook_call'), ids: told.slice(start, start + MOST_RESULTS) });
    }
    return calls;
  }

  /** Stores calls in the transaction of their results, and wakes a worker after it. */
  async store(tx: Tx, chunk: LeasedChunk, hookId: number, calls: readonly PlannedCall[]): Promise<void> {
    if (calls.length > 0) {
      await this.calls.insert(tx, chunk, hookId, calls);
      tx.afterCommit(() =>
        this.offer(
          calls.map(({ callId }) => callId),
          'first',
        ),
      );
    }
  }

  /** Makes a call. Does nothing when it is made, given up, or another worker's. */
  async call(callId: number): Promise<void> {
    const call = await this.calls.claim(callId, LEASE_MS);
    if (!call) {
      return;
    }
    const hook = await this.hooks.find(call.appId, call.hookId);
    const results = hook ? await this.calls.findResults(call) : [];
    if (!hook || results.length === 0) {
      await this.calls.delete(callId);
      return;
    }
    const answered = await this.send(call, hook, results);
    if (answered.status >= 200 && answered.status < 300) {
      await this.calls.delete(callId);
    } else {
      await this.putOff(call, hook, answered);
    }
  }

  /** @returns how many calls it offered */
  async offerDue(offer: string): Promise<number> {
    const due = await this.calls.takeDue(this.config.REOFFER_MS);
    await this.offer(due, offer);
    return due.length;
  }

  async forgetFailed(): Promise<void> {
    await this.calls.deleteFailed(new Date(this.clock.now().getTime() - KEPT_MS));
  }

  private async offer(callIds: readonly number[], offer: string): Promise<void> {
    await this.queue.enqueue(
      callHook,
      HOOK_LANE,
      callIds.map((callId) => ({ id: `hook-${callId}-${offer}`, payload: { callId } })),
    );
  }

  private async send(call: LeasedCall, hook: StoredHook, results: readonly CalledResult[]): Promise<Answered> {
    const body = JSON.stringify({
      type: 'notification.results',
      timestamp: call.createdAt.toISOString(),
      data: {
        notificationKey: call.notificationKey,
        hook: hook.name,
        params: { ...hook.params, ...call.params },
        results: results.map((result) => toTold(call, result)),
      },
    });
    const id = `msg_${uuidFrom(`hook call ${call.callId}`)}`;
    const headers = signedHeaders(this.secrets.open(hook), id, this.clock.now(), body);
    const simulator = hook.url === null ? await this.simulators.of('hooks').catch(() => undefined) : undefined;
    return this.client.post(hook.url, { ...headers }, body, simulator);
  }

  private async putOff(call: LeasedCall, hook: StoredHook, { status, failure, afterMs }: Answered): Promise<void> {
    const delay = Math.max(DELAYS_MS[Math.min(call.attempt, DELAYS_MS.length) - 1] ?? MINUTE, afterMs ?? 0);
    const dueAt = new Date(this.clock.now().getTime() + delay);
    const isOver = status === GONE || dueAt.getTime() > call.createdAt.getTime() + DEADLINE_MS;
    const why = failure ?? String(status);
    const facts = { callId: call.callId, hook: hook.name, attempt: call.attempt, why };
    if (isOver) {
      this.logger.error(facts, 'a hook could not be called and is given up');
    } else {
      this.logger.warn({ ...facts, dueAt }, 'a hook could not be called, trying again later');
    }
    await this.calls.putOff(call, isOver ? null : dueAt, why);
  }
}

/** As `getPushResult` tells it; fields without a value are left out. */
function toTold({ channel }: LeasedCall, result: CalledResult): Record<string, unknown> {
  const name = channelOfNumber(channel);
  const { recipientId, platform, status, reason, at, extId } = result;
  const errorCode = result.errorCode ?? reason;
  return {
    platform: platformByNumber(platform) ?? String(platform),
    status: status === STATUSES.success ? 'SUCCESS' : 'FAILED',
    ...(errorCode !== null && { errorCode }),
    ...(reason !== null && { errorMsg: reason }),
    ...(name !== 'smtp' && name !== 'sms' && { installationId: toInstallationId(recipientId) }),
    ...(extId !== null && { extId }),
    timeStamp: at.getTime(),
  };
}

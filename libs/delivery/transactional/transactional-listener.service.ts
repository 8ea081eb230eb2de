import { Inject, Injectable } from '@nestjs/common';
import { Config, sessionUrl } from '#platform/config';
import { PgListener } from '#platform/db';
import { type Logger, reportFault } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { NOTIFY_CHANNEL, TransactionalRepository } from './transactional.repository.js';
import { TransactionalSenderService } from './transactional-sender.service.js';

/** Groups that are prepared at a time. Notifications that come in between make the next group larger, and so cheaper. */
const MAX_CONCURRENT_GROUPS = 2;
const MAX_GROUP_SIZE = 50;
/** Sends that are fetched when notifications may have been missed. Recovery enqueues the others. */
const MAX_MISSED = 2000;

/**
 * Listens for stored transactional sends and sends them. Every worker gets every notification, and the first claim wins. A
 * lost notification does no harm: the worker fetches missed sends when it begins to listen, and recovery enqueues the rest.
 */
@Injectable()
export class TransactionalListenerService {
  private readonly waiting = new Set<number>();
  private readonly running = new Set<Promise<void>>();
  private readonly listener: PgListener;
  private isStopped = false;

  constructor(
    private readonly sender: TransactionalSenderService,
    private readonly sends: TransactionalRepository,
    config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const handlers = {
      onNotification: (payload: string) => this.schedule(payload.split(',').map(Number)),
      onListening: () => void this.fetchMissed(),
    };
    this.listener = new PgListener(sessionUrl(config), NOTIFY_CHANNEL, handlers, logger);
  }

  async start(): Promise<void> {
    await this.listener.start();
  }

  /** Accepts no more sends. Resolves when the started ones are committed or given up. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.listener.stop();
    await Promise.all(this.running);
    await this.sender.waitUntilIdle();
  }

  private async fetchMissed(): Promise<void> {
    try {
      this.schedule(await this.sends.findUnclaimed(MAX_MISSED));
    } catch (error) {
      reportFault(this.logger, 'failed to fetch missed transactional sends; recovery will enqueue them', error);
    }
  }

  private schedule(dispatchIds: readonly number[]): void {
    dispatchIds.forEach((dispatchId) => this.waiting.add(dispatchId));
    while (!this.isStopped && this.running.size < MAX_CONCURRENT_GROUPS && this.waiting.size > 0) {
      const group = this.nextGroup();
      const run = this.send(group).finally(() => {
        this.running.delete(run);
        this.schedule([]);
      });
      this.running.add(run);
    }
  }

  private nextGroup(): number[] {
    const group: number[] = [];
    for (const dispatchId of this.waiting) {
      if (group.length === MAX_GROUP_SIZE) {
        break;
      }
      group.push(dispatchId);
      this.waiting.delete(dispatchId);
    }
    return group;
  }

  private async send(dispatchIds: readonly number[]): Promise<void> {
    try {
      await this.sender.send(dispatchIds);
    } catch (error) {
      reportFault(this.logger, 'failed to send transactional dispatches; recovery will enqueue them', error, {
        dispatches: dispatchIds.length,
      });
    }
  }
}

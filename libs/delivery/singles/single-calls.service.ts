import { Inject, Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { PgListener } from '#platform/db';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { CALLS, SingleSendRepository } from './single-send.repository.js';
import { SingleSends } from './single-sends.service.js';

/** Groups that are prepared at a time. What is called meanwhile makes the next group larger, so that load makes each cheaper. */
const AT_ONCE = 2;
const MOST_IN_GROUP = 50;
/** As many as are looked for when calls may have been missed; what is left is offered by the sweep. */
const MOST_MISSED = 2000;

/**
 * Hears which single sends were stored, and sends them. All workers hear of all; whoever takes one first has it. A call that
 * nobody hears loses nothing: a worker looks around when it begins to listen, and the sweep offers the rest.
 */
@Injectable()
export class SingleCalls {
  private readonly waiting = new Set<number>();
  private readonly running = new Set<Promise<void>>();
  private readonly listening: PgListener;
  private isOver = false;

  constructor(
    private readonly singles: SingleSends,
    private readonly rows: SingleSendRepository,
    config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const hearing = {
      onNotification: (payload: string) => this.take(payload.split(',').map(Number)),
      onListening: () => void this.lookAround(),
    };
    this.listening = new PgListener(config.DATABASE_URL, CALLS, hearing, logger);
  }

  async start(): Promise<void> {
    await this.listening.start();
  }

  /** Takes nothing more; resolves when what was begun has left or is settled. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.listening.stop();
    await Promise.all(this.running);
    await this.singles.idle();
  }

  private async lookAround(): Promise<void> {
    try {
      this.take(await this.rows.findUntried(MOST_MISSED));
    } catch (error) {
      this.logger.warn({ err: error }, 'single sends that were missed are left to the sweep');
    }
  }

  private take(dispatchIds: readonly number[]): void {
    dispatchIds.forEach((dispatchId) => this.waiting.add(dispatchId));
    while (!this.isOver && this.running.size < AT_ONCE && this.waiting.size > 0) {
      const group = this.nextGroup();
      const run = this.send(group).finally(() => {
        this.running.delete(run);
        this.take([]);
      });
      this.running.add(run);
    }
  }

  private nextGroup(): number[] {
    const group: number[] = [];
    for (const dispatchId of this.waiting) {
      if (group.length === MOST_IN_GROUP) {
        break;
      }
      group.push(dispatchId);
      this.waiting.delete(dispatchId);
    }
    return group;
  }

  private async send(dispatchIds: readonly number[]): Promise<void> {
    try {
      await this.singles.send(dispatchIds);
    } catch (error) {
      this.logger.warn({ err: error, dispatches: dispatchIds.length }, 'single sends are left to the sweep');
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import pg from 'pg';
import { Config } from '#platform/config';
import type { Logger } from '#platform/log';
import { LOGGER } from '#platform/platform';
import { KEYS_CHANGED } from './api-key.repository.js';

const RECONNECT_MS = 1000;

/**
 * Hears from other processes that keys changed, on a connection of its own (LISTEN holds one, and the pool is small).
 * While the connection is away nothing is heard; the listener is told when it is back.
 */
@Injectable()
export class KeyChangesRepository implements OnModuleDestroy {
  private client: pg.Client | undefined;
  private stopped = false;

  constructor(
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Calls `changed` on every notice, and each time that notices may have been missed. Returns at once. */
  listen(changed: () => void): void {
    void this.follow(changed);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await this.client?.end().catch(() => undefined);
  }

  private async follow(changed: () => void): Promise<void> {
    while (!this.stopped) {
      try {
        await this.connectAndWait(changed);
      } catch (error) {
        this.logger.warn({ err: error }, 'key changes of other processes are not heard');
      }
      if (!this.stopped) {
        await sleep(RECONNECT_MS, undefined, { ref: false });
      }
    }
  }

  private async connectAndWait(changed: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.config.DATABASE_URL,
      application_name: 'herald-keys',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    });
    this.client = client;
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', () => undefined);
    client.on('notification', changed);
    await client.connect();
    await client.query(`LISTEN ${KEYS_CHANGED}`);
    changed();
    if (this.stopped) {
      await client.end();
    }
    await ended;
  }
}

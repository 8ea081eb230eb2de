import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '#platform/config';
import { Listening } from '#platform/db';
import type { Logger } from '#platform/log';
import { LOGGER } from '#platform/platform';
import { KEYS_CHANGED } from './api-key.repository.js';

/**
 * Hears from other processes that keys changed. While the connection is away nothing is heard; the listener is told when it
 * is back.
 */
@Injectable()
export class KeyChanges implements OnModuleDestroy {
  private listening: Listening | undefined;

  constructor(
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Calls `changed` on every notice, and each time that notices may have been missed. Returns at once. */
  listen(changed: () => void): void {
    this.listening = new Listening(
      this.config.DATABASE_URL,
      KEYS_CHANGED,
      { heard: changed, began: changed },
      this.logger,
    );
    void this.listening.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.listening?.stop();
  }
}

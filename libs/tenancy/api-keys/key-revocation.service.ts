import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import { Config, sessionUrl } from '#platform/config';
import { PgListener } from '#platform/db';
import type { Logger } from '#platform/runtime';
import { KEYS_CHANGED_CHANNEL } from '../applications/application.repository.js';

/**
 * Receives notices of changed keys from other processes. Notices are lost while the connection is; the listener is called
 * when it is back.
 */
@Injectable()
export class KeyRevocationService implements OnModuleDestroy {
  private listening: PgListener | undefined;

  constructor(
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Calls `changed` on every notice, and when notices may have been missed. Returns at once. */
  onChange(changed: () => void): void {
    this.listening = new PgListener(
      sessionUrl(this.config),
      KEYS_CHANGED_CHANNEL,
      { onNotification: changed, onListening: changed },
      this.logger,
    );
    void this.listening.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.listening?.stop();
  }
}

import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import { type Logger, reportFault } from '#platform/runtime';
import type { Caller } from '../model/api-key.types.js';
import { KeyUseRepository, type KeyUse } from './key-use.repository.js';

/** A process writes the uses of all keys together, this often at most. */
const WRITE_INTERVAL_MS = 60_000;

/** Notes when keys were used last. A request only changes a map; the rows are written together, after a minute. */
@Injectable()
export class KeyUseService implements OnModuleDestroy {
  private pending = new Map<number, KeyUse>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly uses: KeyUseRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  recordUse({ keyId, appId }: Caller, usedAt: Date): void {
    this.pending.set(keyId, { keyId, appId, usedAt });
    this.timer ??= setTimeout(() => void this.write(), WRITE_INTERVAL_MS).unref();
  }

  /** Writes what was noted. A failure loses the notes of a minute, and nothing else. */
  async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const uses = [...this.pending.values()];
    this.pending = new Map();
    if (uses.length > 0) {
      await this.uses
        .saveUses(uses)
        .catch((error: unknown) => reportFault(this.logger, 'last use of keys not noted', error));
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.write();
  }
}

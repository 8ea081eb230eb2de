import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#platform/config';
import { MasterKey, readPreviousKeys } from '#platform/crypto';
import type { Database } from '#platform/db';
import { startHealthServer, type HealthServerOptions } from '#platform/health';
import type { QueueState } from '#platform/queue';
import { ResealingService, type SealedColumn } from '#platform/resealing';
import { faultsOf, type Logger } from '#platform/runtime';
import { describeMissing, describeUnknown, findSchemaGap } from '#platform/schema';

/** How soon a process that waits notices that the database was migrated. */
const WAIT_INTERVAL_MS = 1000;
/** Keys do not change under a running process; what is stored may be sealed again by another. */
const KEY_MAX_AGE_MS = 30_000;
/** How old an answer of the queue may be. */
const QUEUE_MAX_AGE_MS = 1000;
const NOT_READY = 'not ready';

/** The settings that every process must know of the installation. */
export interface Needs {
  /** Names of the migrations of this release. */
  migrations: readonly string[];
  /** Columns whose values stay for good. */
  sealed: readonly SealedColumn[];
}

/**
 * Tests if a process may work: its database answers and was migrated, and its MASTER_KEY opens something of what is stored.
 * Workers and schedulers need the queue as well.
 */
export class Readiness {
  private readonly resealing: ResealingService;
  private keyCheckedAt = -Infinity;
  private isNewerTold = false;

  constructor(
    private readonly db: Database,
    config: Config,
    private readonly logger: Logger,
    private readonly needs: Needs,
  ) {
    const masterKey = new MasterKey(config.MASTER_KEY, readPreviousKeys(config.MASTER_KEY_PREVIOUS));
    this.resealing = new ResealingService(db, masterKey);
  }

  /**
   * Waits until the process may work. Meanwhile its port says that it is live and not ready, and the log says why.
   *
   * @param server  where the health endpoints listen
   */
  async wait(server: Omit<HealthServerOptions, 'ready'>): Promise<void> {
    if (await this.isMet()) {
      return;
    }
    const waiting = await startHealthServer({
      ...server,
      ready: () => Promise.reject(new Error(NOT_READY)),
      otherStatus: 503,
    });
    try {
      do {
        await sleep(WAIT_INTERVAL_MS);
      } while (!(await this.isMet()));
    } finally {
      await waiting.close();
    }
  }

  /**
   * For the readiness probe.
   *
   * @param queue  absent: the process works without it
   * @throws Error that says what is missing
   */
  async check(queue?: QueueState): Promise<void> {
    if (!(await this.isMet())) {
      throw new Error(NOT_READY);
    }
    if (queue && !(await queue.check(QUEUE_MAX_AGE_MS))) {
      throw new Error(queue.status.fault ?? NOT_READY);
    }
  }

  private async isMet(): Promise<boolean> {
    const reason = await this.db
      .passAhead(() => this.findObstacle())
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    if (reason === undefined) {
      faultsOf(this.logger).end({ text: NOT_READY });
    } else {
      faultsOf(this.logger).report({ text: NOT_READY, level: 'error', fields: { reason } });
    }
    return reason === undefined;
  }

  private async findObstacle(): Promise<string | undefined> {
    const { migrations, sealed } = this.needs;
    const gap = await findSchemaGap(this.db, migrations);
    const missing = describeMissing(gap, migrations);
    if (missing !== undefined) {
      return missing;
    }
    const newer = describeUnknown(gap);
    if (newer !== undefined && !this.isNewerTold) {
      this.isNewerTold = true;
      this.logger.warn({ migrations: gap.unknown }, newer);
    }
    if (performance.now() - this.keyCheckedAt > KEY_MAX_AGE_MS) {
      if (!(await this.resealing.opensAnything(sealed))) {
        return WRONG_KEY;
      }
      this.keyCheckedAt = performance.now();
    }
    return undefined;
  }
}

/** For a process, and for `herald up` before it starts one. */
export const WRONG_KEY =
  'MASTER_KEY opens nothing of what is stored: set the key that this database was used with, or add it to MASTER_KEY_PREVIOUS';

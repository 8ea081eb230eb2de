import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '#platform/async';
import { TOLD_OFFSET_MS, type DatabaseClock } from '#platform/clock';
import type { Config } from '#platform/config';
import { MasterKey, readPreviousKeys } from '#platform/crypto';
import type { Database } from '#platform/db';
import { explainForStrangers } from '#platform/db';
import { CheckStates, startHealthServer, type HealthServerOptions, type ReadinessReport } from '#platform/health';
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
/** Shorter than the health endpoints wait, so that the answer has the reason. */
const DATABASE_TIMEOUT_MS = 2500;
const NOT_READY = 'not ready';

/** The settings that every process must know of the installation. */
export interface Needs {
  /** Names of the migrations of this release. */
  migrations: readonly string[];
  /** Columns whose values stay for good. */
  sealed: readonly SealedColumn[];
}

type CheckName = 'database' | 'migrations' | 'masterKey' | 'queue' | 'clock' | 'draining';

/** @property optional  checks that leave the process ready; a clock that is off always does */
export interface ReadinessOptions {
  optional?: readonly 'queue'[];
}

/**
 * Tests if a process may work: its database answers and was migrated, and its MASTER_KEY opens something of what is stored.
 * Workers and schedulers need the queue as well.
 */
export class Readiness {
  private readonly resealing: ResealingService;
  private readonly states: CheckStates<CheckName>;
  private keyCheckedAt = -Infinity;
  private isNewerTold = false;
  private isDraining = false;

  constructor(
    private readonly db: Database,
    config: Config,
    private readonly logger: Logger,
    private readonly needs: Needs,
    { optional = [] }: ReadinessOptions = {},
  ) {
    const masterKey = new MasterKey(config.MASTER_KEY, readPreviousKeys(config.MASTER_KEY_PREVIOUS));
    this.resealing = new ResealingService(db, masterKey);
    this.states = new CheckStates(['clock', ...optional]);
  }

  /**
   * Waits until the process may work. Until then its port says that it is live and not ready, and why.
   *
   * @param server  where the health endpoints listen
   */
  async wait(server: Omit<HealthServerOptions, 'ready'>): Promise<void> {
    if (await this.isMet()) {
      return;
    }
    const waiting = await startHealthServer({
      ...server,
      ready: async () => ({ ...this.states.report(), isReady: false }),
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

  /** For the readiness probe: asks everything, and never throws. */
  async check(queue: QueueState, clock: DatabaseClock): Promise<ReadinessReport> {
    const [, isUp] = await Promise.all([this.isMet(), queue.check(QUEUE_MAX_AGE_MS)]);
    this.states.set('queue', isUp ? null : queue.status.reason);
    const isOff = Math.abs(clock.offsetMs) > TOLD_OFFSET_MS;
    this.states.set('clock', isOff ? 'The clock of this machine is off: set it right (NTP)' : null);
    this.states.set('draining', this.isDraining ? 'The process is stopping' : null);
    return this.states.report();
  }

  /** From now on the process is not ready: it is stopping. */
  drain(): void {
    this.isDraining = true;
  }

  private async isMet(): Promise<boolean> {
    const reason = await withTimeout(
      DATABASE_TIMEOUT_MS,
      this.db.passAhead(() => this.findObstacle()),
    ).catch((error: unknown) => {
      this.states.set('database', explainForStrangers(error));
      return error instanceof Error ? error.message : String(error);
    });
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
    this.states.set('database', null);
    const missing = describeMissing(gap, migrations);
    this.states.set('migrations', missing ?? null);
    if (missing !== undefined) {
      return missing;
    }
    const newer = describeUnknown(gap);
    if (newer !== undefined && !this.isNewerTold) {
      this.isNewerTold = true;
      this.logger.warn({ migrations: gap.unknown }, newer);
    }
    if (performance.now() - this.keyCheckedAt > KEY_MAX_AGE_MS) {
      const opens = await this.resealing.opensAnything(sealed);
      this.states.set('masterKey', opens ? null : WRONG_KEY);
      if (!opens) {
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

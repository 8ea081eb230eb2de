import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { Config } from '#platform/config';
import { Database } from '#platform/db';
import { DeltaRepository } from '../store/delta.repository.js';
import { GenerationRepository, type ServingGeneration } from '../store/generation.repository.js';
import { OpenIndex } from './open-index.js';
import { TermCache } from './term-cache.js';
import { TermRepository } from '../store/term.repository.js';

/** For this time one read of the index state serves all callers. */
const STATE_TTL_MS = 100;
/** Up to this age a caller gets the old state while a new one is read. */
const MAX_STALE_MS = 500;
/** Interval between reads while a send waits for the index. */
const POLL_INTERVAL_MS = 50;

interface StateRead {
  startedAt: number;
  index: Promise<OpenIndex | undefined>;
  isRenewing: boolean;
}

/** Opens indexes for reading, in any number of processes. The memory is bounded. */
@Injectable()
export class IndexReaderService implements OnModuleDestroy {
  /** The cache of all indexes and segments of this process. */
  readonly cache: TermCache;
  private readonly openIndexes = new Map<number, OpenIndex>();
  private readonly stateReads = new Map<number, StateRead>();

  constructor(
    private readonly db: Database,
    private readonly generations: GenerationRepository,
    private readonly terms: TermRepository,
    private readonly deltas: DeltaRepository,
    private readonly config: Config,
    private readonly clock: ClockService,
  ) {
    this.cache = new TermCache(config.INDEX_CACHE_MB * 1024 * 1024);
  }

  /** The index of an application; undefined when there is none or it lags too much. */
  async find(appId: number): Promise<OpenIndex | undefined> {
    const lastRead = this.stateReads.get(appId);
    const age = lastRead ? performance.now() - lastRead.startedAt : Infinity;
    if (lastRead && age < STATE_TTL_MS) {
      return lastRead.index;
    }
    if (lastRead && age < MAX_STALE_MS) {
      if (!lastRead.isRenewing) {
        lastRead.isRenewing = true;
        void this.refreshState(appId).catch(() => undefined);
      }
      return lastRead.index;
    }
    return this.refreshState(appId);
  }

  /** The index once it has everything committed before the call; undefined after INDEX_WAIT_MS. */
  async findCurrent(appId: number): Promise<OpenIndex | undefined> {
    return this.db.outsideTransaction(() => this.waitForCurrent(appId));
  }

  private async waitForCurrent(appId: number): Promise<OpenIndex | undefined> {
    const needed = await this.generations.currentSnapshot();
    const until = performance.now() + this.config.INDEX_WAIT_MS;
    for (;;) {
      const state = await this.generations.findServing(this.db, appId, needed);
      if (!state) {
        return undefined;
      }
      const index = state.isBehind ? undefined : await this.openAt(state);
      if (index) {
        return index;
      }
      if (performance.now() > until) {
        return undefined;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
  }

  onModuleDestroy(): void {
    this.openIndexes.forEach((index) => index.dispose());
    this.openIndexes.clear();
  }

  /** Reads the state again. Until it is read, later callers get the previous state. */
  private async refreshState(appId: number): Promise<OpenIndex | undefined> {
    const at = performance.now();
    const index = this.db.outsideTransaction(() => this.readState(appId));
    const last = this.stateReads.get(appId);
    const remember = (): void => {
      const { startedAt = at } = this.stateReads.get(appId) ?? {};
      if (startedAt <= at) {
        this.stateReads.set(appId, { startedAt: at, index, isRenewing: false });
      }
    };
    if (!last || at - last.startedAt >= MAX_STALE_MS) {
      remember();
    }
    try {
      const result = await index;
      remember();
      return result;
    } catch (error) {
      this.stateReads.delete(appId);
      throw error;
    }
  }

  /** @param isLast  absent: a generation that was replaced during the read is read again */
  private async readState(appId: number, isLast = false): Promise<OpenIndex | undefined> {
    const state = await this.generations.findServing(this.db, appId);
    if (!state) {
      this.openIndexes.get(appId)?.dispose();
      this.openIndexes.delete(appId);
      return undefined;
    }
    const index = await this.openAt(state);
    if (!index && !isLast) {
      return this.readState(appId, true);
    }
    const lag = index ? this.clock.now().getTime() - index.asOf.getTime() : 0;
    return this.isTooOld(lag) ? undefined : index;
  }

  /** Tests if an index that lacks the last `lagMs` milliseconds answers no count any more. */
  isTooOld(lagMs: number): boolean {
    return lagMs > this.config.INDEX_MOST_LAG_MS;
  }

  /** @returns undefined when the state is no longer that of the newest generation */
  private async openAt(state: ServingGeneration): Promise<OpenIndex | undefined> {
    let index = this.openIndexes.get(state.appId);
    if (index && index.generation > state.generation) {
      return undefined;
    }
    if (!index || index.generation !== state.generation) {
      index?.dispose();
      index = new OpenIndex(state, this.cache, {
        db: this.db,
        generations: this.generations,
        terms: this.terms,
        deltas: this.deltas,
      });
      this.openIndexes.set(state.appId, index);
      this.stateReads.delete(state.appId);
    }
    return (await index.advanceTo(state)) ? index : undefined;
  }
}

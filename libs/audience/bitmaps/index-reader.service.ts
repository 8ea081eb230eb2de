import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { Config } from '#platform/config';
import { Database } from '#platform/db';
import { DeltaRepository } from './delta.repository.js';
import { GenerationRepository, type ServingGeneration } from './generation.repository.js';
import { OpenIndex } from './open-index.js';
import { TermCache } from './term-cache.js';
import { TermRepository } from './term.repository.js';

/** So long one look at the state of an index serves everybody who asks. */
const LOOK_MS = 100;
/** Who asks later does not wait for the next look either, unless the last one is older than this. */
const STALE_MS = 500;
/** Between two looks while a send waits for the index. */
const WAIT_STEP_MS = 50;

interface Look {
  at: number;
  index: Promise<OpenIndex | undefined>;
  isRenewing: boolean;
}

/** Opens the indexes of applications for reading: any number of processes may. What they keep in memory is bounded. */
@Injectable()
export class IndexReader implements OnModuleDestroy {
  /** All that this process keeps of indexes and segments. */
  readonly cache: TermCache;
  private readonly open = new Map<number, OpenIndex>();
  private readonly looks = new Map<number, Look>();

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

  /** Bytes of bitmaps in memory. */
  get cachedBytes(): number {
    return this.cache.bytes;
  }

  /** How many they may be once no evaluation is under way. */
  get mostBytes(): number {
    return this.cache.mostBytes;
  }

  /** Runs an evaluation: the terms that it uses stay in memory until it ends. */
  async during<R>(work: () => Promise<R>): Promise<R> {
    return this.cache.during(work);
  }

  /** The index of an application; undefined while there is none, or it lags more than it may. */
  async find(appId: number): Promise<OpenIndex | undefined> {
    const known = this.looks.get(appId);
    const age = known ? performance.now() - known.at : Infinity;
    if (known && age < LOOK_MS) {
      return known.index;
    }
    if (known && age < STALE_MS) {
      if (!known.isRenewing) {
        known.isRenewing = true;
        void this.lookAnew(appId).catch(() => undefined);
      }
      return known.index;
    }
    return this.lookAnew(appId);
  }

  /** The index once it has everything that is committed now; undefined when that takes longer than it may. */
  async findCurrent(appId: number): Promise<OpenIndex | undefined> {
    const needed = await this.generations.currentSnapshot();
    const until = performance.now() + this.config.INDEX_WAIT_MS;
    for (;;) {
      const state = await this.generations.findServing(this.db, appId, needed);
      if (!state) {
        return undefined;
      }
      if (!state.isBehind) {
        return this.advanced(state);
      }
      if (performance.now() > until) {
        return undefined;
      }
      await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS));
    }
  }

  onModuleDestroy(): void {
    this.open.forEach((index) => index.dispose());
    this.open.clear();
  }

  /** Later looks find what this one finds; while it is under way, they have what the last one found. */
  private async lookAnew(appId: number): Promise<OpenIndex | undefined> {
    const at = performance.now();
    const index = this.look(appId);
    const last = this.looks.get(appId);
    const keep = (): void => void this.looks.set(appId, { at, index, isRenewing: false });
    if (!last || at - last.at >= STALE_MS) {
      keep();
    }
    try {
      const found = await index;
      keep();
      return found;
    } catch (error) {
      this.looks.delete(appId);
      throw error;
    }
  }

  private async look(appId: number): Promise<OpenIndex | undefined> {
    const state = await this.generations.findServing(this.db, appId);
    if (!state) {
      this.open.get(appId)?.dispose();
      this.open.delete(appId);
      return undefined;
    }
    const index = await this.advanced(state);
    const lag = this.clock.now().getTime() - index.asOf.getTime();
    return lag <= this.config.INDEX_MOST_LAG_MS ? index : undefined;
  }

  private async advanced(state: ServingGeneration): Promise<OpenIndex> {
    let index = this.open.get(state.appId);
    if (!index || index.generation !== state.generation) {
      index?.dispose();
      index = new OpenIndex(state, this.cache, {
        db: this.db,
        generations: this.generations,
        terms: this.terms,
        deltas: this.deltas,
      });
      this.open.set(state.appId, index);
    }
    await index.advance(state);
    return index;
  }
}

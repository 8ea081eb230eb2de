import { Inject, Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { ChunkRepository } from './chunk.repository.js';
import type { LeasedChunk } from './delivery.types.js';

/** Beats of the heart within one lease: two of three may be missed. */
const BEATS_PER_LEASE = 3;

/**
 * The leases that this process holds, kept by one heartbeat with one statement for all of them: however much a worker has
 * under way, its sign of life stands in line for a connection once.
 */
@Injectable()
export class ChunkLeases {
  private readonly held = new Map<number, LeasedChunk>();
  private heart: NodeJS.Timeout | undefined;
  private isBeating = false;

  constructor(
    private readonly chunks: ChunkRepository,
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Whether this process works on a chunk. Such a chunk must not be taken again here: a process that is too busy to renew a
   * lease in time would take its own work from itself, put its recipients in doubt, send to them again, and get no further.
   */
  has(chunkId: number): boolean {
    return this.held.has(chunkId);
  }

  /** Keeps leases that were just taken, as long as `work` lasts. */
  async keep<R>(leased: readonly LeasedChunk[], work: () => Promise<R>): Promise<R> {
    leased.forEach((chunk) => this.held.set(chunk.chunkId, chunk));
    this.heart ??= setInterval(() => void this.beat(), this.config.LEASE_MS / BEATS_PER_LEASE);
    try {
      return await work();
    } finally {
      leased.forEach(({ chunkId }) => this.held.delete(chunkId));
      if (this.held.size === 0) {
        clearInterval(this.heart);
        this.heart = undefined;
      }
    }
  }

  private async beat(): Promise<void> {
    if (this.isBeating) {
      return;
    }
    this.isBeating = true;
    try {
      await this.chunks.renew([...this.held.values()], this.config.LEASE_MS);
    } catch (error) {
      this.logger.warn({ err: error, chunks: this.held.size }, 'leases could not be renewed');
    } finally {
      this.isBeating = false;
    }
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { ChunkRepository } from '../dispatches/chunk.repository.js';
import type { LeasedChunk } from '../model/delivery.types.js';

/** Beats of the heart within one lease: two of three may be missed. */
const RENEWALS_PER_LEASE = 3;

/**
 * The leases that this process holds, kept by one heartbeat with one statement for all of them: however much a worker has
 * under way, its sign of life stands in line for a connection once.
 */
@Injectable()
export class ChunkLeaseService {
  private readonly leasedChunks = new Map<number, LeasedChunk>();
  private renewalTimer: NodeJS.Timeout | undefined;
  private isRenewing = false;

  constructor(
    private readonly chunks: ChunkRepository,
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Whether this process works on a chunk. Such a chunk must not be taken again here: a process that is too busy to renew a
   * lease in time would take its own work from itself, put its recipients in doubt, send to them again, and get no further.
   */
  hasLease(chunkId: number): boolean {
    return this.leasedChunks.has(chunkId);
  }

  /** Keeps leases that were just taken, as long as `work` lasts. */
  async keepLeases<R>(chunks: readonly LeasedChunk[], work: () => Promise<R>): Promise<R> {
    chunks.forEach((chunk) => this.leasedChunks.set(chunk.chunkId, chunk));
    this.renewalTimer ??= setInterval(() => void this.renewLeases(), this.config.LEASE_MS / RENEWALS_PER_LEASE);
    try {
      return await work();
    } finally {
      chunks.forEach(({ chunkId }) => this.leasedChunks.delete(chunkId));
      if (this.leasedChunks.size === 0) {
        clearInterval(this.renewalTimer);
        this.renewalTimer = undefined;
      }
    }
  }

  private async renewLeases(): Promise<void> {
    if (this.isRenewing) {
      return;
    }
    this.isRenewing = true;
    try {
      await this.chunks.renewLeases([...this.leasedChunks.values()], this.config.LEASE_MS);
    } catch (error) {
      this.logger.warn({ err: error, chunks: this.leasedChunks.size }, 'leases could not be renewed');
    } finally {
      this.isRenewing = false;
    }
  }
}

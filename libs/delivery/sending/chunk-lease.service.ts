import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import { Config } from '#platform/config';
import { type Logger, reportFault } from '#platform/runtime';
import { ChunkRepository } from '../dispatches/chunk.repository.js';
import type { ChunkKey, LeasedChunk } from '../model/delivery.types.js';

/** Two of three renewals may fail before a lease ends. */
const RENEWALS_PER_LEASE = 3;

/** The chunk leases of this process. One timer renews all of them with one statement. */
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

  /** Milliseconds after which a lease ends that is not renewed. */
  get lastsMs(): number {
    return this.config.LEASE_MS;
  }

  /**
   * Takes the lease of a chunk. A chunk of this process is never taken a second time. A busy process may be late with
   * a renewal. It would then take over its own work and send to the recipients in flight again.
   */
  async claimChunk(key: ChunkKey): Promise<LeasedChunk | undefined> {
    return this.leasedChunks.has(key.chunkId) ? undefined : this.chunks.claimChunk(key);
  }

  /** Renews the leases of chunks until `work` ends. */
  async keepLeases<R>(chunks: readonly LeasedChunk[], work: () => Promise<R>): Promise<R> {
    chunks.forEach((chunk) => this.leasedChunks.set(chunk.chunkId, chunk));
    this.renewalTimer ??= setInterval(() => void this.renewLeases(), this.lastsMs / RENEWALS_PER_LEASE);
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
      await this.chunks.renewLeases([...this.leasedChunks.values()]);
    } catch (error) {
      reportFault(this.logger, 'failed to renew chunk leases', error, { chunks: this.leasedChunks.size });
    } finally {
      this.isRenewing = false;
    }
  }
}

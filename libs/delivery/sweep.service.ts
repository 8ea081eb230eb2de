import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { Database, type Tx } from '#platform/db';
import { JobQueue } from '#platform/queue';
import { channelOfNumber } from './channel-numbers.js';
import { ChunkRepository, type NewChunk, type OpenChunk } from './chunk.repository.js';
import { CHUNK_SIZE } from './cut-chunks.js';
import { byLane } from './delivery.jobs.js';
import { HOLDS } from './delivery.types.js';
import { DispatchRepository } from './dispatch.repository.js';
import { HookCallService } from './hooks/hook-call.service.js';
import { LaunchService } from './launch.service.js';
import { ReleaseService } from './release.service.js';
import { type DueRetry, ResultRepository } from './result.repository.js';

/** What one sweep found and offered. */
export interface Sweep {
  launches: number;
  chunks: number;
  retries: number;
}

/**
 * Finds work that is open in Postgres and in nobody's hands, and offers it again: an emptied queue, a worker that died,
 * an offer that failed lose nothing. Any number of sweeps may run at the same time.
 */
@Injectable()
export class SweepService {
  private sweeps = 0;
  private readonly epoch = Date.now().toString(36);

  constructor(
    private readonly db: Database,
    private readonly queue: JobQueue,
    private readonly launches: LaunchService,
    private readonly dispatches: DispatchRepository,
    private readonly chunks: ChunkRepository,
    private readonly results: ResultRepository,
    private readonly releases: ReleaseService,
    private readonly hooks: HookCallService,
    private readonly config: Config,
  ) {}

  async sweep(): Promise<Sweep> {
    const offer = `${this.epoch}-${this.sweeps++}`;
    const unlaunched = await this.dispatches.takeUnlaunched(this.config.REOFFER_MS);
    // Single sends that nobody has tried share a job, as when they came: one each would cost most when there is least room.
    const untried = unlaunched.filter(({ lane, epoch }) => lane === 'single' && epoch === 0);
    await this.launches.offerSingles(
      untried.map(({ dispatchId }) => dispatchId),
      offer,
    );
    for (const { dispatchId, lane } of unlaunched.filter((dispatch) => !untried.includes(dispatch))) {
      await this.launches.offerLaunch(dispatchId, lane, offer);
    }
    await this.releases.release(offer);
    await this.hooks.offerDue(offer);
    const retries = await this.openRetries();
    const open = await this.chunks.takeOpen(this.config.REOFFER_MS);
    await this.offerByLane(open, offer);
    const sending = await this.dispatches.findSending();
    if (sending.length > 0) {
      await this.dispatches.finish(sending);
    }
    return { launches: unlaunched.length, chunks: open.length, retries };
  }

  /** Turns due retries into chunks of their own, so that a retry follows the same protocol as a first attempt. */
  private async openRetries(): Promise<number> {
    return this.db.tx(async (tx) => {
      const due = await this.results.takeDueRetries(tx);
      for (const group of groupRetries(due)) {
        await this.openRetryChunks(tx, group);
      }
      return due.length;
    });
  }

  private async openRetryChunks(tx: Tx, group: readonly DueRetry[]): Promise<void> {
    const [first] = group;
    if (!first) {
      return;
    }
    const channel = channelOfNumber(first.channel);
    const { lane, hold } = await this.dispatches.holdOf(tx, first.dispatchId);
    const cut: Omit<NewChunk, 'chunkId'>[] = [];
    for (let start = 0; start < group.length; start += CHUNK_SIZE.least) {
      const part = group.slice(start, start + CHUNK_SIZE.least);
      cut.push({
        vb: part[0]?.vb ?? first.vb,
        channel,
        dueAt: null,
        hold,
        ids: part.map(({ recipientId }) => recipientId),
        attempt: first.attempt,
        expiresAt: new Date(Math.max(...part.map(({ expiresAt }) => expiresAt.getTime()))),
      });
    }
    const chunks = await this.launches.number(cut);
    await this.chunks.insert(tx, first.appId, first.dispatchId, chunks);
    if (hold === HOLDS.paused) {
      return;
    }
    const keys = chunks.map(({ vb, chunkId }) => ({ vb, chunkId, appId: first.appId, dispatchId: first.dispatchId }));
    tx.afterCommit(() => this.launches.offerChunks(lane, channel, keys, 'first'));
  }

  /** A lane that still holds jobs is not offered the ones that merely wait their turn in it. */
  private async offerByLane(open: readonly OpenChunk[], offer: string): Promise<void> {
    for (const [lane, chunks] of byLane(open)) {
      const busy = (await this.queue.countWaiting(lane)) > 0;
      const wanted = busy ? chunks.filter(({ abandoned }) => abandoned) : chunks;
      const [first] = wanted;
      if (first) {
        await this.launches.offerChunks(first.lane, first.channel, wanted, offer);
      }
    }
  }
}

/** Retries of the same dispatch, channel and attempt, each group in (vb, id) order. */
function groupRetries(due: readonly DueRetry[]): DueRetry[][] {
  const groups = new Map<string, DueRetry[]>();
  for (const retry of due) {
    const name = `${retry.dispatchId}:${retry.channel}:${retry.attempt}`;
    const group = groups.get(name);
    if (group) {
      group.push(retry);
    } else {
      groups.set(name, [retry]);
    }
  }
  return [...groups.values()].map((group) => group.toSorted((a, b) => a.vb - b.vb || a.recipientId - b.recipientId));
}

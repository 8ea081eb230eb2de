import { Injectable } from '@nestjs/common';
import { parseChunkQueueName } from '../model/delivery.jobs.js';
import type { ChunkKey } from '../model/delivery.types.js';
import { ChunkSenderService } from '../sending/chunk-sender.service.js';
import { OpenChunkRepository } from './open-chunk.repository.js';

/** Jobs from one look to the next, while no other application waits. */
const JOBS_PER_LOOK = 4;

/** A chunk keeps its place for this time, even if another application waits. */
const TURN_MS = 10_000;
/** Time between two looks whether one waits, after that. */
const LOOK_INTERVAL_MS = 2000;

/** What a worker knows of the waiting chunks of one queue. */
interface Turn {
  lastAppId: number;
  /** Jobs that do not look. */
  jobsLeft: number;
}

/**
 * Runs the jobs of chunks. A queue is first in, first out: what was given back, or comes behind a large campaign, would wait
 * for everything before it. So a job first sends a chunk that waits too long, if there is one: applications in turn. While
 * others wait, every job looks for one, else every fourth. A chunk that takes long, for example at a low rate, gives its
 * place to another application after ten seconds, and is overdue at once: the two take turns.
 */
@Injectable()
export class FairTurnService {
  private readonly turns = new Map<string, Turn>();

  constructor(
    private readonly chunks: OpenChunkRepository,
    private readonly chunkSender: ChunkSenderService,
  ) {}

  /** Sends the chunk whose turn it is, then the chunk of the job. */
  async sendChunk(key: ChunkKey, queueName: string): Promise<void> {
    try {
      const overdue = await this.findOverdue(key, queueName);
      if (overdue) {
        await this.chunkSender.sendChunk(overdue, this.startTurn(overdue, queueName));
      }
    } finally {
      await this.chunkSender.sendChunk(key, this.startTurn(key, queueName));
    }
  }

  /** @returns whether the turn of a chunk that begins now is over */
  private startTurn({ appId }: ChunkKey, queueName: string): () => Promise<boolean> {
    const queue = parseChunkQueueName(queueName);
    let nextLookAt = performance.now() + TURN_MS;
    return async () => {
      if (performance.now() < nextLookAt) {
        return false;
      }
      nextLookAt = performance.now() + LOOK_INTERVAL_MS;
      return this.chunks.isOtherWaiting(queue, appId);
    };
  }

  private async findOverdue(key: ChunkKey, queueName: string): Promise<ChunkKey | undefined> {
    const turn = this.turns.get(queueName) ?? { lastAppId: 0, jobsLeft: 0 };
    if (turn.jobsLeft > 0) {
      this.turns.set(queueName, { ...turn, jobsLeft: turn.jobsLeft - 1 });
      return undefined;
    }
    const overdue = await this.chunks.findNextOverdue(parseChunkQueueName(queueName), key.appId, turn.lastAppId);
    this.turns.set(queueName, {
      lastAppId: overdue?.appId ?? turn.lastAppId,
      jobsLeft: overdue && overdue.appId !== key.appId ? 0 : JOBS_PER_LOOK - 1,
    });
    return overdue;
  }
}

import { Injectable } from '@nestjs/common';
import { parseChunkQueueName } from '../model/delivery.jobs.js';
import type { ChunkKey } from '../model/delivery.types.js';
import { ChunkPlacesService } from './chunk-places.service.js';
import { OpenChunkRepository } from './open-chunk.repository.js';

/** Jobs from one look to the next, while no other application waits. */
const JOBS_PER_LOOK = 4;

/** The waiting chunks of one queue, as a worker knows them. */
interface Turn {
  lastAppId: number;
  /** Jobs that do not look. */
  jobsLeft: number;
}

/**
 * Runs the jobs of chunks. A queue is first in, first out: what was given back, or comes behind a large campaign, would
 * wait for everything before it. So a job first sends a chunk that waits too long, if there is one: applications in
 * turn. While others wait, every job looks for one, else every fourth.
 */
@Injectable()
export class FairTurnService {
  private readonly turns = new Map<string, Turn>();

  constructor(
    private readonly chunks: OpenChunkRepository,
    private readonly places: ChunkPlacesService,
  ) {}

  /** Sends the chunk whose turn it is, then the chunk of the job. */
  async sendChunk(key: ChunkKey, queueName: string): Promise<void> {
    await this.places.runJob(queueName, async () => {
      try {
        const overdue = await this.findOverdue(key, queueName);
        if (overdue) {
          await this.places.sendChunk(queueName, overdue);
        }
      } finally {
        await this.places.sendChunk(queueName, key);
      }
    });
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

import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import { Config } from '#platform/config';
import { type Logger, reportFault } from '#platform/runtime';
import { countJobPlaces, parseChunkQueueName } from '../model/delivery.jobs.js';
import type { ChunkKey } from '../model/delivery.types.js';
import { ChunkSenderService } from '../sending/chunk-sender.service.js';
import { OpenChunkRepository } from './open-chunk.repository.js';

/** Between two looks for chunks of other applications, while all jobs of a queue are busy. */
const LOOK_MS = 250;
/** Chunks that one worker sends beside the jobs of a queue. They mostly wait for devices, so they cost memory only. */
const MAX_BESIDE = 32;
/** A chunk keeps its place for this time, even if another application waits. */
const TURN_MS = 10_000;
/** Time between two looks whether one waits, after that. */
const TURN_LOOK_MS = 2000;

/** The chunks of one queue that this worker sends. */
interface QueuePlaces {
  /** Jobs that run. */
  jobs: number;
  /** Chunks under way by application, those of jobs and those beside them. */
  byApp: Map<number, number>;
  /** Ids of the chunks beside the jobs. */
  beside: Set<number>;
  timer: NodeJS.Timeout | undefined;
  isLooking: boolean;
}

/**
 * The places in which a worker sends chunks. A job holds its place until the slowest device has answered or timed out. So
 * while one application's chunks hold every job of a queue, those of others are sent beside them: no application waits for
 * the devices of another one. Should all places be taken, a chunk that takes long, for example at a low rate, gives its own
 * to another application after ten seconds, and is overdue at once: the two take turns.
 */
@Injectable()
export class ChunkPlacesService {
  private readonly queues = new Map<string, QueuePlaces>();
  private readonly running = new Set<Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly chunks: OpenChunkRepository,
    private readonly chunkSender: ChunkSenderService,
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Runs a job of a queue of chunks. While all its jobs are busy, other applications get places beside them. */
  async runJob(queueName: string, job: () => Promise<void>): Promise<void> {
    const places = this.getPlaces(queueName);
    places.jobs += 1;
    places.timer ??= setInterval(() => void this.lookBeside(queueName, places), LOOK_MS);
    try {
      await job();
    } finally {
      places.jobs -= 1;
      if (places.jobs === 0) {
        clearInterval(places.timer);
        places.timer = undefined;
      }
    }
  }

  /** Sends a chunk in a place of its application. @returns false when it is done, or when any worker holds it */
  async sendChunk(queueName: string, key: ChunkKey): Promise<boolean> {
    const { byApp } = this.getPlaces(queueName);
    byApp.set(key.appId, (byApp.get(key.appId) ?? 0) + 1);
    try {
      return await this.chunkSender.sendChunk(key, this.startTurn(queueName, key));
    } finally {
      const count = (byApp.get(key.appId) ?? 0) - 1;
      if (count > 0) {
        byApp.set(key.appId, count);
      } else {
        byApp.delete(key.appId);
      }
    }
  }

  /** Starts nothing more beside the jobs, and waits for what is under way there. */
  async close(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.running);
  }

  /** @returns whether the turn of a chunk that begins now is over */
  private startTurn(queueName: string, { appId }: ChunkKey): () => Promise<boolean> {
    const queue = parseChunkQueueName(queueName);
    let nextLookAt = performance.now() + TURN_MS;
    return async () => {
      if (performance.now() < nextLookAt) {
        return false;
      }
      nextLookAt = performance.now() + TURN_LOOK_MS;
      return this.chunks.isOtherWaiting(queue, appId);
    };
  }

  private getPlaces(queueName: string): QueuePlaces {
    const places = this.queues.get(queueName) ?? {
      jobs: 0,
      byApp: new Map<number, number>(),
      beside: new Set<number>(),
      timer: undefined,
      isLooking: false,
    };
    this.queues.set(queueName, places);
    return places;
  }

  /** Sends chunks of applications that have a place left, until there are none. */
  private async lookBeside(queueName: string, places: QueuePlaces): Promise<void> {
    if (places.isLooking) {
      return;
    }
    places.isLooking = true;
    const foundIds = new Set<number>();
    try {
      while (this.hasPlaceBeside(queueName, places)) {
        const key = await this.chunks.findNextWaiting(parseChunkQueueName(queueName), {
          fullAppIds: this.findFullApps(queueName, places),
          exceptIds: [...places.beside, ...foundIds],
        });
        if (!key) {
          return;
        }
        foundIds.add(key.chunkId);
        this.startBeside(queueName, places, key);
      }
    } catch (error) {
      reportFault(this.logger, 'failed to look for chunks of other applications', error, { queue: queueName });
    } finally {
      places.isLooking = false;
    }
  }

  /** While a job of the queue is free, it takes what comes. */
  private hasPlaceBeside(queueName: string, { jobs, beside }: QueuePlaces): boolean {
    return !this.isStopping && jobs >= countJobPlaces(queueName, this.config) && beside.size < MAX_BESIDE;
  }

  /** An application has as many places as a queue has jobs; one, when half of the places beside them are taken. */
  private findFullApps(queueName: string, { byApp, beside }: QueuePlaces): number[] {
    const share = beside.size < MAX_BESIDE / 2 ? countJobPlaces(queueName, this.config) : 1;
    return [...byApp].filter(([, count]) => count >= share).map(([appId]) => appId);
  }

  private startBeside(queueName: string, places: QueuePlaces, key: ChunkKey): void {
    places.beside.add(key.chunkId);
    const run = this.sendBeside(queueName, key).then((isSent) => {
      places.beside.delete(key.chunkId);
      this.running.delete(run);
      if (isSent) {
        void this.lookBeside(queueName, places);
      }
    });
    this.running.add(run);
  }

  /** A chunk that fails here is enqueued again by the recovery, as one of a job. */
  private async sendBeside(queueName: string, key: ChunkKey): Promise<boolean> {
    try {
      return await this.sendChunk(queueName, key);
    } catch (error) {
      reportFault(this.logger, 'failed to send a chunk beside the jobs', error, {
        level: 'error',
        queue: queueName,
        chunkId: key.chunkId,
      });
      return false;
    }
  }
}

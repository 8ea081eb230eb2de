import { Injectable } from '@nestjs/common';
import { AppError } from '#platform/errors';
import { MicroBatcher } from '../transactional/micro-batcher.js';
import { type NewTransactionalSend, TransactionalRepository } from '../transactional/transactional.repository.js';

/** Between two insertions of one gateway: what requests bring meanwhile shares the next. */
const INSERT_INTERVAL_MS = 10;
const MAX_REQUESTS = 50;

/** What one request brings. */
interface PendingRequest {
  sends: readonly NewTransactionalSend[];
  error?: unknown;
}

/**
 * Stores single sends, those of requests that come close together with one statement: most of what a row costs Postgres is
 * its transaction, and the call to the workers that comes with it. A request is answered when its own rows are committed.
 */
@Injectable()
export class TransactionalIntakeService {
  private readonly batcher = new MicroBatcher<PendingRequest>(
    (requests) => this.insert(requests),
    INSERT_INTERVAL_MS,
    MAX_REQUESTS,
  );

  constructor(private readonly transactionalSends: TransactionalRepository) {}

  /** Stores what one request brings, all or nothing. @throws AppError as `Database.untilKnown` */
  async store(sends: readonly NewTransactionalSend[]): Promise<void> {
    const request: PendingRequest = { sends };
    await this.batcher.add(request);
    if (request.error !== undefined) {
      throw request.error;
    }
  }

  private async insert(requests: readonly PendingRequest[]): Promise<void> {
    try {
      await this.transactionalSends.insertInOwnTransaction(requests.flatMap(({ sends }) => sends));
    } catch (error) {
      if (requests.length > 1 && !(error instanceof AppError)) {
        // Postgres refused a row: only the request that brought it should hear of that.
        await Promise.all(requests.map((request) => this.insert([request])));
        return;
      }
      for (const request of requests) {
        request.error = error;
      }
    }
  }
}

import { Injectable } from '@nestjs/common';
import { MicroBatcher } from '#platform/async';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { type NewTransactionalSend, TransactionalRepository } from '../transactional/transactional.repository.js';

/** Time between two insertions of one gateway. Requests that come in between share the next one. */
const INSERT_INTERVAL_MS = 10;
const MAX_REQUESTS = 50;

/** A request that waits for its insertion. */
interface PendingRequest {
  sends: readonly NewTransactionalSend[];
  error?: unknown;
}

/**
 * Stores transactional sends. Requests that come close together share one statement, because its transaction and its
 * notification to the workers cost more than its rows. Each request is answered after its rows are committed.
 */
@Injectable()
export class TransactionalIntakeService {
  private readonly batcher = new MicroBatcher<PendingRequest>(
    (requests) => this.insert(requests),
    INSERT_INTERVAL_MS,
    MAX_REQUESTS,
  );

  constructor(private readonly transactionalSends: TransactionalRepository) {}

  /** Stores all sends of one request or none. @throws AppError as `Database.runIdempotent` */
  async store(sends: readonly NewTransactionalSend[]): Promise<void> {
    const request: PendingRequest = { sends };
    await this.batcher.add(request);
    if (request.error !== undefined) {
      throw request.error;
    }
  }

  /** Stores a send in the transaction of the caller. */
  async storeIn(tx: Tx, send: NewTransactionalSend): Promise<void> {
    await this.transactionalSends.insert(tx, [send]);
  }

  private async insert(requests: readonly PendingRequest[]): Promise<void> {
    try {
      await this.transactionalSends.insertInOwnTransaction(requests.flatMap(({ sends }) => sends));
    } catch (error) {
      if (requests.length > 1 && !(error instanceof AppError)) {
        // Postgres refused a row. Only the request of that row should fail.
        await Promise.all(requests.map((request) => this.insert([request])));
        return;
      }
      for (const request of requests) {
        request.error = error;
      }
    }
  }
}

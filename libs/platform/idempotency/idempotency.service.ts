import { Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { MasterKey } from '#platform/crypto';
import { Database } from '#platform/db';
import { AppError, CATALOGUE } from '#platform/errors';
import { IdempotencyRepository, type StoredAnswer } from './idempotency.repository.js';
import type { KeyedAnswer, KeyedRequest } from './idempotency.types.js';

/** How long an answer is kept. */
const RETENTION_MS = 24 * 3_600_000;
/** When to come back for a request that is in progress; most are done by then. */
const RETRY_AFTER_SECONDS = 1;

/** Lets a request come twice and act once. */
@Injectable()
export class IdempotencyService {
  constructor(
    private readonly db: Database,
    private readonly repository: IdempotencyRepository,
    private readonly masterKey: MasterKey,
    private readonly clock: ClockService,
  ) {}

  /**
   * Runs `work` unless the request was answered within the last 24 hours; then gives that answer. All that `work` does in
   * the database and the answer are one transaction: both are there or neither, whatever dies on the way. Work that throws
   * leaves nothing, so a refused request may be corrected and sent again under its key. Answers are sealed: they can hold
   * what nobody else may read.
   *
   * @param work  may run again, from the beginning, after a deadlock; returns what JSON can hold
   * @throws AppError idempotency_in_progress, at once; idempotency_reused for another content; whatever `work` throws
   */
  async run(request: KeyedRequest, work: () => Promise<unknown>): Promise<KeyedAnswer> {
    return this.db.inTransaction(async () => {
      if (!(await this.repository.claim(request))) {
        throw new AppError('idempotency_in_progress', CATALOGUE.idempotency_in_progress.text, {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      const now = this.clock.now();
      const stored = await this.repository.find(request, now);
      if (stored) {
        return { value: this.replay(request, stored), isReplayed: true };
      }
      const value = await work();
      const answer = value === undefined ? null : this.masterKey.seal(JSON.stringify(value), sealContext(request));
      await this.repository.save(request, answer, new Date(now.getTime() + RETENTION_MS));
      return { value, isReplayed: false };
    });
  }

  private replay(request: KeyedRequest, { fingerprint, answer }: StoredAnswer): unknown {
    if (!fingerprint.equals(request.fingerprint)) {
      throw new AppError('idempotency_reused', CATALOGUE.idempotency_reused.text);
    }
    return answer === null ? undefined : JSON.parse(this.open(request, answer));
  }

  private open(request: KeyedRequest, answer: Buffer): string {
    try {
      return this.masterKey.open(answer, sealContext(request));
    } catch (error) {
      throw new AppError('idempotency_reused', 'The request was carried out, but its answer can no longer be read', {
        detail: 'The answer was sealed under another MASTER_KEY',
        cause: error,
      });
    }
  }
}

/** Bound to the sealed answer, so that a row copied to another application or operation does not open. */
function sealContext({ appId, scope, key }: KeyedRequest): string {
  return `app ${appId}, ${scope}, ${key}`;
}

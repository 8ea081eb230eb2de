import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { MasterKey } from '#platform/crypto';
import { Database } from '#platform/db';
import { AppError, CATALOGUE } from '#platform/errors';
import { IdempotencyRepository, type KeptAnswer } from './idempotency.repository.js';
import type { KeyedAnswer, KeyedRequest } from './idempotency.types.js';

/** How long an answer is kept. */
const KEPT_MS = 24 * 3_600_000;
/** When to come back for a request that is in progress; most are done by then. */
const RETRY_AFTER_SECONDS = 1;

/** Lets a request come twice and act once. */
@Injectable()
export class IdempotencyService {
  constructor(
    private readonly db: Database,
    private readonly records: IdempotencyRepository,
    private readonly masterKey: MasterKey,
    private readonly clock: Clock,
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
    return this.db.within(async () => {
      if (!(await this.records.claim(request))) {
        throw new AppError('idempotency_in_progress', CATALOGUE.idempotency_in_progress.text, {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      const now = this.clock.now();
      const kept = await this.records.find(request, now);
      if (kept) {
        return { value: this.replay(request, kept), isReplayed: true };
      }
      const value = await work();
      const answer = value === undefined ? null : this.masterKey.seal(JSON.stringify(value), contextOf(request));
      await this.records.save(request, answer, new Date(now.getTime() + KEPT_MS));
      return { value, isReplayed: false };
    });
  }

  private replay(request: KeyedRequest, { fingerprint, answer }: KeptAnswer): unknown {
    if (!fingerprint.equals(request.fingerprint)) {
      throw new AppError('idempotency_reused', CATALOGUE.idempotency_reused.text);
    }
    return answer === null ? undefined : JSON.parse(this.open(request, answer));
  }

  private open(request: KeyedRequest, answer: Buffer): string {
    try {
      return this.masterKey.open(answer, contextOf(request));
    } catch (error) {
      throw new AppError('idempotency_reused', 'The request was carried out, but its answer can no longer be read', {
        detail: 'The answer was sealed under another MASTER_KEY',
        cause: error,
      });
    }
  }
}

/** Bound to the sealed answer, so that a row copied to another application or operation does not open. */
function contextOf({ appId, scope, key }: KeyedRequest): string {
  return `app ${appId}, ${scope}, ${key}`;
}

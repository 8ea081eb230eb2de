import { Injectable } from '@nestjs/common';
import type { SealedColumn } from '#platform/resealing';
import { ClockService } from '#platform/runtime';
import { MasterKey } from '#platform/crypto';
import { Database } from '#platform/db';
import { AppError, CATALOGUE } from '#platform/errors';
import { IdempotencyRepository, type StoredAnswer } from './idempotency.repository.js';
import type { AnswerHeaders, KeyedAnswer, KeyedRequest } from './idempotency.types.js';

const RETENTION_MS = 24 * 3_600_000;
/** Retry delay for a request in progress. */
const RETRY_AFTER_SECONDS = 1;

/** Makes repeated requests act once. */
@Injectable()
export class IdempotencyService {
  constructor(
    private readonly db: Database,
    private readonly repository: IdempotencyRepository,
    private readonly masterKey: MasterKey,
    private readonly clock: ClockService,
  ) {}

  /**
   * Runs `work`, or returns the answer of the same request in the last 24 hours. The changes of `work` and the answer
   * are one transaction. When `work` throws, nothing is stored: a refused request may be corrected and sent again with
   * its key. Answers are encrypted, because they can contain private data.
   *
   * @param work         may run again from its beginning after a deadlock; its result must be JSON
   * @param readHeaders  called after the work: headers without secrets that a repeat must have too
   * @throws AppError idempotency_in_progress, at once; idempotency_reused for another content; errors of `work`
   */
  async run(
    request: KeyedRequest,
    work: () => Promise<unknown>,
    readHeaders: () => AnswerHeaders = () => ({}),
  ): Promise<KeyedAnswer> {
    return this.db.inTransaction(async () => {
      if (!(await this.repository.claim(request))) {
        throw new AppError('idempotency_in_progress', CATALOGUE.idempotency_in_progress.text, {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      const now = this.clock.now();
      const stored = await this.repository.find(request, now);
      if (stored) {
        return { value: this.replay(request, stored), headers: stored.headers ?? {}, isReplayed: true };
      }
      const value = await work();
      const answer = value === undefined ? null : this.masterKey.seal(JSON.stringify(value), sealContext(request));
      const headers = readHeaders();
      await this.repository.save(request, { answer, headers }, new Date(now.getTime() + RETENTION_MS));
      return { value, headers, isReplayed: false };
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

/** The columns where answers are sealed. */
export const SEALED_ANSWERS: SealedColumn = {
  table: 'platform.idempotency',
  column: 'answer',
  key: ['app_id', 'scope', 'key'],
  context: ['app_id', 'scope', 'key'],
  toContext: ({ app_id: appId, scope, key }) =>
    sealContext({ appId: Number(appId), scope: String(scope), key: String(key) }),
};

/** Authenticated with the encrypted answer: a row copied to another application or operation cannot be decrypted. */
function sealContext({ appId, scope, key }: Pick<KeyedRequest, 'appId' | 'scope' | 'key'>): string {
  return `app ${appId}, ${scope}, ${key}`;
}

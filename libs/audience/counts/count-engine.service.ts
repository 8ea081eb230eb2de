import { Inject, Injectable } from '@nestjs/common';
import type { AttributeScalar } from '#libs/users';
import { ClockService } from '#platform/runtime';
import { Config } from '#platform/config';
import type { MetricSource } from '#platform/health';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { AudienceService } from '../audience.service.js';
import { AnswerCache } from '../bitmaps/answer-cache.js';
import { IndexEvaluator } from '../bitmaps/index-evaluator.service.js';
import { IndexGroups } from '../bitmaps/index-groups.service.js';
import { IndexReader } from '../bitmaps/index-reader.service.js';
import { isFollowed } from '../bitmaps/index-target.js';
import type { OpenIndex } from '../bitmaps/open-index.js';
import type { ResolvedTarget } from '../target.js';
import { GroupCountRepository, type StoredAttribute, type ValueCount } from './group-count.repository.js';

/** @property asOf  everything committed until then is counted */
export interface Counted<T> {
  counts: T;
  asOf: Date;
}

/** Most values that a list of counts may have; one more tells that there are more. */
const LIMIT = 100_001;

/**
 * Counts distinct users: by the bitmap index where the application has one that is not behind too far, else from the rows,
 * which is exact as of now. Both mean the same.
 */
@Injectable()
export class CountEngine {
  private readonly answers: AnswerCache;
  /** Questions answered since the process began, by what answered them. */
  private readonly answered = { index: 0, rows: 0 };

  constructor(
    private readonly audience: AudienceService,
    private readonly groups: GroupCountRepository,
    private readonly reader: IndexReader,
    private readonly evaluator: IndexEvaluator,
    private readonly indexGroups: IndexGroups,
    private readonly clock: ClockService,
    config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.answers = new AnswerCache(config.INDEX_ANSWERS);
  }

  /** What this process has answered and remembers. */
  get readings(): MetricSource[] {
    return [
      {
        name: 'herald_audience_counts_total',
        isCounter: true,
        labels: ['engine'],
        help: 'Counts answered since the process began, by what answered: the bitmap index or the rows',
        read: () => Object.entries(this.answered).map(([engine, value]) => ({ labels: { engine }, value })),
      },
      {
        name: 'herald_audience_answers_kept',
        help: 'Answers to counts in memory, at most INDEX_ANSWERS',
        read: () => [{ value: this.answers.size }],
      },
    ];
  }

  async count(appId: number, target: ResolvedTarget): Promise<Counted<number>> {
    return this.answer(
      appId,
      isFollowed(target) ? target : undefined,
      (index) => this.evaluator.count(appId, index, target),
      () => this.audience.countRows(appId, target),
    );
  }

  /** All users of an application. */
  async countUsers(appId: number): Promise<Counted<number>> {
    return this.answer(
      appId,
      'users',
      (index) => this.evaluator.count(appId, index, { type: 'all' }),
      () => this.groups.countUsers(appId),
    );
  }

  async countByValue(
    appId: number,
    attribute: StoredAttribute,
    values: readonly AttributeScalar[] | undefined,
  ): Promise<Counted<ValueCount<AttributeScalar>[]>> {
    return this.answer(
      appId,
      ['value', attribute, values],
      (index) => this.indexGroups.countByValue(index, attribute, values),
      () => this.groups.countByValue(appId, attribute, values, LIMIT),
    );
  }

  /** @param buckets  as `GroupCountRepository.countByBucket` takes them */
  async countByBucket(
    appId: number,
    attribute: StoredAttribute,
    buckets: readonly (readonly [number, number])[],
    values: readonly AttributeScalar[] | undefined,
  ): Promise<Counted<ValueCount<number>[]>> {
    const byRows = (): Promise<ValueCount<number>[]> => this.groups.countByBucket(appId, attribute, buckets, values);
    return this.answer(
      appId,
      ['bucket', attribute, buckets, values],
      async (index) => (values ? undefined : this.indexGroups.countByBucket(index, attribute, buckets)),
      byRows,
    );
  }

  /** @param column  of `users.installation`; never from a request */
  async countByInstallation(
    appId: number,
    column: string,
    values: readonly string[] | undefined,
  ): Promise<Counted<ValueCount<string>[]>> {
    return this.answer(
      appId,
      ['installation', column, values],
      (index) => this.indexGroups.countByInstallation(index, column, values),
      () => this.groups.countByInstallation(appId, column, values, LIMIT),
    );
  }

  /** Addresses are no terms: each is nearly everybody's own. */
  async countByAddress(appId: number, column: 'email' | 'msisdn'): Promise<Counted<ValueCount<string>[]>> {
    const asOf = this.clock.now();
    return { counts: await this.groups.countByAddress(appId, column, LIMIT), asOf };
  }

  /** @param question  undefined: the answer is not remembered */
  private async answer<T>(
    appId: number,
    question: unknown,
    byIndex: (index: OpenIndex) => Promise<T | undefined>,
    byRows: () => Promise<T>,
  ): Promise<Counted<T>> {
    const found = await this.byIndex(appId, question, byIndex);
    if (found) {
      this.answered.index += 1;
      return found;
    }
    const asOf = this.clock.now();
    const counts = await byRows();
    this.answered.rows += 1;
    return { counts, asOf };
  }

  private async byIndex<T>(
    appId: number,
    question: unknown,
    work: (index: OpenIndex) => Promise<T | undefined>,
  ): Promise<Counted<T> | undefined> {
    try {
      const index = await this.reader.find(appId);
      if (!index) {
        return undefined;
      }
      const { asOf } = index;
      const counts =
        question === undefined
          ? await work(index)
          : await this.answers.get([appId, question], index.version, () => work(index));
      return counts === undefined ? undefined : { counts, asOf };
    } catch (error) {
      this.logger.warn({ err: error, appId }, 'the audience index did not answer');
      return undefined;
    }
  }
}

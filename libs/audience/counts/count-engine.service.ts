import { Injectable } from '@nestjs/common';
import type { AttributeScalar } from '#libs/users/profiles';
import { ClockService } from '#platform/runtime';
import type { MetricSource } from '#platform/health';
import { AudienceService } from '#libs/audience/recipients';
import { MAX_GROUPS } from './distinct-values.js';
import { EvenDraw } from './even-draw.js';
import { IndexAnswersService, type CountResult } from './index-answers.service.js';
import { IndexEvaluatorService } from '../bitmap-index/query/index-evaluator.service.js';
import { IndexGroupingService } from '../bitmap-index/query/index-grouping.service.js';
import { isTrackedByIndex } from '../bitmap-index/query/target-terms.js';
import type { OpenIndex } from '../bitmap-index/cache/open-index.js';
import { type AttributeRef, listAttributes, type ResolvedTarget } from '../targets/target.js';
import { GroupCountRepository, type StoredAttribute, type ValueCount } from '../sql-engine/group-count.repository.js';

/** An attribute of a question was changed for all users, so the question must be asked again by the new definitions. */
export class OutdatedDefinitionError extends Error {}

/** Values of one answer, and one that shows that there are more. */
const MAX_COUNTS = MAX_GROUPS + 1;

/**
 * Counts distinct users: by the bitmap index if it is recent enough, else from the rows, exact as of now. Both give the
 * same meaning. While values of an attribute are taken from all users, counts of that attribute come from the rows.
 */
@Injectable()
export class CountEngineService {
  /** Answered questions since the start of the process, by engine. */
  private readonly answered = { index: 0, rows: 0 };

  constructor(
    private readonly audience: AudienceService,
    private readonly groupCounts: GroupCountRepository,
    private readonly indexAnswers: IndexAnswersService,
    private readonly indexEvaluator: IndexEvaluatorService,
    private readonly indexGrouping: IndexGroupingService,
    private readonly clock: ClockService,
  ) {}

  /** Metrics of this process. */
  get metrics(): MetricSource[] {
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
        read: () => [{ value: this.indexAnswers.size }],
      },
    ];
  }

  async count(appId: number, target: ResolvedTarget): Promise<CountResult<number>> {
    return this.answer(
      appId,
      listAttributes(target),
      isTrackedByIndex(target) ? target : undefined,
      (index) => this.indexEvaluator.count(appId, index, target),
      () => this.audience.countFromRows(appId, target),
    );
  }

  /** @returns undefined where only the rows could tell */
  async countByIndex(appId: number, target: ResolvedTarget): Promise<CountResult<number> | undefined> {
    const counted = await this.indexAnswers.answer(
      appId,
      listAttributes(target),
      isTrackedByIndex(target) ? target : undefined,
      (index) => this.indexEvaluator.count(appId, index, target),
    );
    this.answered.index += counted ? 1 : 0;
    return counted;
  }

  /** Uids of at most `size` users of a target, each as likely as every other. */
  async draw(appId: number, target: ResolvedTarget, size: number): Promise<CountResult<number[]>> {
    return this.answer(
      appId,
      listAttributes(target),
      undefined,
      async (index) => {
        const draw = new EvenDraw(size);
        const take = (platform: number, _: number, uids: Uint32Array): void => {
          if (platform === 0) {
            draw.take(uids);
          }
        };
        return (await this.indexEvaluator.findMembers(appId, index, target, take)) ? draw.drawn : undefined;
      },
      () => this.audience.drawFromRows(appId, target, size),
    );
  }

  /** All users of an application. */
  async countUsers(appId: number): Promise<CountResult<number>> {
    return this.answer(
      appId,
      [],
      'users',
      (index) => this.indexEvaluator.count(appId, index, { type: 'all' }),
      () => this.groupCounts.countUsers(appId),
    );
  }

  async countByValue(
    appId: number,
    attribute: StoredAttribute,
    values: readonly AttributeScalar[] | undefined,
  ): Promise<CountResult<ValueCount<AttributeScalar>[]>> {
    return this.answer(
      appId,
      [attribute],
      ['value', attribute, values],
      (index) => this.indexGrouping.countByValue(index, attribute, values),
      () => this.groupCounts.countUsersPerValue(appId, attribute, values, MAX_COUNTS),
    );
  }

  /** @param buckets  as in `GroupCountRepository.countByBucket` */
  async countByBucket(
    appId: number,
    attribute: StoredAttribute,
    buckets: readonly (readonly [number, number])[],
    values: readonly AttributeScalar[] | undefined,
  ): Promise<CountResult<ValueCount<number>[]>> {
    const byRows = (): Promise<ValueCount<number>[]> =>
      this.groupCounts.countUsersPerRange(appId, attribute, buckets, values);
    return this.answer(
      appId,
      [attribute],
      ['bucket', attribute, buckets, values],
      async (index) => (values ? undefined : this.indexGrouping.countByBucket(index, attribute, buckets)),
      byRows,
    );
  }

  /** @param column  of `users.installation`; never from a request */
  async countByInstallation(
    appId: number,
    column: string,
    values: readonly string[] | undefined,
  ): Promise<CountResult<ValueCount<string>[]>> {
    return this.answer(
      appId,
      [],
      ['installation', column, values],
      (index) => this.indexGrouping.countByInstallation(index, column, values),
      () => this.groupCounts.countByInstallation(appId, column, values, MAX_COUNTS),
    );
  }

  /**
   * Answers a question by the index, or from the rows.
   *
   * @param attributes  those that the question reads
   * @param question  undefined: the answer is not cached
   * @param byIndex   undefined: the rows have to answer
   * @throws OutdatedDefinitionError
   */
  async answer<T>(
    appId: number,
    attributes: readonly AttributeRef[],
    question: unknown,
    byIndex: (index: OpenIndex) => Promise<T | undefined>,
    byRows: () => Promise<T>,
  ): Promise<CountResult<T>> {
    const indexed = await this.indexAnswers.answer(appId, attributes, question, byIndex);
    if (indexed) {
      this.answered.index += 1;
      return indexed;
    }
    const asOf = this.clock.now();
    const counts = await byRows();
    if (await this.audience.areOutdated(appId, attributes, asOf)) {
      throw new OutdatedDefinitionError();
    }
    this.answered.rows += 1;
    return { counts, asOf };
  }
}

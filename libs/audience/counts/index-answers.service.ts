import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import { Config } from '#platform/config';
import { isInterruption } from '#platform/db';
import { type Logger, reportFault } from '#platform/runtime';
import { IndexReaderService } from '../bitmap-index/cache/index-reader.service.js';
import type { OpenIndex } from '../bitmap-index/cache/open-index.js';
import type { AttributeRef } from '../targets/target.js';
import { AnswerCache } from './answer-cache.js';

/** @property asOf  everything committed until then is counted */
export interface CountResult<T> {
  counts: T;
  asOf: Date;
}

/** An index may change between two slices of an answer. Then it is asked again, so many times in all. */
const MAX_ATTEMPTS = 3;
/** A longer answer is given as it is: while users are written, an index changes every 200 ms. */
const REPEATED_MS = 100;

/** Answers questions by the bitmap index, each once for a version of it. */
@Injectable()
export class IndexAnswersService {
  private readonly answers: AnswerCache;

  constructor(
    private readonly indexReader: IndexReaderService,
    config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.answers = new AnswerCache(config.INDEX_ANSWERS);
  }

  /** The number of answers in memory. */
  get size(): number {
    return this.answers.size;
  }

  /**
   * Answers a question by the index of an application.
   *
   * @param attributes  those that the question reads
   * @param question    undefined: the answer is not cached
   * @returns undefined where the index is missing, behind, without the answer or failed
   */
  async answer<T>(
    appId: number,
    attributes: readonly AttributeRef[],
    question: unknown,
    work: (index: OpenIndex) => Promise<T | undefined>,
  ): Promise<CountResult<T> | undefined> {
    try {
      for (let attempt = 1; ; attempt += 1) {
        const index = await this.indexReader.find(appId);
        if (!index || attributes.some(({ attrId, removing }) => removing !== undefined || index.isRemoving(attrId))) {
          return undefined;
        }
        const { asOf, version } = index;
        const began = performance.now();
        const counts =
          question === undefined
            ? await work(index)
            : await this.answers.get(
                [appId, question],
                () => index.version,
                () => work(index),
              );
        const isRepeated =
          index.isDisposed ||
          (counts !== undefined && index.version !== version && performance.now() - began < REPEATED_MS);
        if (!isRepeated || attempt === MAX_ATTEMPTS) {
          return counts === undefined ? undefined : { counts, asOf };
        }
      }
    } catch (error) {
      // The caller that asked the same stopped asking; a caller that stopped itself learns it from the rows.
      if (!isInterruption(error)) {
        reportFault(this.logger, 'audience index failed to answer; the rows are counted', error, { appId });
      }
      return undefined;
    }
  }
}

import { Injectable } from '@nestjs/common';
import { CountService } from '../counts/count.service.js';
import type { Target } from '../targets/target.js';
import { BoundedQuestionService } from './bounded-question.service.js';

/**
 * How far audiences overlap, in their order.
 *
 * @property users  distinct users of each
 * @property pairs  users who are in both of two, the first before the second
 * @property asOf   everything committed until then is counted, in every figure
 */
export interface AudienceOverlap {
  users: number[];
  pairs: { first: number; second: number; users: number }[];
  asOf: Date;
}

/** Counts exactly how many users several audiences share, two by two. */
@Injectable()
export class AudienceOverlapService {
  constructor(
    private readonly counts: CountService,
    private readonly questions: BoundedQuestionService,
  ) {}

  /**
   * Users who match all of some targets.
   *
   * @param targets  at least one
   * @throws AppError as `overlap`
   */
  async countCommon(appId: number, targets: readonly Target[], asked: AbortSignal): Promise<number> {
    return this.questions.answer(targets, asked, async () => {
      const [first] = targets;
      const common: Target = targets.length === 1 && first ? first : { type: 'and', of: [...targets] };
      return (await this.counts.count(appId, common)).counts;
    });
  }

  /**
   * @param targets  of segments, at least one
   * @throws AppError as `CountService.count` and `BoundedQuestionService.answer`
   */
  async overlap(appId: number, targets: readonly Target[], asked: AbortSignal): Promise<AudienceOverlap> {
    return this.questions.answer(targets, asked, async (until) => {
      const dates: Date[] = [];
      const count = async (target: Target): Promise<number> => {
        until.throwIfAborted();
        const { counts, asOf } = await this.counts.count(appId, target);
        dates.push(asOf);
        return counts;
      };
      const users: number[] = [];
      const pairs: AudienceOverlap['pairs'] = [];
      for (const target of targets) {
        users.push(await count(target));
      }
      for (const [first, target] of targets.entries()) {
        for (const [index, other] of targets.slice(first + 1).entries()) {
          pairs.push({ first, second: first + 1 + index, users: await count({ type: 'and', of: [target, other] }) });
        }
      }
      return { users, pairs, asOf: dates.reduce((oldest, asOf) => (asOf < oldest ? asOf : oldest)) };
    });
  }
}

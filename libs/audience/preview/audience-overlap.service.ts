import { Injectable } from '@nestjs/common';
import { BreakdownEngineService } from '../counts/breakdown-engine.service.js';
import { CountService } from '../counts/count.service.js';
import type { Target } from '../targets/target.js';
import { BoundedQuestionService, type AskingViewer } from './bounded-question.service.js';

/**
 * How far audiences overlap, in their order.
 *
 * @property users         distinct users of each
 * @property pairs         users who are in both of two, the first before the second
 * @property combinations  users who are in exactly these and in no other; the largest first, without empty ones
 * @property asOf          everything committed until then is counted, in every figure
 */
export interface AudienceOverlap {
  users: number[];
  pairs: { first: number; second: number; users: number }[];
  combinations: { sets: number[]; users: number }[];
  asOf: Date;
}

/** Counts exactly how many users several audiences share. */
@Injectable()
export class AudienceOverlapService {
  constructor(
    private readonly counts: CountService,
    private readonly breakdowns: BreakdownEngineService,
    private readonly questions: BoundedQuestionService,
  ) {}

  /**
   * Users who match all of some targets.
   *
   * @param targets  at least one
   * @throws AppError as `overlap`
   */
  async countCommon(appId: number, targets: readonly Target[], { asked, viewer }: AskingViewer): Promise<number> {
    return this.questions.answer(targets, asked, async () => {
      const [first] = targets;
      const common: Target = targets.length === 1 && first ? first : { type: 'and', of: [...targets] };
      return (await this.counts.count(appId, common, viewer)).counts;
    });
  }

  /**
   * Each user is looked at once, for all targets: so the combinations add up to the users of each and to those of two.
   *
   * @param targets  of segments, at least one and at most 8
   * @throws AppError as `CountService.count` and `BoundedQuestionService.answer`
   */
  async overlap(appId: number, targets: readonly Target[], { asked, viewer }: AskingViewer): Promise<AudienceOverlap> {
    const some: Target = { type: 'or', of: [...targets] };
    const { counts, asOf } = await this.questions.answer(targets, asked, () =>
      this.counts.withResolved(appId, some, viewer, (resolved) =>
        this.breakdowns.countCombinations(appId, 'of' in resolved ? resolved.of : [resolved]),
      ),
    );
    const places = [...targets.keys()];
    const usersIn = (wanted: number): number =>
      [...counts].reduce((sum, [combination, users]) => sum + ((combination & wanted) === wanted ? users : 0), 0);
    return {
      users: places.map((place) => usersIn(1 << place)),
      pairs: places.flatMap((first) =>
        places.slice(first + 1).map((second) => ({ first, second, users: usersIn((1 << first) | (1 << second)) })),
      ),
      combinations: [...counts]
        .toSorted(([a, users], [b, others]) => others - users || a - b)
        .map(([combination, users]) => ({ sets: places.filter((place) => (combination & (1 << place)) !== 0), users })),
      asOf,
    };
  }
}

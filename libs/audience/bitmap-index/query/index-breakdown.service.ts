import { Injectable } from '@nestjs/common';
import type { AttributeScalar } from '#libs/users/profiles';
import type { StoredAttribute, ValueCount } from '../../sql-engine/group-count.repository.js';
import type { ResolvedTarget } from '../../targets/target.js';
import type { OpenIndex } from '../cache/open-index.js';
import type { NumberEnds } from '../model/bit-sliced-numbers.js';
import { addCombinations } from '../model/combinations.js';
import { ASPECTS, isValueTerm, readValueTerm, TERMS } from '../model/terms.js';
import { asWords, countCommon } from '../model/user-set.js';
import { IndexEvaluatorService } from './index-evaluator.service.js';
import { listNumberTerms } from './target-terms.js';

/** Breaks the users of a target down by the index. It answers undefined when the SQL engine has to. */
@Injectable()
export class IndexBreakdownService {
  constructor(private readonly evaluator: IndexEvaluatorService) {}

  /** Users of a target by value of an attribute, or by element of an array. */
  async countByValue(
    appId: number,
    index: OpenIndex,
    target: ResolvedTarget,
    { attrId }: StoredAttribute,
  ): Promise<ValueCount<AttributeScalar>[] | undefined> {
    const aspect = ASPECTS.attribute(attrId);
    if (index.hasUnindexedValues(aspect)) {
      return undefined;
    }
    const counts = await this.countByTerm(appId, index, target, aspect, isValueTerm);
    return counts && [...counts].map(([term, users]) => ({ value: readValueTerm(term), users }));
  }

  /** Users of a target by value of a column of their devices. */
  async countByInstallation(
    appId: number,
    index: OpenIndex,
    target: ResolvedTarget,
    column: string,
  ): Promise<ValueCount<string>[] | undefined> {
    const prefix = TERMS.column(column, '');
    const counts = await this.countByTerm(appId, index, target, ASPECTS.device, (term) => term.startsWith(prefix));
    return counts && [...counts].map(([term, users]) => ({ value: term.slice(prefix.length), users }));
  }

  /** The lowest and the highest number that users of a target have; null: none has one. */
  async findEnds(
    appId: number,
    index: OpenIndex,
    target: ResolvedTarget,
    { attrId }: StoredAttribute,
  ): Promise<NumberEnds | null | undefined> {
    const aspect = ASPECTS.attribute(attrId);
    const sliceEnds: NumberEnds[] = [];
    const needed = { terms: listNumberTerms(aspect) };
    const isFound = await this.evaluator.visitMembers(appId, index, target, needed, (matching, slice) => {
      const ends = slice.getNumbers(aspect)?.findEnds(asWords(matching));
      if (ends) {
        sliceEnds.push(ends);
      }
    });
    return isFound ? joinEnds(sliceEnds) : undefined;
  }

  /**
   * Users by the targets that they match.
   *
   * @returns 2 ** targets.length sums, as `addCombinations` has them
   */
  async countCombinations(
    appId: number,
    index: OpenIndex,
    targets: readonly ResolvedTarget[],
  ): Promise<number[] | undefined> {
    const counts = Array.from({ length: 2 ** targets.length }, () => 0);
    const isFound = await this.evaluator.visitSets(appId, index, targets, {}, (sets) =>
      addCombinations(sets.map(asWords), counts),
    );
    return isFound ? counts : undefined;
  }

  private async countByTerm(
    appId: number,
    index: OpenIndex,
    target: ResolvedTarget,
    aspect: string,
    isMeant: (term: string) => boolean,
  ): Promise<Map<string, number> | undefined> {
    const counts = new Map<string, number>();
    const isFound = await this.evaluator.visitMembers(
      appId,
      index,
      target,
      { aspects: [aspect] },
      (matching, slice) => {
        for (const { term, users } of slice.listTerms(aspect)) {
          const common = users && isMeant(term) ? countCommon(matching, users) : 0;
          if (common > 0) {
            counts.set(term, (counts.get(term) ?? 0) + common);
          }
        }
      },
    );
    return isFound ? counts : undefined;
  }
}

/** The ends of several parts together; null: no part has a number. */
export function joinEnds(parts: readonly NumberEnds[]): NumberEnds | null {
  return parts.length === 0
    ? null
    : {
        least: parts.reduce((least, part) => Math.min(least, part.least), Infinity),
        most: parts.reduce((highest, part) => Math.max(highest, part.most), -Infinity),
      };
}

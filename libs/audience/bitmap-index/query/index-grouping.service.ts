import { Injectable } from '@nestjs/common';
import type { AttributeDefinition, AttributeScalar } from '#libs/users/profiles';
import type { ValueCount } from '../../sql-engine/group-count.repository.js';
import { IndexReaderService } from '../cache/index-reader.service.js';
import { listNumberTerms } from './target-terms.js';
import type { OpenIndex } from '../cache/open-index.js';
import type { SliceIndex } from '../cache/slice-index.js';
import { iterateSlices } from './slice-scheduler.js';
import { withSlice } from './with-slice.js';
import { ASPECTS, isValueTerm, readValueTerm, TERMS } from '../model/terms.js';
import { disposeSet, unite, type UserSet } from '../model/user-set.js';

/** Buckets: from the first number up to the second, which only the last bucket includes. */
type Bounds = readonly (readonly [number, number])[];
type Attribute = Pick<AttributeDefinition, 'attrId' | 'array' | 'removing'>;

/** Counts users per value or bucket by the index. It answers undefined when the SQL engine has to count. */
@Injectable()
export class IndexGroupingService {
  constructor(private readonly reader: IndexReaderService) {}

  /**
   * Users per value, or per element of an array.
   *
   * @param values  only these
   */
  async countByValue(
    index: OpenIndex,
    attribute: Attribute,
    values: readonly AttributeScalar[] | undefined,
  ): Promise<ValueCount<AttributeScalar>[] | undefined> {
    const aspect = ASPECTS.attribute(attribute.attrId);
    if (attribute.removing || index.hasUnindexedValues(aspect)) {
      return undefined;
    }
    const counts = await this.countTermUsers(index, aspect, values?.map(TERMS.value), isValueTerm);
    return counts && [...counts].map(([term, users]) => ({ value: readValueTerm(term), users }));
  }

  /** Users per value of an installation column. */
  async countByInstallation(
    index: OpenIndex,
    column: string,
    values: readonly string[] | undefined,
  ): Promise<ValueCount<string>[] | undefined> {
    const prefix = TERMS.column(column, '');
    const counts = await this.countTermUsers(
      index,
      ASPECTS.device,
      values?.map((value) => TERMS.column(column, value)),
      (term) => term.startsWith(prefix),
    );
    return counts && [...counts].map(([term, users]) => ({ value: term.slice(prefix.length), users }));
  }

  /** Users per bucket of a numeric attribute, by position in the list, from 1. */
  async countByBucket(
    index: OpenIndex,
    attribute: Attribute,
    bounds: Bounds,
  ): Promise<ValueCount<number>[] | undefined> {
    const aspect = ASPECTS.attribute(attribute.attrId);
    if (attribute.removing || (attribute.array && index.hasUnindexedValues(aspect))) {
      return undefined;
    }
    const counts = bounds.map(() => 0);
    const add = (added: readonly number[]): void => added.forEach((users, i) => (counts[i] = (counts[i] ?? 0) + users));
    return this.reader.cache.runEvaluation(async () => {
      for await (const slice of iterateSlices(index.slices)) {
        const sliceCounts = !index.hasUnindexedValues(aspect)
          ? await withSlice(index, slice, { aspects: [aspect] }, (sliceIndex) =>
              countByValues(sliceIndex, aspect, bounds, attribute.array),
            )
          : await withSlice(index, slice, { terms: listNumberTerms(aspect) }, (sliceIndex) =>
              countByBitSlices(sliceIndex, aspect, bounds),
            );
        if (!sliceCounts) {
          return undefined;
        }
        add(sliceCounts);
      }
      return counts.map((users, i) => ({ value: i + 1, users }));
    });
  }

  /** Users per term over all slices. */
  private async countTermUsers(
    index: OpenIndex,
    aspect: string,
    requested: readonly string[] | undefined,
    isMeant: (term: string) => boolean,
  ): Promise<Map<string, number> | undefined> {
    const sizes = new Map<string, number>();
    const add = (term: string, users: number): void => {
      if (users > 0) {
        sizes.set(term, (sizes.get(term) ?? 0) + users);
      }
    };
    const terms = requested && [...new Set(requested)].map((term) => ({ aspect, term }));
    return this.reader.cache.runEvaluation(async () => {
      for await (const slice of iterateSlices(index.slices)) {
        const isCounted = terms
          ? await withSlice(index, slice, { terms }, (sliceIndex) => {
              terms.forEach(({ term }) => add(term, sliceIndex.getUsers(aspect, term).size));
              return true;
            })
          : await withSlice(index, slice, { aspects: [aspect] }, (sliceIndex) => {
              for (const { term, users } of sliceIndex.listTerms(aspect)) {
                if (users && isMeant(term)) {
                  add(term, users.size);
                }
              }
              return true;
            });
        if (!isCounted) {
          return undefined;
        }
      }
      return sizes;
    });
  }
}

function countByBitSlices(slice: SliceIndex, aspect: string, bounds: Bounds): number[] {
  const numbers = slice.getNumbers(aspect);
  if (!numbers) {
    return bounds.map(() => 0);
  }
  return bounds.map(([min, max], i) =>
    numbers.countWithin({
      least: { at: min, isInside: true },
      most: { at: max, isInside: i === bounds.length - 1 },
    }),
  );
}

/**
 * Users with a value in each bucket.
 *
 * @param isArray  whether a user may have several values
 */
function countByValues(slice: SliceIndex, aspect: string, bounds: Bounds, isArray: boolean): number[] {
  const values = [...slice.listTerms(aspect)].flatMap(({ term, users }) => {
    const value = users && isValueTerm(term) ? readValueTerm(term) : undefined;
    return users && typeof value === 'number' ? [{ value, users }] : [];
  });
  return bounds.map(([min, max], i) => {
    const isLast = i === bounds.length - 1;
    const inBucket = values.filter(({ value }) => value >= min && (value < max || (isLast && value === max)));
    return isArray
      ? countUnion(inBucket.map(({ users }) => users))
      : inBucket.reduce((sum, { users }) => sum + users.size, 0);
  });
}

function countUnion(sets: readonly UserSet[]): number {
  const union = unite(sets);
  try {
    return union.size;
  } finally {
    disposeSet(union);
  }
}

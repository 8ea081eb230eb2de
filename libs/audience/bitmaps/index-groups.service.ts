import { Injectable } from '@nestjs/common';
import type { AttributeDefinition, AttributeScalar } from '#libs/users';
import type { ValueCount } from '../counts/group-count.repository.js';
import { free, type Bitmap } from './bitmap.js';
import { IndexEvaluator } from './index-evaluator.service.js';
import { IndexReader } from './index-reader.service.js';
import { numberTerms } from './index-target.js';
import type { OpenIndex } from './open-index.js';
import type { SliceIndex } from './slice-index.js';
import { inTurns } from './slice-turns.js';
import { ASPECTS, isValueTerm, TERMS } from './terms.js';

/** A bucket: from the first up to the second, which is outside but for the last bucket of a list. */
type Bounds = readonly (readonly [number, number])[];
type Attribute = Pick<AttributeDefinition, 'attrId' | 'array' | 'removing'>;

/** What was read may be dropped while more is read: then it is read again, so often. */
const ATTEMPTS = 5;

/** Counts users per value or bucket by the index. Whatever it answers `undefined` to is for the SQL engine. */
@Injectable()
export class IndexGroups {
  constructor(
    private readonly reader: IndexReader,
    private readonly evaluator: IndexEvaluator,
  ) {}

  /** Users per value; the elements of an array each. @param values  only these */
  async countByValue(
    index: OpenIndex,
    attribute: Attribute,
    values: readonly AttributeScalar[] | undefined,
  ): Promise<ValueCount<AttributeScalar>[] | undefined> {
    const aspect = ASPECTS.attribute(attribute.attrId);
    if (attribute.removing || index.isRare(aspect)) {
      return undefined;
    }
    const counts = await this.sizes(index, aspect, values?.map(TERMS.value), isValueTerm);
    return (
      counts && [...counts].map(([term, users]) => ({ value: JSON.parse(term.slice(1)) as AttributeScalar, users }))
    );
  }

  /** Users with an installation of each value of a column. */
  async countByInstallation(
    index: OpenIndex,
    column: string,
    values: readonly string[] | undefined,
  ): Promise<ValueCount<string>[] | undefined> {
    const prefix = TERMS.column(column, '');
    const counts = await this.sizes(
      index,
      ASPECTS.device,
      values?.map((value) => TERMS.column(column, value)),
      (term) => term.startsWith(prefix),
    );
    return counts && [...counts].map(([term, users]) => ({ value: term.slice(prefix.length), users }));
  }

  /** Users per bucket of a numeric attribute, by its place in the list, from 1. */
  async countByBucket(
    index: OpenIndex,
    attribute: Attribute,
    bounds: Bounds,
  ): Promise<ValueCount<number>[] | undefined> {
    const aspect = ASPECTS.attribute(attribute.attrId);
    if (attribute.removing || (attribute.array && index.isRare(aspect))) {
      return undefined;
    }
    const counts = bounds.map(() => 0);
    const add = (found: readonly number[]): void => found.forEach((users, i) => (counts[i] = (counts[i] ?? 0) + users));
    return this.reader.during(async () => {
      for await (const slice of inTurns(index.slices)) {
        const found = !index.isRare(aspect)
          ? await this.inAspect(index, slice, aspect, (of) => countValues(of, aspect, bounds, attribute.array))
          : await this.evaluator.inSlice(index, slice, numberTerms(aspect), (of) => countNumbers(of, aspect, bounds));
        if (!found) {
          return undefined;
        }
        add(found);
      }
      return counts.map((users, i) => ({ value: i + 1, users }));
    });
  }

  /** Users per term, of all slices. */
  private async sizes(
    index: OpenIndex,
    aspect: string,
    asked: readonly string[] | undefined,
    isMeant: (term: string) => boolean,
  ): Promise<Map<string, number> | undefined> {
    const sizes = new Map<string, number>();
    const add = (term: string, users: number): void => {
      if (users > 0) {
        sizes.set(term, (sizes.get(term) ?? 0) + users);
      }
    };
    const terms = asked && [...new Set(asked)].map((term) => ({ aspect, term }));
    return this.reader.during(async () => {
      for await (const slice of inTurns(index.slices)) {
        const found = terms
          ? await this.evaluator.inSlice(index, slice, terms, (of) => {
              terms.forEach(({ term }) => add(term, of.bitmap(aspect, term).size));
              return true;
            })
          : await this.inAspect(index, slice, aspect, (of) => {
              for (const { term, bitmap } of of.terms(aspect)) {
                if (bitmap && isMeant(term)) {
                  add(term, bitmap.size);
                }
              }
              return true;
            });
        if (!found) {
          return undefined;
        }
      }
      return sizes;
    });
  }

  /** Runs `work` when all terms of an aspect are in memory, but for planes. */
  private async inAspect<R>(
    index: OpenIndex,
    slice: number,
    aspect: string,
    work: (slice: SliceIndex) => R,
  ): Promise<R | undefined> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const of = index.slices.get(slice);
      if (!of) {
        return undefined;
      }
      if (of.isWhole(aspect)) {
        return work(of);
      }
      await index.loadAspect(slice, aspect);
    }
    return undefined;
  }
}

function countNumbers(slice: SliceIndex, aspect: string, bounds: Bounds): number[] {
  const numbers = slice.numbers(aspect);
  if (!numbers) {
    return bounds.map(() => 0);
  }
  const known = new Map<string, number>();
  const below = (bound: number, inclusive: boolean): number => {
    const key = `${bound} ${inclusive}`;
    const count = known.get(key) ?? numbers.countBelow(bound, inclusive);
    known.set(key, count);
    return count;
  };
  return bounds.map(([least, most], i) => below(most, i === bounds.length - 1) - below(least, false));
}

/** Users with a value in each bucket. @param isArray  a user may have several */
function countValues(slice: SliceIndex, aspect: string, bounds: Bounds, isArray: boolean): number[] {
  const values = [...slice.terms(aspect)].flatMap(({ term, bitmap }) => {
    const value: unknown = bitmap && isValueTerm(term) ? JSON.parse(term.slice(1)) : undefined;
    return bitmap && typeof value === 'number' ? [{ value, bitmap }] : [];
  });
  return bounds.map(([least, most], i) => {
    const isLast = i === bounds.length - 1;
    const found = values.filter(({ value }) => value >= least && (value < most || (isLast && value === most)));
    return isArray
      ? sizeOfUnion(found.map(({ bitmap }) => bitmap))
      : found.reduce((sum, { bitmap }) => sum + bitmap.size, 0);
  });
}

function sizeOfUnion([first, ...others]: readonly Bitmap[]): number {
  if (!first) {
    return 0;
  }
  const union = first.clone();
  try {
    others.forEach((other) => union.orInPlace(other));
    return union.size;
  } finally {
    free(union);
  }
}

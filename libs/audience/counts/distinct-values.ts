import type { AttributeDefinition } from '#libs/users/profiles';
import { malformed } from '#platform/errors';
import type { ValueCount } from '../sql-engine/group-count.repository.js';
import type { GroupBy } from './group-by.js';

/** Values of one answer at most. */
export const MAX_GROUPS = 10_000;

/**
 * Refuses a grouping whose values are people or private. Ranges of a private attribute identify no user.
 *
 * @throws AppError malformed
 */
export function refuseIdentifying(
  { code, column, privateInfo }: AttributeDefinition,
  { buckets, field }: GroupBy,
): void {
  const reason = column ? 'an address' : privateInfo && !buckets ? 'private' : undefined;
  if (reason !== undefined) {
    throw malformed(
      `Field '${field ?? 'groupBy.profile'}' names '${shown(code)}', which is ${reason}: counts tell nothing of single users${
        column || field !== undefined ? '' : "; 'buckets' of numbers are counted"
      }`,
    );
  }
}

/**
 * Refuses an answer that lists values of single users, such as customer numbers.
 *
 * @param counts   users by every value; each value has at least one
 * @param isFixed  the values are a list that no user can add to
 * @throws AppError malformed
 */
export function refuseDistinct(
  { code, field }: Pick<GroupBy, 'code' | 'field'>,
  counts: readonly ValueCount<unknown>[],
  isFixed: boolean,
): void {
  if (counts.length > MAX_GROUPS) {
    throw malformed(
      field === undefined
        ? `'${shown(code)}' has more than ${MAX_GROUPS} different values: name those wanted in 'values', or 'buckets'`
        : `Field '${field}' names '${shown(code)}', which has more than ${MAX_GROUPS} different values`,
    );
  }
  const single = counts.reduce((sum, { users }) => sum + (users === 1 ? 1 : 0), 0);
  if (!isFixed && single * 2 > counts.length) {
    throw malformed(
      field === undefined
        ? `Over half of the values of '${shown(code)}' have one user each, so they would tell single users: name those wanted in 'values', or 'buckets'`
        : `Field '${field}' names '${shown(code)}', over half of whose values have one user each: they would tell single users`,
    );
  }
}

function shown(code: string): string {
  return code.slice(0, 80);
}

import type { AttributeDefinition } from '#libs/users/profiles';
import { DAY_MS, toDay } from '#platform/spelling';
import type { Limit, TargetValue } from './condition.types.js';
import { convertBound, convertValue } from './convert-value.js';
import { joinDays, type DayRange } from './days.js';

/** Conditions on events may have any value, which is refused. */
type DayLimit = Limit | { op: Limit['op']; value: TargetValue; day?: undefined };
type DateDefinition = Pick<AttributeDefinition, 'code' | 'dataType' | 'column'>;

/**
 * The days that some values mean.
 *
 * @throws AppError malformed for a value that is no date
 */
export function daysOfValues(values: readonly TargetValue[], definition: DateDefinition, where: string): DayRange[] {
  return joinDays(values.map((value) => dayOf(Number(convertValue(definition, value, where)))));
}

/**
 * The days within all limits. A span of time before now ends on the day in UTC that it reaches.
 *
 * @throws AppError malformed for a limit that is no date
 */
export function daysWithin(
  limits: readonly DayLimit[],
  definition: DateDefinition,
  where: string,
  now: Date,
): DayRange | undefined {
  let [from, to] = [-Infinity, Infinity];
  for (const limit of limits) {
    const day =
      'ago' in limit
        ? Math.floor((now.getTime() - limit.ago) / DAY_MS)
        : dayOf(convertBound(definition, limit.day ?? limit.value, where));
    switch (limit.op) {
      case '$gt':
      case '$gte':
        from = Math.max(from, limit.op === '$gt' ? day + 1 : day);
        break;
      case '$lt':
      case '$lte':
        to = Math.min(to, limit.op === '$lt' ? day - 1 : day);
        break;
    }
  }
  return from > to ? undefined : { from: Number.isFinite(from) ? from : null, to: Number.isFinite(to) ? to : null };
}

/** @param instant  within ECMA-262's range of time values */
function dayOf(instant: number): number {
  return toDay(instant) / DAY_MS;
}

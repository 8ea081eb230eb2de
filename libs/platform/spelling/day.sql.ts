import { DAY_MS, MAX_TIME, QUARTER_MS, QUARTERS_SINCE } from './day.js';

/**
 * The number of the day that an instant means, as `toDayNumber` has it. NULL: the number is no instant.
 *
 * @param value  expression of epoch milliseconds as double precision
 */
export function dayNumberSql(value: string): string {
  const isMidnight = `${value} < ${QUARTERS_SINCE} OR floor(${value} / ${QUARTER_MS}) * ${QUARTER_MS} = ${value}`;
  return `CASE WHEN abs(${value}) <= ${MAX_TIME}
    THEN floor((${value} + CASE WHEN ${isMidnight} THEN ${DAY_MS / 2} ELSE 0 END) / ${DAY_MS})::integer END`;
}

import type { ResultPlace } from '#libs/users/identities';
import { numberArray } from '#platform/db';

/**
 * The condition that results `alias` lie in some places, for push_result_once. Without a recipient all results of the
 * bucket are read.
 *
 * @param first  number of its first parameter
 * @returns params  one or two, to be the last ones of the statement
 */
export function inPlaces(
  alias: string,
  places: readonly ResultPlace[],
  first: number,
): { condition: string; params: string[] } {
  const vbs = numberArray([...new Set(places.map(({ vb }) => vb))]);
  const recipientIds = places.flatMap(({ recipientId }) => recipientId ?? []);
  const inBuckets = `${alias}.vb = ANY ($${first}::smallint[])`;
  return recipientIds.length < places.length
    ? { condition: inBuckets, params: [vbs] }
    : {
        condition: `${inBuckets} AND ${alias}.recipient_id = ANY ($${first + 1}::bigint[])`,
        params: [vbs, numberArray([...new Set(recipientIds)])],
      };
}

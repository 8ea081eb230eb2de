import { malformed, missing } from '#platform/errors';
import type { TargetValue } from '../targets/target.js';
import type { CountBatchDto } from './count-batch.dto.js';

/** From `min` up to `max`, which only the last bucket includes. `key` has both as in the request. */
export interface Bucket {
  key: string;
  min: TargetValue;
  max: TargetValue;
}

/**
 * @property values   only these; values without users count 0
 * @property buckets  each is in the answer
 * @property field     of a request that takes the code alone; absent: as `count-batch` calls it
 */
export interface GroupBy {
  by: 'profile' | 'installation';
  code: string;
  values?: TargetValue[];
  buckets?: Bucket[];
  field?: string;
}

/**
 * @throws AppError missing_field, malformed
 */
export function toGroupBy({ groupBy, values }: CountBatchDto): GroupBy {
  const { profile, installation, buckets } = groupBy;
  if (profile !== undefined && installation !== undefined) {
    throw malformed("Field 'groupBy' takes exactly one of profile and installation");
  }
  const code = profile ?? installation;
  if (code === undefined) {
    throw missing('groupBy.profile or groupBy.installation');
  }
  if (buckets !== undefined && profile === undefined) {
    throw malformed("Field 'groupBy.buckets' is for profile attributes");
  }
  return {
    by: profile === undefined ? 'installation' : 'profile',
    code,
    ...(values !== undefined && { values }),
    ...(buckets !== undefined && { buckets: buckets.map(([min, max]) => ({ key: `${min}-${max}`, min, max })) }),
  };
}

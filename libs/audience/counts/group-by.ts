import { malformed, missing } from '#platform/errors';
import type { TargetValue } from '../targets/target.js';

/** The body of `targeting/count-batch` (specification, section 4.10), with inner fields not yet checked. */
export interface CountBatch {
  groupBy: { profile?: string; installation?: string; buckets?: unknown };
  values?: unknown;
}

/** From `min` up to `max`, which only the last bucket includes. `key` has both as in the request. */
export interface Bucket {
  key: string;
  min: TargetValue;
  max: TargetValue;
}

/**
 * @property values   only these; values without users count 0
 * @property buckets  each is in the answer
 */
export interface GroupBy {
  by: 'profile' | 'installation';
  code: string;
  values?: TargetValue[];
  buckets?: Bucket[];
}

const MAX_VALUES = 10_000;
const MAX_BUCKETS = 100;

/**
 * @throws AppError missing_field, malformed
 */
export function parseGroupBy({ groupBy, values }: CountBatch): GroupBy {
  const { profile, installation } = groupBy;
  if (profile !== undefined && installation !== undefined) {
    throw malformed("Field 'groupBy' takes exactly one of profile and installation");
  }
  const code = profile ?? installation;
  if (code === undefined) {
    throw missing('groupBy.profile or groupBy.installation');
  }
  const buckets = groupBy.buckets ?? undefined;
  if (buckets !== undefined && profile === undefined) {
    throw malformed("Field 'groupBy.buckets' is for profile attributes");
  }
  return {
    by: profile === undefined ? 'installation' : 'profile',
    code,
    ...(values !== undefined && { values: parseList(values, 'values', MAX_VALUES).map(parseValue) }),
    ...(buckets !== undefined && { buckets: parseList(buckets, 'groupBy.buckets', MAX_BUCKETS).map(parseBucket) }),
  };
}

function parseList(list: unknown, field: string, maxLength: number): unknown[] {
  if (!Array.isArray(list)) {
    throw malformed(`Field '${field}' should be an array`);
  }
  if (list.length === 0) {
    throw malformed(`Field '${field}' should not be empty`);
  }
  if (list.length > maxLength) {
    throw malformed(`Field '${field}' should hold at most ${maxLength} entries, it has ${list.length}`);
  }
  return list;
}

function parseValue(value: unknown, index: number): TargetValue {
  if (isScalar(value)) {
    return value;
  }
  throw malformed(`Field 'values[${index}]' should be a text, a number or a boolean`);
}

function parseBucket(pair: unknown, index: number): Bucket {
  const [min, max, ...rest]: unknown[] = Array.isArray(pair) ? pair : [];
  if (!isScalar(min) || !isScalar(max) || rest.length > 0) {
    throw malformed(`Field 'groupBy.buckets[${index}]' should be a pair [min, max]`);
  }
  return { key: `${min}-${max}`, min, max };
}

function isScalar(value: unknown): value is TargetValue {
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  );
}

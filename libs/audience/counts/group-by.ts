import { malformed, missing } from '#platform/errors';
import type { TargetValue } from '../target.js';

/** What `targeting/count-batch` takes (specification, section 4.10), its inner forms not yet checked. */
export interface CountBatch {
  groupBy: { profile?: string; installation?: string; buckets?: unknown };
  values?: unknown;
}

/** From `least` up to, not including, `most`; the last bucket of a list includes `most`. `key` has both as given. */
export interface Bucket {
  key: string;
  least: TargetValue;
  most: TargetValue;
}

/**
 * @property values   only these; each is answered, with 0 where nobody has it
 * @property buckets  each is answered likewise
 */
export interface GroupBy {
  by: 'profile' | 'installation';
  code: string;
  values?: TargetValue[];
  buckets?: Bucket[];
}

const MOST_VALUES = 10_000;
const MOST_BUCKETS = 100;

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
    ...(values !== undefined && { values: listOf(values, 'values', MOST_VALUES).map(readValue) }),
    ...(buckets !== undefined && { buckets: listOf(buckets, 'groupBy.buckets', MOST_BUCKETS).map(readBucket) }),
  };
}

function listOf(list: unknown, field: string, most: number): unknown[] {
  if (!Array.isArray(list)) {
    throw malformed(`Field '${field}' should be an array`);
  }
  if (list.length === 0) {
    throw malformed(`Field '${field}' should not be empty`);
  }
  if (list.length > most) {
    throw malformed(`Field '${field}' should hold at most ${most} entries, it has ${list.length}`);
  }
  return list;
}

function readValue(value: unknown, index: number): TargetValue {
  if (isScalar(value)) {
    return value;
  }
  throw malformed(`Field 'values[${index}]' should be a text, a number or a boolean`);
}

function readBucket(pair: unknown, index: number): Bucket {
  const [least, most, ...more]: unknown[] = Array.isArray(pair) ? pair : [];
  if (!isScalar(least) || !isScalar(most) || more.length > 0) {
    throw malformed(`Field 'groupBy.buckets[${index}]' should be a pair [min, max]`);
  }
  return { key: `${least}-${most}`, least, most };
}

function isScalar(value: unknown): value is TargetValue {
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  );
}

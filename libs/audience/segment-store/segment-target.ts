import { malformed } from '#platform/errors';
import { parseTarget } from '../targets/parse-target.js';
import { parsePrediction } from '../prediction/parse-prediction.js';
import type { Prediction } from '../prediction/prediction.types.js';
import type { Target } from '../targets/target.js';
import type { SegmentType } from './segment.types.js';

/** @property prediction  set for a PREDICT_SEGMENT: whom of those that the tree means */
export interface SegmentTarget {
  tree: Target;
  prediction?: Prediction;
}

/**
 * Reads what a segment is made of: the forms of a bulk target, what users did, and scores.
 *
 * @throws AppError as `parseTarget`
 */
export function parseSegmentTarget(raw: unknown): SegmentTarget {
  if (!isObject(raw) || raw['predict'] === undefined || raw['predict'] === null) {
    return { tree: parseTarget(raw, 'segment').tree };
  }
  const { predict, ...conditions } = raw;
  return {
    tree: Object.keys(conditions).length === 0 ? { type: 'all' } : parseTarget(conditions, 'segment').tree,
    prediction: parsePrediction(predict),
  };
}

/**
 * The type is what screens show: it tells what the target is made of.
 *
 * @throws AppError malformed
 */
export function checkType(type: SegmentType, target: unknown): void {
  for (const [field, owner] of [
    ['product', 'PRODUCT_SEGMENT'],
    ['predict', 'PREDICT_SEGMENT'],
  ] as const) {
    if ((type === owner) !== (isObject(target) && Object.hasOwn(target, field))) {
      throw malformed(`a ${owner}, and no other, has '${field}'`);
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

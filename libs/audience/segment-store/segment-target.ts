import { isJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import { readSegmentTarget } from '../targets/read-target.js';
import { parsePrediction } from '../prediction/parse-prediction.js';
import type { Prediction } from '../prediction/prediction.types.js';
import { TARGET_GROUPS } from '../targets/target-group.decorators.js';
import type { Target } from '../targets/target.js';
import type { SegmentType } from './segment.types.js';

/** @property prediction  only of a PREDICT_SEGMENT: selects from the users of the tree */
export interface SegmentTarget {
  tree: Target;
  prediction?: Prediction;
}

/**
 * Parses the definition of a segment: a bulk target, events and scores.
 *
 * @throws AppError as `readSegmentTarget`
 */
export function parseSegmentTarget(raw: unknown): SegmentTarget {
  if (!isJsonObject(raw) || raw['predict'] === undefined || raw['predict'] === null) {
    return { tree: readSegmentTarget(raw) };
  }
  const { predict, ...conditions } = raw;
  return {
    tree: Object.keys(conditions).length === 0 ? { type: 'all' } : readSegmentTarget(conditions),
    prediction: parsePrediction(predict),
  };
}

/** The type that fits a target. */
export function segmentTypeOf(target: unknown): SegmentType {
  return hasField(target, 'product') ? 'PRODUCT_SEGMENT' : hasField(target, 'predict') ? 'PREDICT_SEGMENT' : 'STANDARD';
}

/**
 * Checks that the type, which screens show, fits the target.
 *
 * @throws AppError malformed
 */
export function checkType(type: SegmentType, target: unknown): void {
  for (const [field, owner] of [
    ['product', 'PRODUCT_SEGMENT'],
    ['predict', 'PREDICT_SEGMENT'],
  ] as const) {
    if ((type === owner) !== hasField(target, field)) {
      throw malformed(`a ${owner}, and no other, has '${field}'`);
    }
  }
}

/** Tests if a target or one in its groups has a field. */
function hasField(target: unknown, field: string): boolean {
  return (
    isJsonObject(target) &&
    (Object.hasOwn(target, field) ||
      TARGET_GROUPS.some((name) => [target[name]].flat().some((part) => hasField(part, field))))
  );
}

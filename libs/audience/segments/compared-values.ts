import { requirePrivateView, type Viewer } from '#libs/tenancy';
import type { Prediction } from '../prediction/prediction.types.js';
import { parseSegmentTarget } from '../segment-store/segment-target.js';
import { findPrivate, listCompared, type AskedAttribute, type Definitions } from '../targets/private-clauses.js';

/**
 * Refuses a segment for an editor who may not see the values that it compares. Every member may count a segment, so
 * it would show them.
 *
 * @param raw   the target as the application file has it, checked already
 * @param path  its place, for the error
 * @throws AppError key_not_allowed, permission_missing
 */
export function refuseComparedValues(raw: unknown, definitions: Definitions, path: string, editor: Viewer): void {
  const { tree, prediction } = parseSegmentTarget(raw);
  const code = findPrivate([...listCompared(tree), ...(prediction ? [scoredBy(prediction)] : [])], definitions);
  if (code !== undefined) {
    requirePrivateView(editor, `${path} compares '${code.slice(0, 80)}', which is private`);
  }
}

/** The attribute that scores are made of. */
function scoredBy(prediction: Prediction): AskedAttribute {
  return 'attribute' in prediction
    ? { code: prediction.attribute }
    : { event: prediction.event, code: prediction.value };
}
